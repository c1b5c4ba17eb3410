// The keys of the pages, by where one is: the one table that the help shows, that buttons take theirs from, and that a test reads.
// Lists, threads and everywhere are there at once, so no key is in two of them; a card and a form have their own keys beside those
// of everywhere, and act where the focus is. The desk has one card, on which its keys act.
export interface KeyRow {
  /** As `KeyboardEvent.key` has it; of two steps, with a blank between. */
  key: string;
  does: string;
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

const row = (key: string, does: string): KeyRow => ({ key, does });

export const keyTable: Readonly<Record<KeyContext, readonly KeyRow[]>> = {
  everywhere: [
    row("?", "these keys"),
    row("Ctrl+K", "find an action, address, label, person, setting or thread"),
    row("/", "search"),
    row("c", "write"),
    row("z", "take back what was just done"),
    row("g", "and the key of a list: go to it"),
    row("Escape", "close, or choose nothing"),
  ],
  list: [
    row("j", "the next thread"),
    row("k", "the thread before"),
    row("x", "choose the thread"),
    row("J", "choose on, downwards"),
    row("K", "choose on, upwards"),
    row("*", "choose all of the page"),
    row("I", "read, of what is chosen"),
    row("d", "decide what waits, one by one"),
  ],
  thread: [
    row("e", "done; of all that is chosen, else of the thread"),
    row("h", "snooze, or wake"),
    row("u", "unread"),
    row("!", "spam, or not spam"),
    row("#", "delete"),
    row("l", "label"),
    row("v", "move to a folder"),
    row("w", "waiting"),
    row("a", "assign"),
    row("r", "reply"),
    row("m", "leave a note"),
    row("n", "the next mail of the thread"),
    row("p", "the mail before"),
  ],
  card: [row("Ctrl+Enter", "approve, or end the sheet that has the focus")],
  desk: [
    row("y", "approve, or let in"),
    row("e", "edit"),
    row("r", "return with words"),
    row("n", "reject, or delete"),
    row("t", "take over"),
    row("Space", "the next card"),
    row("Ctrl+Enter", "end the sheet that has the focus"),
  ],
  calendar: [
    row("1", "the day"),
    row("2", "the week"),
    row("3", "the month"),
    row("4", "the agenda"),
    row("t", "today"),
    row("[", "the days before"),
    row("]", "the days after"),
    row("n", "new event"),
    row("Shift+arrow", "move the event that has the focus"),
    row("+", "make it longer"),
    row("-", "make it shorter"),
    row("Enter", "keep the event where it was moved"),
  ],
  writing: [row("Ctrl+Enter", "send, or keep the note")],
};
