// Words of the pages: many threads at once.
import { plural } from "./plural.ts";

const threads = (count: number) => plural(count, "thread", "threads");
const are = (count: number, what: string) => `${threads(count)} ${count === 1 ? "is" : "are"} ${what}.`;

export const bulk = {
  title: "Chosen threads",
  choose: (subject: string) => `Choose ${subject}`,
  chooseAll: "Choose all",
  chosen: "chosen",
  everything: "All of this list",
  all: "All of the list",
  none: "None",
  done: "Done",
  open: "Reopen",
  read: "Read",
  unread: "Unread",
  spam: "Spam",
  notSpam: "Not spam",
  trash: "Delete",
  move: "Move",
  moveTo: "Move what was received to",
  label: "Label",
  labelWith: "Label",
  put: "Put on",
  take: "Take off",
  nothing: "Choose threads first.",
  tooMany: (most: number) => `At most ${most} threads are named at once. Choose all of the list instead.`,
  did: {
    resolved: (count: number) => are(count, "done"),
    open: (count: number) => are(count, "open again"),
    read: (count: number) => are(count, "read"),
    unread: (count: number) => are(count, "unread again"),
    spam: (count: number) => are(count, "in Spam"),
    inbox: (count: number) => are(count, "in the inbox"),
    archive: (count: number) => are(count, "in the archive"),
    trash: (count: number) => are(count, "in the trash"),
    move: (count: number) => are(count, "moved"),
    label: (count: number) => are(count, "labelled"),
    unlabel: (count: number) => are(count, "without the label"),
  },
  left: (count: number) =>
    ` ${threads(count)} ${count === 1 ? "was" : "were"} left alone: with a person, changed meanwhile, or without such a folder.`,
  noUndo: " So many are not taken back at once.",
  takenBack: (count: number) => `${threads(count)} ${count === 1 ? "is" : "are"} as before.`,
  going: (count: number) => `${threads(count)} so far. The rest follows …`,
  byItself: "A page need not be open for it.",
  ended:
    "This ended before all was done: who asked for it may no longer do so, its folder or label is gone, or it took more than a week.",
  goOn: "Go on",
};
