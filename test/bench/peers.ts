// Other servers beside this one, in the same run and under the same load: `bun run bench --peers`. What is compared, and what each
// promises of its answer 250, README.md says.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { startDovecot } from "./dovecot.ts";
import { englishMails } from "./english.ts";
import { type IntakeResult, intake } from "./intake.ts";
import { type BenchServer, createAddresses, familyCpuMs } from "./server.ts";
import { indexed } from "./stages.ts";

/** Of the mails of a load, so many of the last ones are searched for: an index that works in order has all before them by then. */
const lastOnes = 40;

type Add = (what: string, value: number, unit: string) => void;

const rounds = 3;
const mailboxes = 200;

/** A server that takes mail, and stands until the end of the run. */
interface Peer {
  name: string;
  port: number;
  isLmtp: boolean;
  recipients: readonly string[];
  /** Null: it is not ours to look at. */
  pid: number | null;
  /** Resolves when a word is found in the mailbox of that number; null: it has no index. */
  found: ((mailbox: number, word: string) => Promise<void>) | null;
  /** Resolves when nothing waits for the index, some seconds late. */
  rest(): Promise<void>;
}

/** @param given as `--peer` has it @throws Error for what is no peer */
export function peersGiven(given: string): Peer[] {
  return given
    .split(",")
    .filter((each) => each !== "")
    .map((each) => {
      const parts = /^(\w[\w.-]*)=(smtp|lmtp):\/\/([\w.-]+):(\d+)\/([^@/]+@[^@/]+|[^@/]+)$/.exec(each);
      if (!parts) throw new Error(`--peer ${each} is not NAME=smtp://HOST:PORT/LOCAL@DOMAIN`);
      const [, name, scheme, host, port, to] = parts;
      if (host !== "127.0.0.1" && host !== "localhost")
        throw new Error(`--peer ${each}: not on this machine`);
      return {
        name: name!,
        port: Number(port),
        isLmtp: scheme === "lmtp",
        recipients: Array.from({ length: mailboxes }, (_, n) => to!.replaceAll("{n}", String(n))),
        pid: null,
        found: null,
        rest: async () => undefined,
      };
    });
}

const autogroups = "/proc/sys/kernel/sched_autogroup_enabled";

/**
 * Equal weight for all processes: PostgreSQL's backends are a session each, so they have an autogroup of their own, and whoever runs
 * at a `nice` of its group is starved beside them. sched(7)
 * @returns sets it back
 */
export function withoutAutogroups(say: (text: string) => void): () => void {
  if (!existsSync(autogroups) || readFileSync(autogroups, "utf8").trim() === "0") return () => undefined;
  try {
    writeFileSync(autogroups, "0");
  } catch {
    say(
      `processes have no equal weight: as root, write 0 into ${autogroups}; figures with PostgreSQL are bent until then`,
    );
    return () => undefined;
  }
  return () => writeFileSync(autogroups, "1");
}

/** Adds a row a figure and peer; ratios are ours to theirs. */
export async function besidePeers(
  server: BenchServer,
  { total, peers: given, say }: { total: number; peers: readonly Peer[]; say(text: string): void },
  add: Add,
): Promise<void> {
  const dovecot = await startDovecot("mdbox");
  if (dovecot?.lmtpPort == null)
    say("Dovecot is left out: install Debian's dovecot-imapd and dovecot-lmtpd, and run as root");
  const addresses = await createAddresses(server, "peer", mailboxes);
  const ours: Peer = {
    name: "postroom",
    port: server.smtpPort,
    isLmtp: false,
    recipients: addresses.map(({ email }) => email),
    pid: server.process.pid,
    found: (mailbox, word) => searched(server, addresses[mailbox]!.id, word),
    rest: () => indexed(server),
  };
  const peers = [ours, ...given];
  if (dovecot?.lmtpPort != null) {
    const recipients = Array.from({ length: mailboxes }, (_, n) => `peer${n}`);
    peers.push({
      name: "Dovecot",
      port: dovecot.lmtpPort,
      isLmtp: true,
      recipients,
      pid: dovecot.pid,
      found: null,
      rest: async () => undefined,
    });
  }
  try {
    await compare(peers, { total, add });
  } finally {
    await dovecot?.stop();
  }
}

