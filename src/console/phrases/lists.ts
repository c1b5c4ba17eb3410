// Words of the pages: the lists of mail.
import { plural } from "./plural.ts";

export const lists = {
  needs: {
    name: "Needs you",
    emptyTitle: "Nothing needs you",
    empty:
      "Mail that waits for a decision, threads that an agent hands over and mail that came back stand here.",
  },
  open: {
    name: "Open",
    emptyTitle: "Nothing is open",
    empty: "New mail comes in here. Threads that are done or wait for somebody else are in the lists below.",
  },
  waiting: {
    name: "Waiting",
    emptyTitle: "You wait for nobody",
    empty: "Put a thread here when the other side is to answer. Their answer brings it back to Open.",
  },
  snoozed: {
    name: "Snoozed",
    emptyTitle: "Nothing sleeps",
    empty: "Snooze a thread and it stands here until its time, or until mail comes in it.",
  },
  done: {
    name: "Done",
    emptyTitle: "Nothing is done yet",
    empty: "Mark a thread as done and it moves here. A new mail in it brings it back to Open.",
  },
  all: {
    name: "All mail",
    emptyTitle: "No mail yet",
    empty: "Send a mail to one of your addresses, or write one.",
  },
  drafts: {
    name: "Drafts",
    emptyTitle: "No drafts",
    empty: "What you begin to write is kept here until you send it.",
  },
  sent: {
    name: "Sent",
    emptyTitle: "Nothing was sent yet",
    empty: "What you and your agents send stands here.",
  },
  spam: {
    name: "Spam",
    emptyTitle: "No spam",
    empty: "Mail that looks like spam comes in here, and not in Open.",
  },
  trash: {
    name: "Trash",
    emptyTitle: "The trash is empty",
    empty: "What you delete stands here. Move it to the inbox to have it back.",
  },
  folder: {
    name: "Folder",
    emptyTitle: "Nothing in this folder",
    empty: "Move a thread here and its received mails stand in it.",
  },
  label: {
    name: "Label",
    emptyTitle: "Nothing has this label",
    empty: "Give a thread this label and it stands here.",
  },
  tooMany: (most: number) => `Choose an address: this list is of at most ${most} at once.`,
  spamMark: "Spam",
  title: (name: string, address: string | null) => (address === null ? name : `${name} · ${address}`),
  unread: "Unread",
  older: "Older",
  newest: "To the newest",
  noSubject: "(no subject)",
  count: (count: number) => `${plural(count, "message", "messages")}`,
  files: "Has files",
  flagged: "Flagged",
  searchLabel: "Search mail",
  searchHint: "Search mail",
  chooseTitle: "Choose a thread",
  choose: "Its messages are shown here.",
  noAddress: "No address yet",
  noAddressText: "Create an address, then mail to it becomes threads here.",
  createAddress: "Create an address",
};

export const needs = {
  send: "Wants to send",
  received: "Held",
  thread: "Handed over",
  bounce: "Came back",
};

export const status = {
  open: "Open",
  waiting: "Waiting",
  resolved: "Done",
  human_review: "With a person",
};
