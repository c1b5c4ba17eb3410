// Words of the pages: a thread and its messages.
import { numberIn, plural } from "./plural.ts";

export const thread = {
  writing: (name: string) => `${name} is writing`,
  drafting: (name: string) => `${name} is drafting`,
  program: "A program",
  toList: "Back to the list",
  done: "Done",
  doneHint: "Nothing is left to do",
  waiting: "Waiting",
  waitingHint: "The other side is to answer",
  reopen: "Reopen",
  takeOver: "Take over",
  takeOverHint: "What the agent sends into the thread waits for a person from now on",
  handBack: "Hand back",
  handBackHint: "The agent goes on with the thread",
  more: "More",
  actions: "Actions on the thread",
  changedMeanwhile: "Somebody changed the thread meanwhile. Look at it, then decide again.",
  earlier: (count: number) => `Show ${plural(count, "earlier message", "earlier messages")}`,
  earlierOnes: "Show earlier messages",
  newest: "Show the newest messages",
  quoted: "Quoted text",
  noText: "This message has no text.",
  cut: (count: number) => `${numberIn("en-GB")(count)} characters more`,
  showAll: "Show all of it",
  formatted: "Formatted",
  plain: "Plain text",
  pictures: "Show pictures",
  picturesHint: "This server fetches them: their senders learn that the mail was read, not by whom or where",
  noPictures: "Hide pictures",
  ownPictures:
    "Pictures of this mail are not fetched: it did not come from elsewhere, mail of its address waits for people, and the address of a picture can say anything.",
  frameTitle: (name: string) => `Mail from ${name}`,
  openFrame: "Open alone",
  cutFrame: (path: string) =>
    `This mail is too large to be shown whole: this is how it begins. All of it is at ${path} of the API.`,
  show: "Show",
  save: "Save",
  assign: "Assign",
  assignTo: "Assign to",
  history: "History",
  files: (count: number) => plural(count, "file", "files"),
  moreFiles: (count: number) =>
    `${plural(count, "more file", "more files")}: a mail program shows all of them.`,
  download: (name: string) => `Download ${name}`,
  preview: (name: string) => `Show ${name}`,
  gone: "not stored",
  sentTo: "to",
  toYou: (address: string) => `to ${address}`,
  details: "Details",
  unread: "Unread message",
  held: "A received mail waits for a decision here.",
  from: "From",
  to: "To",
  cc: "Cc",
  date: "Date",
  writeAgain: "Write to it again",
  delivery: {
    queued: "on its way",
    deferred: "tried again later",
    bounced: "came back",
  } as Record<string, string>,
};

export const provenance = {
  proven: (domain: string) => `Proven to be from ${domain}`,
  inside: "From this service",
  imported: "Put here by an import or a mail program: not checked",
  relayed: "By your own relay or network: not checked",
  unproven: (domain: string) => `Nothing proves that it is from ${domain}`,
  refuted: (domain: string) => `Not from ${domain}: its DNS records deny it`,
  first: "First contact",
  known: "You have heard from them before",
  answers: "Answers your mail",
  allowed: "On your allow list",
  hidden: (count: number) => `${plural(count, "hidden text", "hidden texts")} removed`,
  invisible: "Invisible characters",
  links: (count: number) =>
    count === 1
      ? "A link shows another address than its own"
      : `${count} links show other addresses than their own`,
  plainDiffers: "The plain part says something else",
  forged: "Imitates the beginning or end of a mail",
  notJudged: "Too large to check",
  spam: "Spam",
  look: "Check it first",
  leadsTo: (shown: string, target: string) => `“${shown}” leads to ${target}`,
};

export const notes = {
  add: "Leave a note",
  label: "For those who work on this thread; it is never sent",
  keep: "Keep note",
  delete: "Delete this note",
  never: "note, not sent",
  noteOf: (who: string) => `Note of ${who}`,
  program: "A program",
  wrongLength: (most: number) => `A note has 1 to ${numberIn("en-GB")(most)} characters.`,
};

export const moves = {
  move: "Move",
  moveTo: "Move what was received to",
  trash: "Delete",
  spam: "Spam",
  notSpam: "Not spam",
  unread: "Unread",
  folders: { inbox: "Inbox", archive: "Archive", spam: "Spam", trash: "Trash" } as Record<string, string>,
};

export const labels = {
  label: "Label",
  newName: "New label",
  make: "Add",
  wrongLength: (most: number) => `A label has a name of 1 to ${most} characters.`,
};

export const history = {
  title: "Audit trail",
  none: "Nothing is recorded",
  noneText: "Where an address has protection, everything that is decided about its mail stands here.",
  by: "by",
  from: "from",
  key: "an API key",
  service: "the service",
  person: "a person",
  actions: {
    review_requested: "Waits for a decision",
    approved: "Approved",
    rejected: "Rejected",
    returned: "Returned",
    taken_over: "Taken over",
    edited: "Edited",
    expired: "Expired",
    withdrawn: "Withdrawn",
    status_changed: "Status changed",
    sent: "Sent",
  } as Record<string, string>,
  details: {
    reasons: "It waits because",
    comment: "Comment",
    before: "The version before",
    status: "Status",
  } as Record<string, string>,
};
