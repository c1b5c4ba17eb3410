// A real server under 10,000 hostile inputs each in SMTP, IMAP and HTTP (one percent of them in an ordinary run; FUZZ=100
// in full; FUZZ_ROUND=n one of them): it lives, logs no error, its memory stays, and it accepts nothing that it should
// not: no mail that was not said to be stored, none for elsewhere, no mailbox and no data without a password or a key.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { type Api, apiClient } from "../support/app/api.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { exchange, mutate, rounds } from "../support/app/fuzz.ts";
import { pick, type Random } from "../support/app/random.ts";
import { runCommand, type Server, startServer } from "../support/app/server.ts";
import { ImapTalk } from "../support/imap/client.ts";
import { dialogue, openData } from "../support/smtp/client.ts";
import { httpWords, imapWords, smtpWords } from "./server-words.ts";

const inputs = Math.round(100 * Number(process.env.FUZZ ?? "1"));
const atOnce = 24;

let store: TempStore;
let server: Server;
let ports: { http: number; smtp: number; imap: number; submission: number };
let key: string;
let api: Api;
let box: { id: string; email: string; password: string };
let other: { id: string; email: string; password: string };
/** Connections to whom mail for elsewhere would be handed over. */
let relayed = 0;
const relay = createServer((socket) => {
  relayed++;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  store = await tempStore("embedded");
  const settings = {
    SMTP_RELAY_URL: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    SUBMISSION_PORT: "0",
    IMAP_PORT: "0",
    ALLOW_PLAINTEXT_AUTH: "loopback",
    AGENT_SIGNUP: "off",
    LOG_LEVEL: "warn",
  };
  server = await startServer(store, settings);
  ports = server.ports as typeof ports;
  const made = await runCommand(store, ["keys", "create", "--name", "fuzz", "--json"], { settings });
  key =
    (JSON.parse(made.stdout) as { api_key?: string; token?: string }).token ??
    JSON.parse(made.stdout).api_key;
  api = apiClient(`http://127.0.0.1:${ports.http}`, key);
  const [domain] = await api.must<{ id: string }[]>(200, api.get("/domains"));
  const mailboxNamed = async (name: string) => {
    const { id, email } = await api.must<{ id: string; email: string }>(
      201,
      api.post("/identities", { domain_id: domain!.id, local_part: name, type: "agent" }),
    );
    const { password } = await api.must<{ password: string }>(
      201,
      api.post("/app-passwords", { identity_id: id, name: "fuzz" }),
    );
    return { id, email, password };
  };
  box = await mailboxNamed("target");
  other = await mailboxNamed("untouched");
});

afterAll(async () => {
  relay.close();
  const { exitCode, stderr } = await server.stop();
  const errors = stderr.split("\n").filter((line) => /"level":"error"|panic|Segmentation/.test(line));
  await store.dispose();
  expect(errors).toEqual([]);
  expect(exitCode).toBe(0);
});

