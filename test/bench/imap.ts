// IMAP in mailboxes of several sizes, beside Debian's Dovecot on the same mails in the same run. Alone:
// `bun run bench --only imap [--messages 100000]`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Dovecot, startDovecot } from "./dovecot.ts";
import { mailsBefore, profiles, runProfile } from "./imap-profiles.ts";
import { Wire } from "./imap-wire.ts";
import { textMails } from "./intake.ts";
import { quantiles } from "./quantiles.ts";
import { aloneAfterMs, type BenchServer, call, createAddresses, residentMb } from "./server.ts";

export type Add = (what: string, value: number, unit: string) => void;

/** One server that is measured. */
interface Target {
  name: string;
  port: number;
  /** Makes a user; any name is new. */
  user(name: string): Promise<{ user: string; password: string }>;
  /** Kilobytes that sessions take. */
  sessionKilobytes(): number;
}

export const imapSettings = { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" };

const appendSessions = 10;
const bodiesFetched = 2000;
const envelopesFetched = 20_000;

/** What a list of mails is made of, in what mail programs ask for. */
const fetches = [
  ["envelopes", "UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE"],
  ["structures", "BODYSTRUCTURE"],
  ["header fields", "BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT DATE MESSAGE-ID)]"],
] as const;

/** One mail in a thousand has this word in its body. */
const rareWord = "zyzzyva";

function mailOf(n: number): string {
  const mail = textMails[n % textMails.length]!.replace("@ID@", `imap-${n}`);
  return n % 1000 === 0 ? `${mail}The ${rareWord} number ${n}.\r\n` : mail;
}

export interface Extent {
  /** Messages in each mailbox. */
  sizes: readonly number[];
  /** Fewer messages and sessions elsewhere. */
  quick: boolean;
}

/** @param server one that runs with imapSettings */
export async function benchImap(server: BenchServer, { sizes, quick }: Extent, add: Add): Promise<void> {
  const postroom = await postroomTarget(server);
  const dovecot = await startDovecot();
  if (!dovecot) process.stderr.write("Dovecot is left out: it needs Debian's dovecot-imapd, and root\n");
  const other = dovecot && dovecotTarget(dovecot, `dovecot beside ${server.store}`);
  if (server.store === "postgres") await Bun.sleep(aloneAfterMs);
  try {
    for (const size of sizes) {
      const login = await postroom.user(`box${size}`);
      await fill(postroom, login, size);
      await indexed(postroom, login);
      await reading(postroom, login, { size, add });
      if (!other) continue;
      dovecot.fill(`box${size}`, size, mailOf);
      await reading(other, await other.user(`box${size}`), { size, add });
    }
    for (const target of other ? [postroom, other] : [postroom]) await writing(target, { quick, add });
    await mixed(postroom, other, { quick, add });
  } finally {
    await dovecot?.stop();
  }
}

async function postroomTarget(server: BenchServer): Promise<Target> {
  const ports = JSON.parse(readFileSync(join(server.dataDir, "ports.json"), "utf8")) as { imap: number };
  return {
    name: server.store,
    port: ports.imap,
    async user(name) {
      const [address] = await createAddresses(server, `imap${name}`, 1);
      const created = await call<{ username: string; password: string }>(server, "/app-passwords", {
        identity_id: address!.id,
        name: "bench",
      });
      return { user: created.username, password: created.password };
    },
    sessionKilobytes: () => residentMb(server.process.pid) * 1024,
  };
}

function dovecotTarget(dovecot: Dovecot, name: string): Target {
  return {
    name,
    port: dovecot.port,
    user: async (name) => dovecot.login(name),
    sessionKilobytes: () => dovecot.sessionKilobytes(),
  };
}

type Login = Awaited<ReturnType<Target["user"]>>;

function logIn({ port }: Target, { user, password }: Login): Promise<Wire> {
  return Wire.logIn(port, user, password);
}

async function fill(target: Target, login: Login, size: number): Promise<void> {
  const wire = await logIn(target, login);
  for (let n = 1; n <= size; n += 50) {
    const mails = Array.from({ length: Math.min(50, size - n + 1) }, (_, index) => mailOf(n + index));
    await wire.command(
      `APPEND INBOX ${mails.map((mail) => `(\\Seen) {${Buffer.byteLength(mail)}+}\r\n${mail}`).join(" ")}`,
    );
  }
  wire.close();
}

/** Waits until the search index has the last mail that has the rare word: it follows behind. */
async function indexed(target: Target, login: Login): Promise<void> {
  const wire = await logIn(target, login);
  await wire.command("SELECT INBOX");
  for (let tries = 0; tries < 600 && (await wire.time(`UID SEARCH TEXT ${rareWord}`)) > 300; tries++)
    await Bun.sleep(1000);
  wire.close();
}

/** What grows with the mailbox. */
async function reading(
  target: Target,
  login: Login,
  { size, add }: { size: number; add: Add },
): Promise<void> {
  const row: Add = (what, value, unit) => add(`${target.name}: IMAP of ${size}, ${what}`, value, unit);
  const wire = await logIn(target, login);
  row("first SELECT", await wire.time("SELECT INBOX"), "ms");
  row("SELECT by a new session, p50", await selectAnew(target, login), "ms");
  row("SELECT, p50", await p50(wire, ["SELECT INBOX", "UNSELECT"], 20), "ms");
  await wire.command("SELECT INBOX");
  row("FETCH flags, p50", await p50(wire, ["FETCH 1:* (FLAGS)"], shortRounds), "ms");
  const some = Math.min(size, envelopesFetched);
  const sweep = async (what: string, command: string, count: number) => {
    row(`FETCH ${what}, first time`, (count * 1000) / (await wire.time(command)), "mails/s");
    row(`FETCH ${what}`, (count * 1000) / (await p50(wire, [command], 3)), "mails/s");
  };
  for (const [what, items] of fetches) await sweep(what, `FETCH 1:${some} (${items})`, some);
  const bodies = Math.min(size, bodiesFetched);
  await sweep("bodies", `FETCH 1:${bodies} (BODY.PEEK[])`, bodies);
  row("SEARCH UNSEEN, p50", await p50(wire, ["UID SEARCH UNSEEN"], shortRounds), "ms");
  row("SEARCH TEXT", await wire.time(`UID SEARCH TEXT ${rareWord}`), "ms");
  wire.close();
}

async function selectAnew(target: Target, login: Login): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const wire = await logIn(target, login);
    times.push(await wire.time("SELECT INBOX"));
    wire.close();
  }
  return quantiles(times).p50;
}

