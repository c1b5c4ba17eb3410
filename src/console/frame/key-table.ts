// The keys of the pages, by where one is: the one table that the help shows, that buttons take theirs from, and that a test reads.
// Keys of lists, threads and everywhere hold at the same time, so no key is in two of them; a card and a form have their own keys
// beside those of everywhere, and act where the focus is. The desk has one card, on which its keys act.
import { phrases } from "../phrases.ts";

export interface KeyRow {
  /** As `KeyboardEvent.key` has it; of two steps, with a blank between. */
  key: string;
  /** Name of its words in `phrases.keysDo`. */
  does: keyof typeof phrases.keysDo;
}

export const keyContexts = ["everywhere", "list", "thread", "card", "desk", "calendar", "writing"] as const;
export type KeyContext = (typeof keyContexts)[number];

/** Contexts that a page has at once. */
export const keysTogether: readonly (readonly KeyContext[])[] = [
  ["everywhere", "list", "thread"],
  ["everywhere", "card"],
  ["everywhere", "desk"],
  ["everywhere", "calendar"],
  ["everywhere", "writing"],
];

/** The key after `g` that goes to each place. */
export const jumps = {
  needs: "n",
  open: "o",
  waiting: "w",
  snoozed: "h",
  done: "e",
  all: "a",
  drafts: "d",
  sent: "t",
  spam: "!",
  trash: "#",
  calendar: "c",
  settings: "s",
} as const;

const row = (key: string, does: KeyRow["does"]): KeyRow => ({ key, does });

export const keyTable: Readonly<Record<KeyContext, readonly KeyRow[]>> = {
  everywhere: [
    row("?", "theseKeys"),
    row("Ctrl+K", "findAnything"),
    row("/", "search"),
    row("c", "write"),
    row("z", "takeBack"),
    row("g", "goToList"),
    row("Escape", "close"),
  ],
  list: [
    row("j", "theNextThread"),
    row("k", "theThreadBefore"),
    row("x", "chooseTheThread"),
    row("J", "chooseOnDownwards"),
    row("K", "chooseOnUpwards"),
    row("*", "choosePage"),
    row("I", "read"),
    row("d", "decide"),
    row("f", "narrow"),
  ],
  thread: [
    row("e", "done"),
    row("h", "snoozeOrWake"),
    row("u", "unread"),
    row("!", "spamOrNotSpam"),
    row("#", "delete"),
    row("l", "label"),
    row("v", "moveToAFolder"),
    row("w", "waiting"),
    row("a", "assign"),
    row("r", "reply"),
    row("m", "leaveANote"),
    row("n", "nextMail"),
    row("p", "theMailBefore"),
  ],
  card: [row("Ctrl+Enter", "approveOrEnd")],
  desk: [
    row("y", "approveOrLetIn"),
    row("e", "edit"),
    row("r", "returnWithWords"),
    row("n", "rejectOrDelete"),
    row("t", "takeOver"),
    row("Space", "theNextCard"),
    row("Ctrl+Enter", "endSheet"),
  ],
  calendar: [
    row("1", "theDay"),
    row("2", "theWeek"),
    row("3", "theMonth"),
    row("4", "theAgenda"),
    row("t", "today"),
    row("[", "theDaysBefore"),
    row("]", "theDaysAfter"),
    row("n", "newEvent"),
    row("Shift+arrow", "moveEvent"),
    row("+", "makeItLonger"),
    row("-", "makeItShorter"),
    row("Enter", "keepEvent"),
  ],
  writing: [row("Ctrl+Enter", "sendOrKeep")],
};

/** A key of the table by the names on the keys of the language. */
export function keyCap(key: string): string {
  const { caps } = phrases.help;
  const names = key
    .split("+")
    .map((name) => (Object.hasOwn(caps, name) ? caps[name as keyof typeof caps] : name));
  return names.join("+");
}
