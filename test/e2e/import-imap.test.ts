// A mailbox moves: from Dovecot by IMAP, killed in the middle and run again, and out again as a Maildir. Bytes, flags, keywords,
// dates and folders are those that Dovecot had. 300 mails; 10,000 with MAILS=10000.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directoryOf, flagsOfName, folderOf, readKeywords } from "../../src/mail/files/maildir.ts";
import { apiClient } from "../support/app/api.ts";
import { eventually, testEnv } from "../support/app/app.ts";
import { type Kind, storeKinds, tempStore } from "../support/app/database.ts";
import { executable } from "../support/app/executable.ts";
import { seeded } from "../support/app/random.ts";
import { cleanEnv, runCommand, type Server, startServer } from "../support/app/server.ts";
import { hasDovecot, startPrivateDovecot } from "../support/fakes/dovecot.ts";

const mails = Number(process.env.MAILS ?? 300);
const folders = ["INBOX", "Gesendet", "Work/2026", "Work/2026/Ärger & Co", "Trash"];
/** What they are called here. */
const here: Record<string, string> = { Gesendet: "Sent" };
const keywords = ["Urgent", "$Forwarded", "NonJunk", "$label1", "project-x"];
const letters = ["D", "F", "R", "S", "T", "a", "b", "c", "d", "e"];

function fill(maildir: string): void {
  const dice = seeded(11);
  for (const [n, folder] of folders.entries()) {
    const path = join(maildir, directoryOf(folder));
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(path, part), { recursive: true });
    writeFileSync(join(path, "dovecot-keywords"), keywords.map((word, at) => `${at} ${word}\n`).join(""));
    const count = Math.floor(mails / folders.length) + (n === 0 ? mails % folders.length : 0);
    for (let i = 0; i < count; i++) {
      const at = 1_100_000_000 + dice(600_000_000);
      const info = letters.filter(() => dice(4) === 0).join("");
      const file = join(path, "cur", `${at}.M${i}P1Q${n}.test:2,${info}`);
      // some are large, and some are there twice
      writeFileSync(file, mailOf(`${n}-${i % 23 === 22 ? i - 1 : i}`, i % 19 === 0 ? 3000 : 1 + dice(20)));
      utimesSync(file, at, at);
    }
  }
}

function mailOf(number: string, lines: number): string {
  const dice = seeded(Bun.hash.crc32(number));
  const text = Array.from({ length: lines }, () => {
    const words = Array.from({ length: 6 }, () => dice(2 ** 31).toString(36));
    return `${dice(9) === 0 ? "From " : ""}${words.join(" ")}\r\n`;
  });
  const earlier = dice(3) === 0 ? `In-Reply-To: <${number.split("-")[0]}-0@old.example>\r\n` : "";
  return `From: a${dice(9)}@old.example\r\nTo: me@old.example\r\nMessage-ID: <${number}@old.example>\r\n${earlier}Subject: =?utf-8?q?n_${number}?=\r\nDate: Thu, 1 Jan 2015 00:00:00 +0000\r\n\r\n${text.join("")}`;
}

/** Each mail of a Maildir as a line: folder, digest, flags, time. */
function contentOf(maildir: string, renamed: Record<string, string> = {}): string[] {
  const lines: string[] = [];
  const directories = readdirSync(maildir).filter((name) => name.startsWith("."));
  for (const directory of ["", ...directories]) {
    const path = join(maildir, directory);
    const folder = folderOf(directory);
    let known: string[] = [];
    try {
      known = readKeywords(readFileSync(join(path, "dovecot-keywords"), "utf8"));
    } catch {}
    for (const part of ["cur", "new"])
      for (const name of readdirSync(join(path, part))) {
        const file = join(path, part, name);
        const flags = flagsOfName(name, known).filter((flag) => folder !== "Drafts" || flag !== "\\Draft");
        const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
        const seconds = Math.floor(statSync(file).mtimeMs / 1000);
        lines.push([renamed[folder] ?? folder, digest, flags.sort().join(" "), seconds].join("|"));
      }
  }
  return lines.sort();
}

