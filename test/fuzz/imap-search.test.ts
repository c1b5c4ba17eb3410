// Search programs of every key, joined by AND, OR and NOT in any nesting (seeded; one percent of 6,000 in an ordinary run):
// SEARCH finds on both databases what a plain look at each mail finds, and is never refused.
import { expect, test } from "bun:test";
import { eachApp, eventually } from "../support/app/app.ts";
import { pick, type Random, seeded } from "../support/app/random.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";

const programs = Math.ceil((6000 * Number(process.env.FUZZ ?? "1")) / 100);
const seed = Number(process.env.FUZZ_SEED ?? "20260811");

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const words = "ledger quarter ab x qq plan moon Zebra a".split(" ");
const people = ["Ann <ann@remote.example>", "bo@one.example", '"Q, X" <q.x@two.example>'];

/** A mail as it was made, and what the server says of it. */
interface Mail {
  sequence: number;
  uid: number;
  flags: string[];
  /** `2026-01-02`, of INTERNALDATE and of the Date field. */
  arrived: string;
  sent: string | null;
  saved: string;
  size: number;
  modseq: number;
  id: string;
  thread: string;
  header: Map<string, string>;
  head: string;
  body: string;
}

const flags = ["\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft", "urgent", "$Later"];

function dayOf(next: Random): string {
  return `${2024 + next(3)}-0${1 + next(9)}-${10 + next(18)}`;
}

function written(day: string): string {
  const [year, month, date] = day.split("-");
  return `${Number(date)}-${months[Number(month) - 1]}-${year}`;
}

function newMail(
  n: number,
  next: Random,
): Pick<Mail, "flags" | "arrived" | "sent" | "header" | "head" | "body"> {
  const some = (most: number) => Array.from({ length: next(most) }, () => pick(words, next)).join(" ");
  const header = new Map([["From", pick(people, next)]]);
  if (next(3) > 0) header.set("To", pick(people, next));
  if (next(3) === 0) header.set("Cc", pick(people, next));
  if (next(5) > 0) header.set("Subject", `s${n} ${some(4)}`.trim());
  if (next(3) === 0) header.set("X-Tag", some(3));
  const sent = next(6) === 0 ? null : dayOf(next);
  const zone = pick(["+0000", "-1100", "+1300"], next);
  const [year, month, date] = (sent ?? "").split("-");
  if (sent) header.set("Date", `${date} ${months[Number(month) - 1]} ${year} 0${next(10)}:30:00 ${zone}`);
  header.set("Message-ID", `<n${n}@remote.example>`);
  const head = [...header].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const body = `${some(9)}${next(4) === 0 ? " filler".repeat(next(300)) : ""}\r\n`;
  return { flags: flags.filter(() => next(4) === 0), arrived: dayOf(next), sent, header, head, body };
}

/** A search program, and whether a mail is among its results. */
interface Key {
  text: string;
  holds(mail: Mail): boolean;
}

const fold = (text: string) => text.toLowerCase();

function textOf(next: Random): string {
  const word = pick([...words, "nowhere", "s1", "remote", "one.ex"], next);
  const from = next(word.length);
  return next(8) === 0 ? "" : word.slice(from, from + 1 + next(4));
}

function setOf(next: Random, most: number): { text: string; has(n: number): boolean } {
  const ranges = Array.from({ length: 1 + next(4) }, () => {
    const from = 1 + next(most + 3);
    return next(2) === 0 ? [from, from] : [from, from + next(8)];
  });
  const star = next(5) === 0;
  return {
    text: ranges
      .map(([from, to]) => (from === to ? `${from}` : `${to}:${from}`))
      .concat(star ? ["*"] : [])
      .join(","),
    has: (n) => ranges.some(([from, to]) => n >= from! && n <= to!) || (star && n === most),
  };
}

function dateKey(next: Random): Key {
  const day = next(12) === 0 ? pick(["0000-01-01", "9999-12-31", "0001-01-01"], next) : dayOf(next);
  const of = pick(["", "SENT", "SAVED"], next);
  const compare = pick(["BEFORE", "ON", "SINCE"], next);
  return {
    text: `${of}${compare} ${written(day)}`,
    holds(mail) {
      const own = of === "" ? mail.arrived : of === "SENT" ? mail.sent : mail.saved;
      if (own === null) return false;
      return compare === "BEFORE" ? own < day : compare === "ON" ? own === day : own >= day;
    },
  };
}

function textKey(next: Random): Key {
  const text = textOf(next);
  const wanted = fold(text);
  const field = pick(["From", "To", "Cc", "Bcc", "Subject", "X-Tag", "X-None"], next);
  switch (next(3)) {
    case 0:
      return { text: `BODY "${text}"`, holds: ({ body }) => fold(body).includes(wanted) };
    case 1:
      return {
        text: `TEXT "${text}"`,
        holds: ({ head, body }) => fold(head).includes(wanted) || fold(body).includes(wanted),
      };
    default:
      return {
        text: `${field.startsWith("X-") ? `HEADER ${field}` : field.toUpperCase()} "${text}"`,
        holds({ header }) {
          const value = header.get(field);
          return value !== undefined && fold(value).includes(wanted);
        },
      };
  }
}

function flagKey(next: Random): Key {
  const flag = pick(flags, next);
  const set = next(2) === 0;
  const name = flag.startsWith("\\") ? flag.slice(1).toUpperCase() : `KEYWORD ${flag.toUpperCase()}`;
  return { text: `${set ? "" : "UN"}${name}`, holds: (mail) => mail.flags.includes(flag) === set };
}

