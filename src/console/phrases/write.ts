// Words of the pages: writing.
import { plural } from "./plural.ts";

export const write = {
  title: "Write",
  kinds: { reply: "Reply", all: "Reply to all", forward: "Forward" },
  from: "From",
  to: "To",
  cc: "Cc",
  bcc: "Bcc",
  subject: "Subject",
  text: "Text",
  textHint: "Write …",
  replyHint: "Write an answer …",
  moreLines: "Cc, Bcc",
  send: "Send",
  attach: "Attach files",
  tooLarge: "The files are larger than 25 MB together. Attach fewer, or a link to them.",
  goingUp: "Uploading …",
  saved: "Draft saved",
  format: "Format",
  plain: "Plain text",
  markdown: "Markdown",
  kept: "HTML, as it is",
  save: "Save draft",
  discard: "Discard",
  removeFile: (name: string) => `Remove ${name}`,
  carried: (count: number) =>
    `${plural(count, "file of the message comes", "files of the message come")} along`,
  notAnAddress: (text: string) =>
    `"${text.slice(0, 100)}" is not an email address. Put commas between several.`,
  nobody: "Name at least one recipient.",
  noAddress: "There is no address to write from. Create one first.",
  sentAlready: "This was sent already.",
  hasLeft: "It has left already and cannot be taken back.",
  failed: "It was not sent:",
  leaves: "It leaves",
  sentAs: (sender: string) => `Mail about it is from ${sender}`,
  renamed:
    "The name of this address changed since you opened the page. Nothing was sent: look at the name that is shown now, and do it again.",
  changed:
    "It changed since you opened it: somebody else has written to this draft, added a file, or changed the name of its address. Look at what is here now; Send sends what you see.",
  yours: "What you wrote",
  theirs: "What the draft says now",
  undo: "Undo",
  draft: "Draft",
  go: "Go on writing",
  replyAll: "Reply to all",
};