interface Round extends IntakeResult {
  /** Mails a second until the last one can be found. */
  sustained: number;
  cpuMs: number | null;
}

async function compare(peers: readonly Peer[], { total, add }: { total: number; add: Add }): Promise<void> {
  const mails = englishMails(total);
  // All are warm, and every mailbox exists.
  for (const peer of peers) await load(peer, { mails: englishMails(400, 2), isMany: true, sessions: 20 });
  for (const [what, how] of [
    ["200 mailboxes, 20 sessions", { isMany: true, sessions: 20 }],
    ["one mailbox, 20 sessions", { isMany: false, sessions: 20 }],
    ["200 mailboxes, 1 session", { isMany: true, sessions: 1 }],
  ] as const) {
    const found = new Map<Peer, Round[]>(peers.map((peer) => [peer, []]));
    for (let round = 0; round < rounds; round++) {
      // The order is another in each round.
      for (const [n] of peers.entries()) {
        const peer = peers[(n + round) % peers.length]!;
        const some = how.sessions === 1 ? mails.slice(0, Math.ceil(total / 10)) : mails;
        found.get(peer)!.push(await load(peer, { ...how, mails: some }));
      }
    }
    const of = (peer: Peer, pick: (round: Round) => number) => median(found.get(peer)!.map(pick));
    const [ours, ...others] = peers as [Peer, ...Peer[]];
    for (const peer of peers) {
      const whose = peer === ours ? "" : `${peer.name}, `;
      add(
        `${whose}${what}`,
        of(peer, ({ perSecond }) => perSecond),
        "mails/s",
      );
      if (peer.found)
        add(
          `${whose}${what}, until all is found`,
          of(peer, ({ sustained }) => sustained),
          "mails/s",
        );
      if (peer.pid !== null)
        add(
          `${whose}${what}, processor`,
          of(peer, ({ cpuMs }) => cpuMs!),
          "ms",
        );
      add(
        `${whose}${what}, p99 of a mail`,
        of(peer, ({ p99 }) => p99 ?? Number.NaN),
        "ms",
      );
    }
    for (const peer of others) {
      const theirs = of(peer, ({ sustained }) => sustained);
      add(`${what}, beside ${peer.name}`, of(ours, ({ perSecond }) => perSecond) / theirs, "times");
      add(
        `${what}, until all is found, beside ${peer.name}`,
        of(ours, ({ sustained }) => sustained) / theirs,
        "times",
      );
    }
  }
}

let loads = 0;

async function load(
  { name, port, isLmtp, recipients, pid, found, rest }: Peer,
  { mails, isMany, sessions }: { mails: readonly string[]; isMany: boolean; sessions: number },
): Promise<Round> {
  const total = mails.length;
  const to = isMany ? recipients : recipients.slice(0, 1);
  // A word that no other mail of any load has.
  const run = ++loads;
  const word = (n: number) => `mark${run}x${n}`;
  const before = pid === null ? null : familyCpuMs(pid);
  const result = await intake(
    { smtpPort: port },
    {
      total,
      sessions,
      recipients: to,
      mails: mails.map((mail, n) => `${mail}${word(n)}\r\n`),
      lmtp: isLmtp,
    },
  );
  if (result.accepted !== total) throw new Error(`${name}: ${JSON.stringify(result.failures)}`);
  const takenAt = performance.now();
  const taken = pid === null || before === null ? null : (familyCpuMs(pid) - before) / total;
  if (found) for (let n = Math.max(0, total - lastOnes); n < total; n++) await found(n % to.length, word(n));
  const seconds = result.seconds + (found ? (performance.now() - takenAt) / 1000 : 0);
  await rest();
  return { ...result, sustained: total / seconds, cpuMs: taken };
}

async function searched({ api, key }: BenchServer, identityId: string, word: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${api}/messages/search?q=${word}&identity_id=${identityId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length > 0) return;
    // An embedded database that is asked more often lets the index wait.
    await Bun.sleep(250);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
