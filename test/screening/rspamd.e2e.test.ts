// The spam scanner rspamd, for real: Debian's, with a configuration of its own that starts in seconds. And what becomes of
// mail when it is down, slow, or not what it should be.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { Rspamd } from "../../src/screening/rspamd.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../support/app/app.ts";
import { freePort } from "../support/app/ports.ts";
import { programPath } from "../support/clients/programs.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";

const rspamd = programPath("rspamd");
const password = "spamTrainer";
const gtube = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";

interface Message {
  id: string;
  is_spam: boolean;
}

interface Spam {
  status: string;
  scanner: string;
  score: number;
  action: string;
  symbols: { name: string; score: number }[];
}

async function received(t: SuiteApp, { id }: TestAddress): Promise<Message & { spam: Spam; folder: string }> {
  const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${id}`);
  const messages = await t.api.get<PageOf<Message>>(`/messages?thread_id=${threads.json.data[0]!.id}`);
  const message = messages.json.data.at(-1)!;
  const spam = await t.api.must<Spam>(200, t.api.get(`/messages/${message.id}/spam`));
  const junk = await t.api.get<PageOf<{ message_id: string }>>(`/mailboxes/spam?identity_id=${id}`);
  const folder = junk.json.data.some(({ message_id }) => message_id === message.id) ? "spam" : "inbox";
  return { ...message, spam, folder };
}

let counter = 0;

function letter(words: string): string {
  const n = ++counter;
  return (
    `From: ann@remote.example\r\nTo: you@agents.example\r\nSubject: number ${n}\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\n` +
    `Message-ID: <r${n}@remote.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}\r\n`
  );
}

const lunch =
  "Shall we have lunch on Friday at noon? I can book the table at the small place near the river, as we did last week.";
const watches =
  "Genuine replica watches at unbelievable prices, order within the hour and receive a second bracelet free of charge.";

async function deliver(t: SuiteApp, to: TestAddress, words: string) {
  await t.raw({ from: "ann@remote.example", to: to.email, raw: letter(words) });
  return received(t, to);
}

function listen(heard: (socket: Socket) => void = () => {}): Promise<Server> {
  const server = createServer(heard);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/**
 * No map, no rule, no network: GTUBE and what it is taught. Scanner and controller run apart: two workers that open one new
 * SQLite file at once are in each other's way.
 */
function configuration(folder: string, worker: string, classifier = ""): string {
  return `
    options {
      pidfile = "${folder}/pid"; tempdir = "${folder}"; url_tld = "${folder}/tld"; filters = "chartable";
      disable_hyperscan = true; dns { nameserver = ["127.0.0.1:9:1"]; timeout = 0.1s; retransmits = 1; }
    }
    logging { type = "console"; level = "error"; }
    ${worker}
    actions { reject = 15; add_header = 6; greylist = 4; }
    ${classifier}`;
}

function scannerConfiguration(folder: string): string {
  return configuration(folder, `worker "normal" { bind_socket = "127.0.0.1:${ports[0]}"; count = 1; }`);
}

function controllerConfiguration(folder: string): string {
  const statfile = (symbol: string, spam: boolean) =>
    `statfile { symbol = "${symbol}"; spam = ${spam}; path = "${folder}/${symbol}.sqlite"; }`;
  return configuration(
    folder,
    `worker "controller" {
      bind_socket = "127.0.0.1:${ports[1]}"; count = 1; password = "${password}"; secure_ip = "192.0.2.9";
    }`,
    `classifier "bayes" {
      tokenizer { name = "osb"; } cache { type = "sqlite3"; path = "${folder}/cache.sqlite"; } backend = "sqlite3";
      min_tokens = 3; min_learns = 0;
      ${statfile("BAYES_HAM", false)}
      ${statfile("BAYES_SPAM", true)}
    }`,
  );
}

const ports = [await freePort(), await freePort()] as const;
const env = {
  RSPAMD_URL: `http://127.0.0.1:${ports[0]}`,
  RSPAMD_CONTROLLER_URL: `http://127.0.0.1:${ports[1]}`,
  RSPAMD_PASSWORD: password,
  IMAP_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
};

async function stat(): Promise<{ learned: number; scanned: number } | null> {
  try {
    const answer = await fetch(`${env.RSPAMD_CONTROLLER_URL}/stat`, { headers: { password } });
    return (await answer.json()) as { learned: number; scanned: number };
  } catch {
    return null;
  }
}

/** Waits for its count of lessons; trouble with one is a failure at once. */
async function learned(t: SuiteApp, count: number): Promise<void> {
  await eventually(async () => {
    const trouble = t.trouble.find(({ message }) => message.includes("spam scanner"));
    if (trouble) throw new Error(`${trouble.message}: ${JSON.stringify(trouble.fields)}`);
    return (await stat())?.learned === count;
  });
}