async function writing(target: Target, { quick, add }: { quick: boolean; add: Add }): Promise<void> {
  const row: Add = (what, value, unit) => add(`${target.name}: IMAP, ${what}`, value, unit);
  await appends(target, quick ? 20 : 100, row);
  await idleLatency(target, row);
  // Dovecot has a process a session.
  await idleMemory(target, quick || target.name.startsWith("dovecot") ? 100 : 1000, row);
}

const rounds = 3;
/** Of commands that take a millisecond or less. */
const shortRounds = 51;

/** Each mix on both servers, rounds alternating; medians, and their ratio. */
async function mixed(
  postroom: Target,
  other: Target | null,
  { quick, add }: { quick: boolean; add: Add },
): Promise<void> {
  const targets = other ? [postroom, other] : [postroom];
  const places = await Promise.all(
    targets.map(async (target) => {
      const login = await target.user(`mixed${Date.now()}`);
      await fill(target, login, mailsBefore);
      return { port: target.port, ...login };
    }),
  );
  for (const profile of profiles) {
    const found = targets.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [n, place] of places.entries())
        found[n]!.push(await runProfile(place, profile, { seconds: quick ? 2 : 5, mailOf }));
    const medians = found.map((rates) => rates.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!);
    for (const [n, target] of targets.entries())
      add(`${target.name}: IMAP, ${profile} mix`, medians[n]!, "commands/min");
    if (other)
      add(`${postroom.name}: IMAP, ${profile} mix beside Dovecot`, medians[0]! / medians[1]!, "times");
  }
}

async function p50(wire: Wire, commands: readonly string[], rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [index, command] of commands.entries()) {
      const time = await wire.time(command);
      if (index === 0) times.push(time);
    }
  return quantiles(times).p50;
}

/** Ten sessions of one user, each with one message a command. */
async function appends(target: Target, each: number, row: Add): Promise<void> {
  const login = await target.user(`append${Date.now()}`);
  const wires = await Promise.all(Array.from({ length: appendSessions }, () => logIn(target, login)));
  const load = () =>
    Promise.all(
      wires.map(async (wire, session) => {
        for (let n = 0; n < each; n++) await wire.append([mailOf(session * each + n)]);
      }),
    );
  await load();
  const begun = performance.now();
  await load();
  const seconds = (performance.now() - begun) / 1000;
  row(`APPEND, ${appendSessions} sessions`, (appendSessions * each) / seconds, "mails/s");
  for (const wire of wires) wire.close();
}

/** From the command of another session to the line that an idle one is told. */
async function idleLatency(target: Target, row: Add): Promise<void> {
  const login = await target.user(`idle${Date.now()}`);
  const [idle, other] = await Promise.all([logIn(target, login), logIn(target, login)]);
  await other.append([mailOf(1)]);
  await idle.command("SELECT INBOX");
  await other.command("SELECT INBOX");
  const times: number[] = [];
  await idle.idle();
  for (let n = 0; n < 30; n++) {
    const told = idle.until(
      (tail) => tail.includes(n % 2 === 0 ? "\\Seen" : "FETCH") && tail.endsWith(")\r\n"),
    );
    const begun = performance.now();
    await other.command(`STORE 1 ${n % 2 === 0 ? "+" : "-"}FLAGS.SILENT (\\Seen)`);
    await told;
    times.push(performance.now() - begun);
    await idle.done();
    await idle.idle();
  }
  const { p50: middle, p99 } = quantiles(times);
  row("change to an idle session, p50", middle, "ms");
  row("change to an idle session, p99", p99, "ms");
  idle.close();
  other.close();
}

/** Sessions that have INBOX open and idle, a hundred a user. */
async function idleMemory(target: Target, count: number, row: Add): Promise<void> {
  const wires: Wire[] = [];
  const before = target.sessionKilobytes();
  for (let n = 0; n < count; n += 100) {
    const login = await target.user(`idles${n}x${Date.now()}`);
    const some = await Promise.all(Array.from({ length: 100 }, () => logIn(target, login)));
    await Promise.all(some.map((wire) => wire.command("SELECT INBOX")));
    await Promise.all(some.map((wire) => wire.idle()));
    wires.push(...some);
  }
  await Bun.sleep(500);
  row(`memory of an idle session, of ${count}`, (target.sessionKilobytes() - before) / count, "kB");
  for (const wire of wires) wire.close();
}
