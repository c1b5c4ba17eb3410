// The ways by which a stored mail is read again.
import type { Target } from "./turn-server.ts";

/** Those that read all of a large mail, or of its header. */
export const largeReaders =
  /\/messages\/[0-9a-f-]+$|safety|parts|threads|BODYSTRUCTURE|BODY\.PEEK\[1\]|SEARCH|SORT|mcp/;

/** A busy machine says 503 to a large text: it is asked again. */
async function threadOf(t: Target, id: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const { status, json } = await t.api.get<{ data: { thread_id: string } }>(`/messages/${id}`);
    if (status !== 503 || tries === 20) {
      if (status !== 200) throw new Error(`message ${id}: ${status}`);
      return json.data.thread_id;
    }
  }
}

/** What people and programs ask of a message, by edge and call. */
export async function readersOf(t: Target, id: string): Promise<Record<string, () => Promise<unknown>>> {
  const thread = await threadOf(t, id);
  const rest = [
    `/messages/${id}`,
    `/messages/${id}?format=markdown`,
    `/messages/${id}/safety`,
    `/messages/${id}/codes`,
    `/messages/${id}/parts`,
    `/messages/${id}/headers`,
    `/messages/${id}/authentication`,
    `/messages/${id}/invitation`,
    `/threads/${thread}`,
    `/messages?thread_id=${thread}`,
    "/messages/search?q=hello",
  ];
  const imap = [
    "FETCH * (ENVELOPE)",
    "FETCH * (BODYSTRUCTURE)",
    "FETCH * (BODY.PEEK[HEADER.FIELDS (SUBJECT FROM)])",
    "FETCH * (BODY.PEEK[1])",
    "FETCH * (BINARY.PEEK[1])",
    "FETCH * (PREVIEW)",
    "FETCH * (BODY.PEEK[])",
    "SEARCH TEXT xyzzy",
    "SEARCH HEADER X-A xyzzy",
    "SEARCH FROM xyzzy",
    "SORT (SUBJECT FROM) UTF-8 ALL",
    "THREAD REFERENCES UTF-8 ALL",
  ];
  const pages = [`/console/threads/${thread}`, `/console/messages/${id}/frame`, "/console/search?q=hello"];
  const fetched = (path: string, init: RequestInit = {}) =>
    fetch(t.base + path, { ...init, headers: { authorization: `Bearer ${t.key}`, ...init.headers } }).then(
      (answer) => answer.arrayBuffer(),
    );
  const tool = {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_thread", arguments: { message: id, full: true } },
    }),
  };
  return {
    ...Object.fromEntries(rest.map((path) => [`rest ${path}`, () => fetched(`/api/v1${path}`)])),
    ...Object.fromEntries(
      imap.map((command) => [
        `imap ${command}`,
        async () => {
          const talk = await t.imap();
          try {
            await talk.say("SELECT INBOX");
            await talk.say(command);
          } finally {
            talk.close();
          }
        },
      ]),
    ),
    ...Object.fromEntries(pages.map((path) => [`console ${path}`, () => t.browser.get(path)])),
    "mcp read_thread": () => fetched("/mcp", tool),
  };
}