if (rspamd === null) test.skip("rspamd is not installed (Debian: apt-get install rspamd)", () => {});
else
  eachApp(
    "mail that rspamd scans",
    (t) => {
      const root = mkdtempSync(join(tmpdir(), "postroom-rspamd-"));
      let running: Bun.Subprocess[] = [];

      const start = async (name: string, configured: (folder: string) => string) => {
        const folder = join(root, name);
        await Bun.write(join(folder, "tld"), "com\norg\nexample\n");
        await Bun.write(join(folder, "rspamd.conf"), configured(folder));
        const paths = [`--var=DBDIR=${folder}`, `--var=RUNDIR=${folder}`, `--var=LOGDIR=${folder}`];
        return Bun.spawn([rspamd, "-f", "-i", "-c", join(folder, "rspamd.conf"), ...paths], {
          stdout: "ignore",
          stderr: "ignore",
          // A group of its own: its workers outlive it.
          detached: true,
        });
      };

      beforeAll(async () => {
        running = await Promise.all([
          start("scanner", scannerConfiguration),
          start("controller", controllerConfiguration),
        ]);
        await eventually(stat);
        await eventually(() =>
          fetch(new URL("/ping", env.RSPAMD_URL)).then(
            ({ ok }) => ok,
            () => false,
          ),
        );
      });

      /** With their workers. */
      const killAll = async () => {
        for (const { pid } of running) process.kill(-pid, "SIGKILL");
        await Promise.all(running.map(({ exited }) => exited));
        running = [];
      };

      afterAll(async () => {
        await killAll();
        rmSync(root, { recursive: true, force: true });
      });

      // DECISIONS Trust: rspamd's actions mean the spam folder, never a refusal
      test("GTUBE is spam, ham is not; score, symbols and action are kept", async () => {
        const to = await t.address();
        const spam = await deliver(t, to, gtube);
        expect(spam).toMatchObject({ is_spam: true, folder: "spam" });
        expect(spam.spam).toMatchObject({
          status: "scanned",
          scanner: "rspamd",
          action: "reject",
          score: 15,
        });
        expect(spam.spam.symbols.map(({ name }) => name)).toContain("GTUBE");
        const ham = await deliver(t, to, lunch);
        expect(ham).toMatchObject({ is_spam: false, folder: "inbox" });
        expect(ham.spam).toMatchObject({ status: "scanned", scanner: "rspamd", action: "no action" });
      });

      test("what a person says of a mail moves it and is learned, in REST and in IMAP", async () => {
        const box = await mailbox(t);
        const before = (await stat())!.learned;
        const { id } = await deliver(t, box, watches);
        await t.api.must(200, t.api.patch(`/messages/${id}`, { is_spam: true }));
        expect((await received(t, box)).folder).toBe("spam");
        await learned(t, before + 1);
        // Said twice, and of what it knows: nothing new.
        await t.api.must(200, t.api.patch(`/messages/${id}`, { is_spam: true }));

        const other = await deliver(t, box, lunch);
        const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
        await talk.ok("SELECT INBOX");
        await talk.ok("MOVE 1 Junk");
        await learned(t, before + 2);
        await talk.ok("SELECT Junk");
        await talk.ok("UID MOVE 2 INBOX");
        expect((await t.api.must<Message>(200, t.api.get(`/messages/${other.id}`))).is_spam).toBe(false);
        await learned(t, before + 3);
        expect(t.trouble.filter(({ message }) => message.includes("spam scanner"))).toEqual([]);
      });

      test("it is killed: nothing is lost", async () => {
        const to = await t.address();
        await killAll();
        for (let i = 0; i < 3; i++) {
          const { is_spam, folder, spam } = await deliver(t, to, `${lunch} ${i}`);
          expect({ is_spam, folder, status: spam.status }).toEqual({
            is_spam: false,
            folder: "inbox",
            status: "unscanned",
          });
        }
        expect(t.trouble.filter(({ message }) => message.includes("unscanned"))).toHaveLength(1);
      });
    },
    { env },
  );

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes connections and never answers. */
const silent = await listen(() => {});
/** Answers, but is no scanner. */
const page = await listen((socket) => {
  socket.on("error", () => {});
  socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>");
});
afterAll(() => {
  silent.close();
  page.close();
});

eachApp(
  "mail while the scanner is slow",
  (t) => {
    test("is stored within its time, unscanned, and told of once", async () => {
      const boxes = await Promise.all(Array.from({ length: 8 }, () => t.address()));
      const mails = await Promise.all(boxes.map((to, n) => deliver(t, to, `${lunch} ${n}`)));
      for (const { is_spam, spam } of mails) {
        expect(is_spam).toBe(false);
        expect(spam).toMatchObject({ status: "unscanned", scanner: "rspamd" });
      }
      expect(t.trouble.filter(({ message }) => message.includes("unscanned"))).toHaveLength(1);
    });
  },
  { env: { RSPAMD_URL: urlOf(silent) } },
);

test("what is no scanner, or has no time, leaves a mail unscanned; it is told of once a minute", async () => {
  const clock = new ManualClock(1_800_000_000_000);
  const told: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void told.push(message) };
  const client = { ip: "192.0.2.1", helo: "x", from: "a@b.example\r\nX: y", trusted: false };
  const scannerAt = (url: string, timeoutMs: number) =>
    new Rspamd({ url, controllerUrl: url, password: null, log, clock, timeoutMs });
  const noScanner = scannerAt(urlOf(page), 2000);
  for (let i = 0; i < 3; i++) {
    expect(await noScanner.scan(Buffer.from("x"), client, [])).toMatchObject({
      status: "unscanned",
      isSpam: false,
    });
  }
  expect(told).toHaveLength(1);
  clock.advance(61_000);
  await noScanner.scan(Buffer.from("x"), client, []);
  expect(told).toHaveLength(2);
  // More at once than it takes: all have their answer when the time is over.
  const slow = scannerAt(urlOf(silent), 300);
  const scans = await Promise.all(Array.from({ length: 100 }, () => slow.scan(Buffer.from("x"), client, [])));
  expect(scans.every(({ status }) => status === "unscanned")).toBe(true);
  expect(await noScanner.learn(Buffer.from("x"), "ham").catch(() => "refused")).toBeUndefined();
});
