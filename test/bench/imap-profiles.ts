// Mixes of IMAP commands by many sessions, as imaptest mixes them (its profiles "default", "fetch", "append" and log-ins):
// each session draws a command, waits for its answer and draws the next. Commands a minute are counted; the same seed
// draws the same commands for every server.
import { Wire } from "./imap-wire.ts";

export type Profile = "default" | "fetch" | "append" | "log-in";

export const profiles: readonly Profile[] = ["default", "fetch", "append", "log-in"];

interface Place {
  port: number;
  user: string;
  password: string;
}

const sessions = 10;

/** What a command is drawn from: its part of the mix in percent. imaptest(1), states */
const mixes: Record<Profile, readonly [number, Step][]> = {
  default: [
    [3, "again"],
    [5, "list"],
    [5, "status"],
    [5, "select"],
    [30, "header"],
    [10, "body"],
    [20, "flags"],
    [10, "search"],
    [10, "append"],
    [2, "expunge"],
  ],
  fetch: [
    [30, "envelope"],
    [40, "header"],
    [20, "body"],
    [10, "structure"],
  ],
  append: [[100, "append"]],
  "log-in": [[100, "again"]],
};

type Step =
  | "again"
  | "list"
  | "status"
  | "select"
  | "envelope"
  | "header"
  | "structure"
  | "body"
  | "flags"
  | "search"
  | "append"
  | "expunge";

/** Mails that the mailbox of a mix has when it begins. */
export const mailsBefore = 500;

/**
 * Runs a mix for some seconds.
 * @param mailOf the nth mail that is appended
 * @returns commands a minute, each of them answered OK
 */
export async function runProfile(
  place: Place,
  profile: Profile,
  { seconds, mailOf }: { seconds: number; mailOf: (n: number) => string },
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: sessions }, (_, n) => oneSession(place, profile, { seed: n + 1, until, mailOf })),
  );
  const took = performance.now() - begun;
  return (counts.reduce((sum, count) => sum + count, 0) * 60_000) / took;
}

async function oneSession(
  place: Place,
  profile: Profile,
  { seed, until, mailOf }: { seed: number; until: number; mailOf: (n: number) => string },
): Promise<number> {
  const random = seeded(seed);
  let wire = await opened(place);
  let count = 0;
  for (; performance.now() < until; count++) {
    const step = draw(mixes[profile], random);
    if (step === "again") {
      await wire.command("LOGOUT").catch(() => undefined);
      wire.close();
      wire = await opened(place);
      count += 2;
    } else await wire.command(commandOf(step, random, mailOf(seed * 1_000_000 + count)));
  }
  wire.close();
  return count;
}

async function opened({ port, user, password }: Place): Promise<Wire> {
  const wire = await Wire.logIn(port, user, password);
  await wire.command("SELECT INBOX");
  return wire;
}

function draw(mix: readonly [number, Step][], random: () => number): Step {
  let at = random() * 100;
  for (const [percent, step] of mix) {
    at -= percent;
    if (at < 0) return step;
  }
  return mix[0]![1];
}

/** Message numbers are of the mails that were there before: others may be expunged meanwhile. */
function commandOf(step: Exclude<Step, "again">, random: () => number, mail: string): string {
  const one = 1 + Math.floor(random() * mailsBefore);
  const few = `${one}:${one + Math.floor(random() * 20)}`;
  switch (step) {
    case "list":
      return 'LIST "" *';
    case "status":
      return "STATUS INBOX (MESSAGES UNSEEN UIDNEXT)";
    case "select":
      return "SELECT INBOX";
    case "envelope":
      return `UID FETCH ${few} (FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)`;
    case "header":
      return `UID FETCH ${few} (FLAGS BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT DATE)])`;
    case "structure":
      return `UID FETCH ${few} (BODYSTRUCTURE)`;
    case "body":
      return `UID FETCH ${one} (BODY.PEEK[])`;
    case "flags":
      return `UID STORE ${one} ${random() < 0.5 ? "+" : "-"}FLAGS (${random() < 0.5 ? "\\Seen" : "\\Flagged"})`;
    case "search":
      return random() < 0.5 ? "UID SEARCH UNSEEN" : "UID SEARCH FLAGGED";
    case "append":
      return `APPEND INBOX {${Buffer.byteLength(mail)}+}\r\n${mail}`;
    case "expunge":
      return "EXPUNGE";
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}
