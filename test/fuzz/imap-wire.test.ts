// The wire parser against a million inputs made from real commands by mutation (seeded; one percent of them in an
// ordinary run): nothing is thrown, nothing hangs, nothing is held, and how the bytes are cut makes no difference.

import { expect, test } from "bun:test";
import { parseImapUrl } from "../../src/imap/imap-url.ts";
import { baseSubject } from "../../src/imap/search/base-subject.ts";
import { isTag } from "../../src/imap/wire/characters.ts";
import { CommandReader, type WireEvent } from "../../src/imap/wire/command-reader.ts";
import { authenticatedLimits, greetingLimits, type ParseMode } from "../../src/imap/wire/limits.ts";
import { anyMatcher } from "../../src/imap/wire/list-pattern.ts";
import { decodeUtf7, encodeUtf7 } from "../../src/mail/utf7.ts";
import { fractions } from "../support/app/random.ts";

const percent = Number(process.env.FUZZ ?? "1");
const inputs = Math.round(10_000 * percent);

const samples = [
  'a LOGIN {5+}\r\nsmith "se\\"same"',
  "a AUTHENTICATE PLAIN dGVzdAB0ZXN0AHRlc3Q=",
  'a ID ("name" "x" "version" NIL)',
  "a ENABLE CONDSTORE UTF8=ACCEPT",
  "a SELECT &U,BTFw- (QRESYNC (67890007 90060115194045000 41:211,214:541 (1:29997 15:30000)) CONDSTORE)",
  "a CREATE x (USE (\\Drafts \\Sent))",
  'a LIST (SUBSCRIBED RECURSIVEMATCH) "" ("INBOX" "Sent/%" *) RETURN (CHILDREN STATUS (MESSAGES UNSEEN))',
  "a STATUS {3}\r\nabc (UIDNEXT MESSAGES SIZE)",
  'a APPEND saved (\\Seen $x) " 7-Feb-1994 22:43:04 -0800" {4+}\r\nabcd (\\Draft) {3}\r\nxyz',
  'a APPEND x CATENATE (URL "/a" TEXT {3+}\r\nabc URL {2+}\r\n/b TEXT {0}\r\n)',
  "a APPEND x UTF8 (~{2+}\r\nab)",
  "a UID REPLACE 5 Drafts ~{3}\r\na\0b",
  'a UID SEARCH RETURN (PARTIAL -1:-100 UPDATE (UID FLAGS) SAVE) CHARSET UTF-8 OR (FLAGGED SINCE 1-Feb-1994) NOT FROM "Smith"',
  'a SEARCH HEADER Message-ID {3+}\r\n<1> TEXT "\u00e9" 2,5:7,9,12:* $ MODSEQ "/flags/\\\\draft" all 6',
  "a SORT RETURN (COUNT) (REVERSE DATE SUBJECT) UTF-8 UNSEEN LARGER 5 YOUNGER 6",
  "a THREAD REFERENCES UTF-8 SINCE 5-MAR-2000",
  "a FETCH 2:4,* (FLAGS BODY.PEEK[1.2.HEADER.FIELDS (DATE FROM)]<5.6> BINARY[1]<0.9> PREVIEW (LAZY)) (CHANGEDSINCE 5)",
  "a STORE 6,4,8 (UNCHANGEDSINCE 12121230045) +FLAGS.SILENT (\\Deleted $x)",
  "a UID MOVE 1:* foo",
  "a UID EXPUNGE 3000:3002",
  "a NOTIFY SET STATUS (selected (MessageNew (uid flags) MessageExpunge)) (subtree (a b) (MailboxName))",
  'a CANCELUPDATE "B01"',
  'a SETQUOTA "" (STORAGE 512)',
  "a COMPRESS DEFLATE",
  "a IDLE\r\nDONE",
  "a NOOP",
].map((line) => Buffer.from(`${line}\r\n`, "latin1"));

const words = [
  "(",
  ")",
  "{",
  "}",
  "{3}\r\n",
  "{3+}\r\n",
  "~{2+}\r\n",
  "{999999999}\r\n",
  "{99999999999999999999+}\r\n",
  "{0}\r\n",
  '"',
  "\\",
  "\r\n",
  "\n",
  "\r",
  "\0",
  " ",
  "  ",
  "*",
  "%",
  "$",
  ":",
  ",",
  "<0.1>",
  "[",
  "]",
  "NIL",
  "NOT ",
  "OR ",
  "(((((((((((",
  "))))",
  "&",
  "&-",
  "&AGE-",
  "+",
  "-",
  "\xff",
  "\xc3\xa9",
  "4294967295",
  "4294967296",
  "9223372036854775808",
  "1:*",
  "UID ",
  "CATENATE (",
  "URL ",
  "TEXT ",
  "RETURN (",
  "DONE\r\n",
  "a APPEND x {5+}\r\n",
].map((word) => Buffer.from(word, "latin1"));

const modes: ParseMode[] = [
  { rev2: false, utf8Accept: false },
  { rev2: true, utf8Accept: false },
  { rev2: false, utf8Accept: true },
];

type Random = () => number;

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)]!;
}