function leaf(next: Random, mails: readonly Mail[]): Key {
  const one = pick(mails, next);
  const last = mails.at(-1)!;
  switch (next(16)) {
    case 0: {
      const { text, has } = setOf(next, last.sequence);
      return { text, holds: ({ sequence }) => has(sequence) };
    }
    case 1: {
      const { text, has } = setOf(next, last.uid);
      return { text: `UID ${text}`, holds: ({ uid }) => has(uid) };
    }
    case 2:
    case 3:
      return dateKey(next);
    case 4: {
      const bytes = next(4) === 0 ? pick([0, Number.MAX_SAFE_INTEGER], next) : one.size - 1 + next(3);
      return next(2) === 0
        ? { text: `LARGER ${bytes}`, holds: ({ size }) => size > bytes }
        : { text: `SMALLER ${bytes}`, holds: ({ size }) => size < bytes };
    }
    case 5: {
      const age = pick([1, 86_400 * 400, 4_294_967_295], next);
      const then = new Date(Date.now() - age * 1000).toISOString();
      // The mails lie whole days away from these ages, but for those that nothing is as young or old as.
      return next(2) === 0
        ? { text: `OLDER ${age}`, holds: ({ arrived }) => arrived <= then }
        : { text: `YOUNGER ${age}`, holds: ({ arrived }) => arrived > then };
    }
    case 6:
      return { text: `MODSEQ ${one.modseq}`, holds: ({ modseq }) => modseq >= one.modseq };
    case 7:
      return next(3) === 0
        ? { text: "EMAILID Mnobody", holds: () => false }
        : { text: `EMAILID ${one.id}`, holds: ({ id }) => id === one.id };
    case 8:
      return { text: `THREADID ${one.thread}`, holds: ({ thread }) => thread === one.thread };
    case 9:
      return pick<Key>(
        [
          { text: "ALL", holds: () => true },
          { text: "SAVEDATESUPPORTED", holds: () => true },
          { text: "RECENT", holds: () => true },
          { text: "OLD", holds: () => false },
          { text: "NEW", holds: (mail) => !mail.flags.includes("\\Seen") },
        ],
        next,
      );
    case 10:
    case 11:
      return flagKey(next);
    default:
      return textKey(next);
  }
}

function program(next: Random, mails: readonly Mail[], depth: number): Key {
  const inner = () => program(next, mails, depth - 1);
  switch (depth === 0 ? 0 : next(6)) {
    case 1:
    case 2: {
      const [left, right] = [inner(), inner()];
      return {
        text: `OR ${left.text} ${right.text}`,
        holds: (mail) => left.holds(mail) || right.holds(mail),
      };
    }
    case 3: {
      const one = inner();
      return { text: `NOT ${one.text}`, holds: (mail) => !one.holds(mail) };
    }
    case 4: {
      const keys = Array.from({ length: 1 + next(3) }, inner);
      return {
        text: `(${keys.map(({ text }) => text).join(" ")})`,
        holds: (mail) => keys.every((key) => key.holds(mail)),
      };
    }
    case 5: {
      const one = inner();
      return { text: `FUZZY ${one.text}`, holds: one.holds };
    }
    default:
      return leaf(next, mails);
  }
}

eachApp(
  "search programs",
  (t) => {
    test("find what a plain look finds", async () => {
      const next = seeded(seed);
      const box = await mailbox(t);
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      const made = Array.from({ length: 30 }, (_, n) => newMail(n, next));
      const append = async (mail: (typeof made)[number]) => {
        const options = `(${mail.flags.join(" ")}) "${written(mail.arrived).padStart(11, " ")} 00:00:00 +0000"`;
        await talk.append("INBOX", `${mail.head}\r\n${mail.body}`, options);
      };
      for (const mail of made.slice(0, 25)) await append(mail);
      const { database } = t.app.core;
      const isIndexed = async () => (await database.rows("select from search_queue limit 1")).length === 0;
      expect(await eventually(isIndexed)).toBe(true);
      // The last ones may wait for the index while the first programs run.
      for (const mail of made.slice(25)) await append(mail);
      await talk.ok("SELECT INBOX");
      const fetched = await talk.ok("FETCH 1:* (UID RFC822.SIZE MODSEQ EMAILID THREADID SAVEDATE)");
      const lines = fetched.filter((line) => line.includes("EMAILID"));
      const mails = made.map((mail, index): Mail => {
        const of = (pattern: RegExp) => pattern.exec(lines[index]!)![1]!;
        return {
          ...mail,
          sequence: index + 1,
          uid: Number(of(/UID (\d+)/)),
          size: Number(of(/SIZE (\d+)/)),
          modseq: Number(of(/MODSEQ \((\d+)/)),
          id: of(/EMAILID \(([^)]+)/),
          thread: of(/THREADID \(([^)]+)/),
          saved: new Date(of(/SAVEDATE "([^"]+)/)).toISOString().slice(0, 10),
        };
      });
      for (let n = 0; n < programs; n++) {
        const key = program(next, mails, next(5));
        const lines = await talk.say(`SEARCH ${key.text}`);
        const expected = mails.filter(key.holds).map(({ sequence }) => sequence);
        const found = lines.find((line) => line.startsWith("* SEARCH"));
        const numbers = found
          ?.replace(/ \(MODSEQ \d+\)/, "")
          .match(/\d+/g)
          ?.map(Number);
        expect([n, key.text, lines.at(-1)!.slice(lines.at(-1)!.indexOf(" ") + 1), numbers ?? []]).toEqual([
          n,
          key.text,
          "OK Done",
          expected,
        ]);
      }
      talk.close();
    }, 3_600_000);
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