/** Resident, of the server's process, in megabytes. */
function resident(): number {
  const pages = Number(readFileSync(`/proc/${server.process.pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}

/** Runs a tenth to warm up, then the rest: what it grows by then would go on growing. */
async function underFire(name: string, run: (round: number, next: Random) => Promise<void>): Promise<void> {
  const warm = Math.ceil(inputs / 2);
  await rounds(warm, { atOnce }, run);
  const before = resident();
  if (process.env.FUZZ_ROUND === undefined) await rounds(inputs - warm, { atOnce, first: warm }, run);
  const after = resident();
  if (inputs >= 1000)
    process.stdout.write(
      `${name}: ${inputs} inputs, ${before} MB after half of them, ${after} MB at the end\n`,
    );
  expect(server.process.exitCode).toBeNull();
  expect(after - before).toBeLessThan(150);
}

/** Messages in all folders. */
async function totalOf(identityId: string): Promise<number> {
  const folders = await api.must<{ total: number }[]>(200, api.get(`/mailboxes?identity_id=${identityId}`));
  return folders.reduce((sum, { total }) => sum + total, 0);
}

describe("hostile input", () => {
  test("SMTP", async () => {
    const lines = (next: Random) => [
      pick(["EHLO a.example", "HELO a", "EHLO [127.0.0.1]", "LHLO a"], next),
      pick(
        ["MAIL FROM:<a@sender.example>", "MAIL FROM:<> SIZE=10 BODY=8BITMIME", "MAIL FROM:<a@b> SMTPUTF8"],
        next,
      ),
      `RCPT TO:<${pick([box.email, box.email, "nobody@agents.example", "x@elsewhere.example", `"${box.email}"@elsewhere.example`, `@elsewhere.example:${box.email}`, `${box.email}%elsewhere.example`], next)}>`,
      pick(
        [
          "RSET",
          "NOOP",
          `RCPT TO:<${box.email}>`,
          "VRFY root",
          "AUTH PLAIN AGEAYg==",
          "HELP",
          "BDAT 5 LAST",
          "STARTTLS",
          "XCLIENT ADDR=1.2.3.4",
        ],
        next,
      ),
      "DATA",
      "From: a@sender.example",
      `Subject: ${next(1e9)}`,
      pick(
        ["Content-Type: multipart/mixed; boundary=b", "Content-Type: text/calendar; method=REQUEST", "X: y"],
        next,
      ),
      "",
      pick(
        ["..dot", "--b", "BEGIN:VCALENDAR", "body\n.\nMAIL FROM:<smuggled@sender.example>", "body\r.\r"],
        next,
      ),
      ".",
    ];
    const stored = new Set<string>();
    let unsure = 0;
    await underFire("SMTP", async (_, next) => {
      const mutant = mutate(Buffer.from(`${lines(next).join("\r\n")}\r\n`, "latin1"), smtpWords, {
        next,
        most: 6,
      });
      // The greeting comes first: who talks before it is not heard.
      const bytes = Buffer.concat([mutant, Buffer.from("\r\n.\r\nRSET\r\nQUIT\r\n")]);
      const text = await exchange(ports.smtp, bytes, {
        next,
        after: /^220 /,
        expects: /^(221|421) |Ready to start TLS/m,
      });
      for (const [, id] of text.matchAll(/^250 2\.6\.0 Stored as ([0-9a-f-]{36})\r$/gm)) stored.add(id!);
      if (!/^(221|421) |Ready to start TLS/m.test(text)) unsure++;
      expect(text.replace(/(Ready to start TLS\r\n)[\s\S]*$/, "$1")).toMatch(/^(\d{3}[ -][^\r\n]*\r\n)*$/);
    });
    // A good client is served as ever.
    const talk = await dialogue(ports.smtp);
    expect((await openData(talk, "a@sender.example", box.email)).at(-1)).toStartWith("354");
    const last = await talk.say("Subject: last\r\n\r\nafter all\r\n.");
    expect(last).toStartWith("250");
    stored.add(last.slice(-36));
    const total = await totalOf(box.id);
    if (inputs >= 1000)
      process.stdout.write(
        `SMTP: ${stored.size} mails said to be stored, ${total} there, ${unsure} sessions cut off\n`,
      );
    expect(total).toBeGreaterThanOrEqual(stored.size);
    expect(total).toBeLessThanOrEqual(stored.size + unsure);
    expect(await totalOf(other.id)).toBe(0);
    expect(relayed).toBe(0);
  }, 3_600_000);

  test("IMAP", async () => {
    const commands = [
      "CAPABILITY",
      'ID ("name" "x")',
      "SELECT INBOX",
      "EXAMINE Sent",
      "UID FETCH 1:* (FLAGS BODY.PEEK[HEADER] ENVELOPE BODYSTRUCTURE)",
      "FETCH 1 BODY[]<0.100>",
      "STORE 1:* +FLAGS (\\Seen x)",
      'SEARCH OR TEXT "a" NOT (SINCE 1-Jan-2020 HEADER Subject {3+}\r\nabc)',
      "UID SORT RETURN (PARTIAL 1:5) (REVERSE DATE) UTF-8 ALL",
      "THREAD REFERENCES UTF-8 ALL",
      "APPEND INBOX (\\Seen) {24+}\r\nSubject: appended\r\n\r\nhello",
      "COPY 1 Archive",
      "UID MOVE 2 Trash",
      'CREATE "a/b"',
      "RENAME a/b c",
      "DELETE c",
      'LIST "" "*" RETURN (STATUS (MESSAGES UIDNEXT))',
      "STATUS INBOX (MESSAGES SIZE HIGHESTMODSEQ)",
      "ENABLE CONDSTORE QRESYNC",
      "NOTIFY SET (selected (MessageNew (FLAGS) MessageExpunge))",
      "IDLE\r\nDONE",
      "EXPUNGE",
      "COMPRESS DEFLATE",
      "UNSELECT",
      "AUTHENTICATE PLAIN AGEAYg==",
      `LOGIN ${other.email} wrong`,
      "STARTTLS",
      'SETQUOTA "" (STORAGE 1)',
      'APPEND INBOX CATENATE (URL "imap://x@agents.example/INBOX/;uid=1")',
    ];
    // Its owner has been here before: those who guess its password meanwhile do not keep him out.
    (await ImapTalk.logIn(ports.imap, other)).close();
    await underFire("IMAP", async (round, next) => {
      const isKnown = next(2) === 0;
      const count = 1 + next(6);
      const script = Array.from({ length: count }, (_, n) => `t${n} ${pick(commands, next)}\r\n`).join("");
      const mutant = mutate(Buffer.from(script, "latin1"), [...imapWords, other.email], { next, most: 6 });
      const login = isKnown ? `in LOGIN ${box.email} ${box.password}\r\n` : "";
      // What may still be open is filled and closed: a literal, IDLE, a quoted string.
      const bytes = Buffer.concat([
        Buffer.from(login),
        mutant,
        Buffer.from('\r\nDONE\r\n")\r\nz LOGOUT\r\n'),
      ]);
      const text = await exchange(ports.imap, bytes, {
        next,
        expects: isKnown ? /^in /m : /^\* OK/,
        until: /(^|\n)(z OK|\* BYE)|OK Begin/,
      });
      expect(text).toStartWith("* OK");
      if (isKnown) expect(text).toMatch(/^in OK /m);
      else {
        expect([
          round,
          text.match(
            /^(\* (LIST|LSUB|STATUS|SEARCH|ESEARCH|SORT|THREAD|\d+ (EXISTS|FETCH))|.* OK .*Logged in).*$/m,
          ),
        ]).toEqual([round, null]);
      }
      expect(text).not.toContain("internal");
    });
    const good = await ImapTalk.logIn(ports.imap, other);
    expect(await good.ok("STATUS INBOX (MESSAGES)")).toEqual(['* STATUS "INBOX" (MESSAGES 0)']);
    good.close();
  }, 3_600_000);

  test("HTTP", async () => {
    const paths = [
      "identities",
      "threads",
      "messages",
      "drafts",
      "labels",
      "webhooks",
      "domains",
      "pods",
      "api-keys",
      "routing-rules",
      "events?wait=0",
      "messages/search?q=a",
      `mailboxes/inbox?identity_id=${box.id}`,
      `identities/${box.id}`,
      "attachments",
      "agent/signup",
      "suppressions",
    ];
    const bodies = [
      { identity_id: box.id, to: ["a@agents.example"], subject: "x", text: "y" },
      { from: box.email, to: [other.email], subject: "x", text: "y", headers: { "X-A": "b" } },
      { identity_id: box.id, name: "l", colour: "#ffffff" },
      { url: "http://127.0.0.1:1/", event_types: ["message.received"] },
      { domain: "fuzz.example" },
      { identity_id: box.id, draft_id: box.id, filename: "a", content_type: "a/b", content_base64: "AAAA" },
    ].map((body) => JSON.stringify(body));
    await underFire("HTTP", async (round, next) => {
      const method = pick(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PRI"], next);
      const body = next(3) === 0 ? "" : pick(bodies, next);
      const authorization = pick(
        [
          `Bearer ${key}`,
          `Bearer ${key}`,
          `Bearer ${key.slice(0, -1)}x`,
          "Bearer ",
          `Basic ${btoa(`a:${key.slice(0, 20)}`)}`,
          "",
        ],
        next,
      );
      const changed = mutate(Buffer.from(body, "latin1"), httpWords, { next, most: 3 });
      // Its own address, key and secrets are left alone: what a valid key may delete is no fault.
      const target = method === "DELETE" ? `labels/${box.id}` : pick(paths, next);
      const head = [
        `${method} /api/v1/${target} HTTP/1.1`,
        "Host: localhost",
        `Content-Length: ${changed.length}`,
        "Content-Type: application/json",
        ...(authorization === "" ? [] : [`Authorization: ${authorization}`]),
        "Connection: close",
      ].join("\r\n");
      const request = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), changed]);
      const bytes = next(2) === 0 ? request : mutate(request, httpWords, { next, most: 4 });
      const text = await exchange(ports.http, bytes, { next, patienceMs: 1000 });
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      expect([round, statuses.filter((status) => status >= 500 && status !== 505)]).toEqual([round, []]);
      if (!bytes.includes(key))
        expect([round, /^HTTP\/1\.1 2/m.test(text) && text.includes('{"data":')]).toEqual([round, false]);
    });
    expect((await api.get("/identities")).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${ports.http}/readyz`)).status).toBe(200);
  }, 3_600_000);
});