interface Folder {
  total: number;
}

async function moving(kind: Kind): Promise<void> {
  const dovecot = await startPrivateDovecot();
  const store = await tempStore(kind);
  let server: Server | null = null;
  try {
    fill(dovecot.maildir("ada"));
    dovecot.own();
    const init = await runCommand(store, ["init", "--json"]);
    const { api_key, domain } = JSON.parse(init.stdout) as { api_key: string; domain: string };
    const address = `ada@${domain}`;
    expect((await runCommand(store, ["identities", "create", address])).exitCode).toBe(0);
    // with a server the embedded database is imported into by it, Postgres beside it
    server = await startServer(store);
    const words = [
      "import",
      address,
      `imaps://ada@127.0.0.1:${dovecot.ports.tls}`,
      "--password-stdin",
      "--no-verify",
    ];
    const first = Bun.spawn([await executable(), ...words], {
      env: cleanEnv(testEnv(store)),
      stdin: Buffer.from("any\n"),
      stdout: "pipe",
      stderr: "pipe",
    });
    const stored = async () => {
      const api = apiClient(`http://127.0.0.1:${server!.ports.http}`, api_key);
      const [identity] = (await api.get<{ data: { id: string }[] }>(`/identities?email=${address}`)).json
        .data;
      const { json } = await api.get<{ data: Folder[] }>(`/mailboxes?identity_id=${identity!.id}`);
      return json.data.reduce((sum, folder) => sum + folder.total, 0);
    };
    await eventually(async () => {
      if (first.exitCode !== null) throw new Error(await new Response(first.stderr).text());
      return (await stored()) > mails / 4;
    });
    // a kill in the middle: of the server that does it, or of the command
    if (kind === "embedded") await server.kill();
    else first.kill("SIGKILL");
    expect(await first.exited).not.toBe(0);
    if (kind === "embedded") server = await startServer(store);
    expect(await stored()).toBeLessThan(mails);
    const second = await runCommand(store, words, { stdin: "any\n" });
    expect([second.exitCode, second.stderr]).toEqual([0, ""]);
    const third = await runCommand(store, words, { stdin: "any\n" });
    expect(third.stdout).toBe(`0 mails stored in ${address}.\n`);

    const place = join(mkdtempSync(join(tmpdir(), "export-")), "mail");
    const out = await runCommand(store, ["export", address, place, "--format", "maildir"]);
    expect(out).toMatchObject({ exitCode: 0, stderr: "", stdout: `${mails} mails written to ${place}.\n` });
    expect(contentOf(place)).toEqual(contentOf(dovecot.maildir("ada"), here));
    // nobody was told of old mail
    const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
    const { json } = await api.get<{ data: { type: string }[] }>("/events?limit=200");
    expect(new Set(json.data.map(({ type }) => type))).toEqual(
      new Set(["identity.created", "domain.verified"]),
    );
    // in an order that a person knows: by the time that each had
    const { json: list } = await api.get<{ data: { created_at: string }[] }>(
      "/messages?from=a1@old.example&limit=5",
    );
    expect(list.data.every(({ created_at }) => created_at < "2024")).toBe(true);
    expect((await runCommand(store, ["check"])).stdout).toBe("Everything agrees.\n");
  } finally {
    await server?.stop();
    await store.dispose();
    await dovecot.stop();
  }
}

// DECISIONS Export, import, retention: From IMAP nothing is taken twice
for (const kind of storeKinds) {
  const missing = !hasDovecot
    ? "dovecot-imapd is not installed"
    : kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined
      ? "POSTROOM_TEST_DATABASE_URL is not set"
      : null;
  const name = `${mails} mails come from Dovecot by IMAP, through a kill, and leave as a Maildir, ${kind}`;
  if (missing === null) test(name, () => moving(kind), { timeout: 600_000 + mails * 100 });
  else test.skip(`${name}: ${missing}`, () => {});
}
