// Programs that look at mail all day beside the API: mail programs that wait in IDLE and sort, agents by MCP, calendar programs, and a
// person whose pages have saved searches and listen to news.
import { newId } from "../../src/lib/ids.ts";
import { Wire } from "../bench/imap-wire.ts";
import { type BenchServer, call, command } from "../bench/server.ts";
import { Browser } from "../console/browser.ts";

interface Login {
  username: string;
  password: string;
}

interface Address {
  id: string;
  email: string;
}

export interface Programs {
  look(n: number): Promise<void>;
  stop(): Promise<void>;
}

const savedSearches = ["is:unread from:sender", "has:attachment", "subject:mail is:unread", "letter"];
const words = "lantern quick meeting letter harbour brown invoice number whatever quietly".split(" ");

export async function beginPrograms(
  server: BenchServer,
  { address, label, imapPort }: { address: Address; label: string; imapPort: number },
): Promise<Programs> {
  const login = await call<Login>(server, "/app-passwords", { identity_id: address.id, name: "programs" });
  const waiting = await Wire.logIn(imapPort, login.username, login.password);
  await waiting.command("SELECT INBOX");
  await waiting.idle();
  const browser = await signedIn(server, address.id);
  return {
    async look(n) {
      await askMailProgram(await Wire.logIn(imapPort, login.username, login.password), n);
      await callTools(server, address, n);
      await readCalendar(server, { login, address }, n);
      await openPages(browser, n);
      const pods = await call<Address[]>(server, "/pods");
      for (const query of [
        `pod_id=${pods[0]!.id}`,
        `label_id=${label}`,
        "is_read=false",
        "q=is:unread letter",
      ])
        await call(server, `/threads?limit=20&${query}`);
      await call(server, `/messages/search?limit=10&q=${words[n % words.length]}${n} OR from:sender`);
      await call(server, "/messages?is_read=false&limit=50&view=summary");
      if (n % 4 !== 0) return;
      await waiting.done();
      await waiting.idle();
    },
    async stop() {
      await waiting.done().catch(() => undefined);
      await waiting.command("LOGOUT").catch(() => undefined);
    },
  };
}

/** What a mail program asks for when it opens a folder. */
async function askMailProgram(wire: Wire, n: number): Promise<void> {
  const word = words[n % words.length]!;
  await wire.command("SELECT INBOX");
  for (const asked of [
    "SORT (REVERSE DATE) UTF-8 ALL",
    "THREAD REFERENCES UTF-8 ALL",
    `SEARCH TEXT "${word}"`,
    `SEARCH BODY "${word} ${n}"`,
    `SEARCH SUBJECT "${n}"`,
    `SEARCH HEADER X-Soak "${n}"`,
  ])
    await wire.command(asked);
  if (n % 3 === 0) wire.close();
  else await wire.command("LOGOUT");
}

async function callTools(server: BenchServer, { email }: Address, n: number): Promise<void> {
  const asked = [
    ["list_threads", { address: email, limit: 10 }],
    ["search_mail", { query: words[n % words.length] }],
    ["list_events", {}],
    ["list_addresses", {}],
  ] as const;
  const [name, args] = asked[n % asked.length]!;
  for (const [method, params] of [
    ["tools/list", {}],
    ["tools/call", { name, arguments: args }],
  ] as const) {
    const response = await fetch(`${new URL(server.api).origin}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: n, method, params }),
    });
    const text = await response.text();
    if (!response.ok || text.includes('"error"')) throw new Error(`${name}: ${response.status} ${text}`);
  }
}

async function readCalendar(
  server: BenchServer,
  { login, address }: { login: Login; address: Address },
  n: number,
): Promise<void> {
  const month = `2027010${1 + (n % 9)}T000000Z`;
  const data = n % 2 === 0 ? "<C:calendar-data/>" : "";
  const response = await fetch(`${new URL(server.api).origin}/dav/calendars/${address.email}/calendar/`, {
    method: "REPORT",
    headers: {
      authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`,
      depth: "1",
    },
    body: `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/>${data}</D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${month}" end="20270901T000000Z"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
  });
  const text = await response.text();
  if (response.status !== 207) throw new Error(`REPORT: ${response.status} ${text}`);
}

async function signedIn(server: BenchServer, address: string): Promise<Browser> {
  const browser = new Browser(new URL(server.api).origin);
  const link = new URL((await command(server.env, ["console-link", "soak@bench.example"])).trim());
  await browser.get(`${link.pathname}${link.search}`);
  await browser.submit("/console/sign-in");
  for (const [index, q] of savedSearches.entries()) {
    await browser.get(
      `/console/search?q=${encodeURIComponent(q)}${index === 0 ? `&address=${address}` : ""}`,
    );
    await browser.submit("/console/search/save", { name: `Search ${index}`, new: newId() });
  }
  return browser;
}

/** A page, another one that is fetched in its place, and a stream of news that ends with it. */
async function openPages(browser: Browser, n: number): Promise<void> {
  const left = new AbortController();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const live = await fetch(`${browser.base}/console/live`, { headers: { cookie }, signal: left.signal });
  if (live.status !== 200) throw new Error(`/console/live: ${live.status}`);
  const paths = [
    "/console/mail/needs",
    "/console/mail/open",
    "/console/mail/all",
    "/console/desk",
    "/console/calendar",
  ];
  for (const path of [paths[n % paths.length]!, "/console/mail/needs"]) {
    await browser.get(path);
    if (browser.status >= 400) throw new Error(`${path}: ${browser.status}`);
  }
  left.abort();
}