function mutate(random: Random): Buffer {
  let bytes = Buffer.concat(Array.from({ length: 1 + below(random, 3) }, () => pick(random, samples)));
  for (let i = below(random, 5); i > 0; i--) {
    const at = below(random, bytes.length);
    const to = Math.min(bytes.length, at + below(random, 20));
    switch (below(random, 6)) {
      case 0:
        bytes = Buffer.concat([bytes.subarray(0, at), pick(random, words), bytes.subarray(at)]);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
        break;
      case 2:
        bytes[at] = below(random, 256);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
        break;
      case 4:
        bytes = bytes.subarray(0, at);
        break;
      default:
        bytes = Buffer.concat([bytes.subarray(0, at), pick(random, words), bytes.subarray(to)]);
    }
    if (bytes.length === 0) bytes = Buffer.from("\r\n");
  }
  return bytes;
}

const smallLimits = {
  ...authenticatedLimits,
  line: 60,
  literal: 8,
  command: 80,
  message: 6,
  swallow: 100,
  searchKeys: 5,
  searchDepth: 2,
  setRanges: 2,
  listItems: 2,
};

interface Run {
  mode: ParseMode;
  limits: typeof authenticatedLimits;
  /** Bytes a piece; 0 is all at once. */
  size: number;
  /** What is done with waiting or streamed literals. */
  refuse: boolean;
}

function read(bytes: Buffer, { mode, limits, size, refuse }: Run): string[] {
  const reader = new CommandReader(limits);
  const seen: string[] = [];
  let announced = 0;
  let steps = 0;
  const step = size === 0 ? bytes.length : size;
  for (let at = 0; at < bytes.length; at += step) {
    reader.push(bytes.subarray(at, at + step));
    for (let event = reader.next(mode); event; event = reader.next(mode)) {
      if (++steps > bytes.length * 3 + 10) throw new Error("more events than bytes");
      if (event.kind === "literal") {
        announced = event.size;
        if (refuse) reader.refuse();
        else reader.accept();
      }
      if (event.kind === "data") {
        announced -= event.bytes.length;
        if (announced < 0) throw new Error("more data than announced");
        continue;
      }
      check(event);
      seen.push(event.kind === "failure" ? `${event.tag} ${event.failure.message}` : JSON.stringify(event));
    }
  }
  return seen;
}

/** How much was dropped before giving up depends on where the pieces were cut. */
function fatal(seen: string[]): boolean {
  return seen.some((line) => line.includes("Too much was sent"));
}

function check(event: WireEvent): void {
  if (event.kind === "command" || event.kind === "append") {
    if (!isTag(event.tag)) throw new Error("a tag that is none");
    const command = event.kind === "command" ? event.command : event.target;
    if ("mailbox" in command && command.mailbox !== null && /[\x00-\x1f\x7f]/.test(command.mailbox)) {
      throw new Error("a control character in a mailbox name");
    }
    if (command.name === "LIST") anyMatcher(command.patterns)("Sent/a");
  }
  if (event.kind === "failure" && /[^\x20-\x7e]/.test(event.failure.message))
    throw new Error("client bytes in a failure");
}

test(`${inputs} inputs`, () => {
  const random = fractions(20260102);
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  let commands = 0;
  for (let i = 0; i < inputs; i++) {
    const bytes = mutate(random);
    const limits = pick(random, [authenticatedLimits, authenticatedLimits, greetingLimits, smallLimits]);
    const run: Run = { mode: pick(random, modes), limits, size: 0, refuse: random() < 0.2 };
    const size = random() < 0.3 ? 1 : 1 + below(random, 30);
    try {
      const whole = read(bytes, run);
      commands += whole.length;
      if (i % 4 === 0) {
        const pieces = read(bytes, { ...run, size });
        if (!fatal(whole) && !fatal(pieces) && !Bun.deepEquals(pieces, whole))
          throw new Error(`in pieces of ${size}: ${pieces.join("|")} not ${whole.join("|")}`);
      }
      const name = bytes.toString("latin1").slice(0, 40);
      const text = decodeUtf7(name);
      if (text !== null && encodeUtf7(text) !== name) throw new Error("two spellings of one name");
      baseSubject(name);
      const url = parseImapUrl(`/${name.replace("(", "/;UID=")}`);
      if (url && /[\x00-\x1f\x7f]/.test(url.mailbox))
        throw new Error("a control character in a URL's mailbox");
    } catch (error) {
      throw new Error(`input ${i}: ${JSON.stringify(bytes.toString("latin1"))}: ${error}`);
    }
  }
  Bun.gc(true);
  const grown = process.memoryUsage().heapUsed - before;
  expect(commands).toBeGreaterThan(inputs / 2);
  expect(grown).toBeLessThan(16 * 1024 * 1024);
});

test("what is held of an endless command is bounded", () => {
  const chunk = Buffer.alloc(64 * 1024, "a");
  for (const start of [
    "a LOGIN ",
    "a XYZZY {100000000+}\r\n",
    "a LOGIN x {4000000000+}\r\n",
    "a APPEND x {40000000+}\r\n",
    '"',
    "",
  ]) {
    const reader = new CommandReader(authenticatedLimits);
    reader.push(Buffer.from(start));
    Bun.gc(true);
    const before = process.memoryUsage();
    for (let i = 0; i < 300; i++) {
      reader.push(Buffer.from(chunk));
      for (let event = reader.next(modes[0]!); event; event = reader.next(modes[0]!)) check(event);
      expect(reader.pending).toBe(0);
    }
    Bun.gc(true);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(
      4 * 1024 * 1024,
    );
  }
});
