// What the pages for people keep in memory beside the API: two servers of one executable receive the same mails and answer the
// same calls of the API, and a person walks through the pages of one. Both are looked at once they are idle, as what use alone
// needs differs from minute to minute. Counted is memory of a process's own, not what it shares with others of one file.
import { readFileSync } from "node:fs";
import { Browser } from "../console/browser.ts";
import { databaseOn } from "./database.ts";
import { intake, mixedMails } from "./intake.ts";
import { quantiles } from "./quantiles.ts";
import { type BenchServer, call, command, createAddresses, startServer } from "./server.ts";

type Add = (what: string, value: number, unit: string) => void;

const mails = 40;
/** Calls of the API on both servers, and pages of the walk. */
const steps = 130;
const stepMs = 400;
/** A server is idle when nobody has used it for five minutes, and then gives back what use needed (src/lib/collect.ts). */
const idleMs = 340_000;

/**
 * @param databaseUrl a PostgreSQL on which each server gets a database of its own; null: the embedded one
 * @param starts pairs of servers, which run at once
 */
export async function benchPages(
  databaseUrl: string | null,
  { starts, say }: { starts: number; say(text: string): void },
  add: Add,
): Promise<void> {
  const pairs: Pair[] = [];
  try {
    while (pairs.length < starts) pairs.push(await startPair(databaseUrl, pairs.length));
    for (const { plain, walked } of pairs) await Promise.all([furnish(plain), furnish(walked)]);
    say(`${steps} calls and pages, then six minutes until the servers are idle`);
    await Promise.all(
      pairs.flatMap(({ plain, walked }) => [callApi(plain), callApi(walked, walkOf(walked))]),
    );
    await Bun.sleep(idleMs);
    const found = pairs.map(({ plain, walked }) => [ownMb(plain.process.pid), ownMb(walked.process.pid)]);
    add("idle after use of the API, own memory", quantiles(found.map(([plain]) => plain!)).p50, "MB");
    add(
      "idle after use of API and pages, own memory",
      quantiles(found.map(([, walked]) => walked!)).p50,
      "MB",
    );
  } finally {
    await Promise.all(pairs.map(({ stop }) => stop()));
  }
}

interface Pair {
  plain: BenchServer;
  walked: BenchServer;
  stop(): Promise<void>;
}

async function startPair(databaseUrl: string | null, n: number): Promise<Pair> {
  const start = async (name: string) => {
    const database = databaseUrl === null ? null : await databaseOn(databaseUrl, `_${name}${n}`);
    const server = await startServer(database ? "postgres" : "embedded", database?.url ?? null);
    return { server, stop: () => server.stop().then(() => database?.stop()) };
  };
  const [plain, walked] = [await start("plain"), await start("walked")];
  return {
    plain: plain.server,
    walked: walked.server,
    stop: async () => void (await Promise.all([plain.stop(), walked.stop()])),
  };
}

async function furnish(server: BenchServer): Promise<void> {
  const recipients = (await createAddresses(server, "desk", 4)).map(({ email }) => email);
  const { accepted } = await intake(server, { total: mails, sessions: 2, recipients, mails: mixedMails });
  if (accepted !== mails) throw new Error(`only ${accepted} of ${mails} mails were accepted`);
}

/** Calls of the API, one page after each. */
async function callApi(server: BenchServer, walk?: () => Promise<void>): Promise<void> {
  const threads = await call<{ id: string }[]>(server, "/threads?limit=50");
  const messages = await call<{ id: string }[]>(server, "/messages?is_read=false&limit=50");
  for (let n = 0; n < steps; n++) {
    const paths = [
      "/threads?limit=50",
      `/threads/${threads[n % threads.length]!.id}`,
      `/messages/${messages[n % messages.length]!.id}`,
      "/messages/search?q=quick&limit=20",
      "/identities",
    ];
    const begun = performance.now();
    await call(server, paths[n % paths.length]!);
    await walk?.();
    await Bun.sleep(Math.max(0, stepMs - (performance.now() - begun)));
  }
}

/** A person who signs in and looks at one page after the other: each call is one. */
function walkOf(server: BenchServer): () => Promise<void> {
  const browser = new Browser(new URL(server.api).origin);
  const signIn = async () => {
    const link = new URL((await command(server.env, ["console-link", "person@bench.example"])).trim());
    await browser.get(`${link.pathname}${link.search}`);
    await browser.submit("/console/sign-in");
    await browser.get("/console/settings");
  };
  const seen: string[] = [];
  let begun: Promise<void> | null = null;
  let n = 0;
  return async () => {
    begun ??= signIn();
    await begun;
    // What a page leads to: threads, the mails' frames, settings, weeks; its sheet and script once.
    const found = [...browser.text.matchAll(/(?:href|src)="(\/console[^"#]*)"/g)].map(([, path]) =>
      path!.replaceAll("&amp;", "&"),
    );
    for (const path of found) if (!seen.includes(path)) seen.push(path);
    const path = seen[n++ % seen.length]!;
    await browser.get(path);
    if (browser.status >= 400) throw new Error(`${path}: ${browser.status}`);
  };
}

/** Megabytes that a process has written to, which no other shares. proc_pid_smaps(5) */
function ownMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Anonymous:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}
