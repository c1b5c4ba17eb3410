// The words that a command begins with, in the way of another program: nouns and a verb in either order, in one word or in
// several, behind a program's name: `messages list`, `get message`, `list-messages`, `inboxes:messages get`, `gh issue view`.
import { knownElsewhere, type OtherNames } from "../lib/nearest.ts";

export const mailNouns = [
  "message",
  "messages",
  "msg",
  "msgs",
  "email",
  "emails",
  "mail",
  "mails",
  "envelope",
  "envelopes",
  "thread",
  "threads",
  "conversation",
  "conversations",
];
export const addressNouns = [
  "inboxes",
  "address",
  "addresses",
  "identity",
  "accounts",
  "account",
  "mailbox",
  "mailboxes",
  "users",
];
/** Nouns of mail that waits for a person, or for its writer. */
export const held = /^(?:drafts?|reviews?|held|approvals?|pending|outbox)$/;
export const calendarNouns = ["calendar", "calendars", "agenda", "appointment", "appointments", "meeting"];
/** Events too, of a calendar where the verb says so. */
export const eventNouns = ["event", "invitation", "invite"];
const labelNouns = ["label", "labels", "tag", "tags", "flag", "flags"];

/** Verbs of other programs by the one that is meant. */
const verbs: OtherNames = {
  list: ["ls", "index", "all"],
  read: ["get", "show", "view", "open", "cat", "retrieve", "fetch"],
  send: ["compose", "new", "write", "create", "post"],
  reply: ["answer", "respond", "reply-to", "reply_to"],
  "reply-all": ["replyall", "reply_all"],
  search: ["find", "grep", "query"],
  trash: ["delete", "rm", "remove", "del"],
  archive: [],
  spam: ["junk", "mark-spam"],
  forward: ["fwd", "redirect"],
  "mark-read": ["markread", "mark_read", "seen", "mark-as-read"],
  "mark-unread": ["markunread", "mark_unread", "unseen", "mark-as-unread"],
  label: ["tag", "add-label"],
  unlabel: ["untag", "remove-label"],
  snooze: [],
  move: ["mv"],
};
/** Verbs of what is no mail. */
const others = ["add", "make", "cancel", "download", "schedule", "accept", "decline", "tentative", "set"];

/** Programs, and groups of their commands, whose names say nothing about what is meant. */
const programs = [
  "postroom",
  "gh",
  "himalaya",
  "notmuch",
  "gcalcli",
  "agentmail",
  "mailgun",
  "resend",
  "gmail",
  "outlook",
  "aws",
  "ses",
  "sesv2",
  "auth",
];

export function verbOf(word: string): string | null {
  return Object.hasOwn(verbs, word) ? word : knownElsewhere(word, Object.keys(verbs), verbs);
}

const isNoun = (word: string) =>
  [mailNouns, addressNouns, calendarNouns, eventNouns, labelNouns].some((some) => some.includes(word)) ||
  held.test(word);
const isVerb = (word: string) => verbOf(word) !== null || others.includes(word);
const isProgram = (word: string) => programs.includes(word);

/** `list-messages`, `inboxes:messages`, `getMessage` in parts; as one where a part is no word of a command. */
function partsOf(word: string, isGroup: (word: string) => boolean): string[] {
  const parts = word
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_:./]/);
  const isKnown = (part: string) => isNoun(part) || isVerb(part) || isProgram(part) || isGroup(part);
  return parts.length > 1 && !isVerb(word.toLowerCase()) && parts.every(isKnown) ? parts : [word];
}

/** The command without the name of another program, and with its first word in parts. */
export function inParts(args: readonly string[], isGroup: (word: string) => boolean): string[] {
  const whole = isProgram(args[0]!.toLowerCase()) && args.length > 1 ? args.slice(1) : args;
  const [first = "", ...rest] = whole;
  const parts = partsOf(first, isGroup);
  const plain = isProgram(parts[0]!) && parts.length > 1 ? parts.slice(1) : parts;
  return [...plain, ...rest];
}

/** The noun and the verb, as they were said, and what stands behind both. */
export interface CommandWords {
  /** The last one: `inboxes messages` are messages; but drafts, what is held and labels of mail are no mail. */
  noun: string | null;
  /** Null: none was said. */
  verb: string | null;
  rest: string[];
}

export function heardWords(args: readonly string[]): CommandWords {
  const heard: CommandWords = { noun: null, verb: null, rest: [] };
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at]!.toLowerCase();
    // Behind a verb stands one noun; a word behind both is what they are about.
    if (isNoun(word) && (heard.verb === null || heard.noun === null)) heard.noun = nounOf(heard.noun, word);
    else if (heard.verb === null && isVerb(word)) heard.verb = word;
    else break;
  }
  heard.rest = args.slice(at);
  return heard;
}

/** The noun of two, one behind the other: `draft mail` is a draft. */
function nounOf(before: string | null, word: string): string {
  const isKept = before !== null && (held.test(before) || isOfLabels(before)) && mailNouns.includes(word);
  return isKept ? before : word;
}

export const isOfLabels = (noun: string | null) => noun !== null && labelNouns.includes(noun);
