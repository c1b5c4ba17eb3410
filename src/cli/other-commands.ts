// Commands of other programs, in the words of this one: `messages list`, `forward ID --to EMAIL`, `mark-read ID`. Where one of
// those is plain, what it says is the whole command, ready to paste.
import { isUuid } from "../lib/ids.ts";
import { distance, knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
import { corrected, partsOfMail } from "./corrected.ts";
import { commands, didYouMean, findCommand, shellLine, takenAs } from "./index.ts";
import { inboxOfAll } from "./other-calls.ts";

/** Words of other programs, by the command that is meant. */
const otherCommands: OtherNames = {
  inbox: ["mails", "emails", "messages", "message", "threads", "list", "ls"],
  send: ["compose", "new", "write", "sendmail", "send-mail", "send-email", "send_mail", "send_email"],
  read: ["show", "get", "open", "cat", "view"],
  reply: ["answer", "respond"],
  search: ["find", "grep", "query"],
  events: ["tail", "follow", "watch", "logs"],
  next: ["take", "pop", "poll"],
  serve: ["start", "run", "server", "up"],
  "identities create": ["address", "addresses", "identity", "inboxes"],
};

const mailNouns = [
  "message",
  "messages",
  "email",
  "emails",
  "mail",
  "mails",
  "thread",
  "threads",
  "conversation",
  "conversations",
];
const addressNouns = [
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

/** Verbs of other programs by the one that is meant. */
const verbs: OtherNames = {
  list: ["ls", "index", "all"],
  read: ["get", "show", "view", "open", "cat", "retrieve", "fetch"],
  send: ["compose", "new", "write", "create", "post"],
  reply: ["answer", "respond"],
  "reply-all": ["replyall", "reply_all"],
  search: ["find", "grep", "query"],
  trash: ["delete", "rm", "remove", "del"],
  archive: [],
  spam: ["junk", "mark-spam"],
  forward: ["fwd", "redirect"],
  "mark-read": ["markread", "mark_read", "seen"],
  "mark-unread": ["markunread", "mark_unread", "unseen"],
  label: ["tag", "add-label"],
  snooze: [],
};

function verbOf(word: string): string | null {
  return Object.hasOwn(verbs, word) ? word : knownElsewhere(word, Object.keys(verbs), verbs);
}

const tool = (name: string, fields: Record<string, unknown>) => ["tool", name, JSON.stringify(fields)];

/** `--to a --text b` and arguments without an option; null: an option is given twice, or without a value. */
function parted(rest: readonly string[]): { words: string[]; fields: Record<string, string> } | null {
  const words: string[] = [];
  const fields: Record<string, string> = {};
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!;
    if (!word.startsWith("-")) {
      words.push(word);
      continue;
    }
    const [, given, inline] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const value = inline ?? rest[++i];
    const name = given?.replaceAll("-", "_");
    if (name === undefined || value === undefined || Object.hasOwn(fields, name)) return null;
    if (inline === undefined && value.startsWith("-")) return null;
    fields[name] = value;
  }
  return { words, fields };
}

/** Fields under our names; null: one has another name than these, or two mean one. */
function renamed(fields: Record<string, string>, names: OtherNames): Record<string, string> | null {
  const ours: Record<string, string> = {};
  for (const [given, value] of Object.entries(fields)) {
    const name = Object.hasOwn(names, given) ? given : knownElsewhere(given, Object.keys(names), names);
    if (name === null || Object.hasOwn(ours, name)) return null;
    ours[name] = value;
  }
  return ours;
}

/** A change of messages as a call of the tool `organize`; null: no message is named, or more is given than the tool takes. */
function changed(verb: string, rest: readonly string[]): string[] | null {
  const given = parted(rest);
  if (given === null) return null;
  const { words, fields } = given;
  if (verb === "forward") return forwarded(words, fields);
  if (Object.keys(fields).length > 0) return null;
  const word = verb === "label" || verb === "snooze" ? words.pop() : undefined;
  if (words.length === 0 || !words.every(isUuid) || (word !== undefined && isUuid(word))) return null;
  const of = (change: object) => tool("organize", { messages: words, ...change });
  if (verb === "mark-read" || verb === "mark-unread") return of({ read: verb === "mark-read" });
  return of(word === undefined ? { folder: verb } : { [verb]: word });
}

function forwarded(words: readonly string[], given: Record<string, string>): string[] | null {
  const fields = renamed(given, {
    message: ["id", "message_id"],
    to: partsOfMail.to,
    text: partsOfMail.text,
  });
  if (fields === null) return null;
  const { message = words[0], to, text } = fields;
  const people = fields.message === undefined ? words.slice(1) : words;
  const all = [...(to === undefined ? [] : [to]), ...people].flatMap((one) => one.split(","));
  if (message === undefined || !isUuid(message) || (to !== undefined && people.length > 0)) return null;
  if (all.length === 0 || !all.every((one) => /^[^\s@]+@[^\s@]+$/.test(one.trim()))) return null;
  const written = text === undefined ? {} : { text };
  return tool("forward", { message, to: all.map((one) => one.trim()), ...written });
}

/** A command about mail by its verb. */
function aboutMail(verb: string, rest: readonly string[]): string[] | null {
  switch (verb) {
    case "list":
      return ["inbox", ...rest];
    case "reply-all":
      return ["reply", "--all", ...rest];
    case "send":
    case "read":
    case "reply":
    case "search":
      return [verb, ...rest];
    default:
      return changed(verb, rest);
  }
}

const created = ["create", "add", "new", "make"];

/** Second words of commands of two, by the one of ours. */
const secondWords: OtherNames = {
  create: ["new", "add", "make", "mint", "generate"],
  list: ["ls", "show", "all"],
  revoke: ["delete", "remove", "rm", "del"],
  setup: ["add", "install", "configure", "init"],
  set: ["put", "place", "on"],
  lift: ["release", "off", "end"],
};

/** The whole command of a group whose second word is that of another program: `keys new ci`; null: it is not plain. */
export function groupLine([first = "", second = "", ...rest]: readonly string[]): string | null {
  const words = Object.keys(secondWords).filter((one) => findCommand([first, one]) !== null);
  const word = knownElsewhere(second.toLowerCase(), words, secondWords) ?? nearest(second, words);
  if (word === null) return null;
  const whole = [first, word, ...rest];
  if (takenAs(whole) !== null) return shellLine(whole);
  const found = findCommand(whole)!;
  const right = corrected(found.command, found.rest);
  return right && takenAs(right) !== null ? shellLine(right) : null;
}

const week = { after: "today", before: "in 7 days" };

/** Nouns of what waits for a person. */
const held = /^(?:drafts?|reviews?|held|approvals?|pending|outbox)$/;

/** Fields of a draft, by other names too. */
const draftFields: OtherNames = {
  address: ["from", "identity", "inbox"],
  ...partsOfMail,
  cc: [],
  bcc: [],
};

/** The command that one of other words means; null: nobody knows. */
function meantBy(args: readonly string[]): string[] | null {
  const [first, second] = [args[0]!.toLowerCase(), args[1]?.toLowerCase() ?? ""];
  const hasVerb = verbOf(second) !== null;
  const rest = args.slice(hasVerb ? 2 : 1);
  const verb = hasVerb ? verbOf(second)! : "list";
  const isWritten = args.some((word) => /^--?(?:text|body|message|m|stdin|html)(?:=|$)/.test(word));
  if (isWritten && second.startsWith("-")) {
    if (first === "mail" || first === "email") return ["send", ...args.slice(1)];
    if (first === "draft") return ["send", "--draft", ...args.slice(1)];
  }
  if (mailNouns.includes(first)) return hasVerb || args.length === 1 ? aboutMail(verb, rest) : null;
  const isList = verb === "list" && rest.length === 0;
  // `get message ID`, the verb first.
  const ofNoun = args.length > 1 && mailNouns.includes(second) ? verbOf(first) : null;
  if (ofNoun !== null && ofNoun !== "list") return aboutMail(ofNoun, args.slice(2));
  if (addressNouns.includes(first) && created.includes(second))
    return ["identities", "create", ...args.slice(2)];
  if (addressNouns.includes(first) || ["whoami", "me", "status", "profile"].includes(first))
    return isList ? tool("list_addresses", {}) : null;
  if (held.test(first)) {
    if (isList) return tool("list_drafts", {});
    if (!/^drafts?$/.test(first) || !["create", "new", "write", "compose"].includes(second)) return null;
    const given = parted(rest);
    if (given === null || given.words.length > 0) return null;
    const fields = renamed(given.fields, draftFields);
    return fields === null || Object.keys(fields).length === 0 ? null : tool("save_draft", fields);
  }
  if (["calendar", "calendars", "agenda", "appointments"].includes(first))
    return isList ? tool("list_events", week) : null;
  if (/^(?:attachments?|files?|download)$/.test(first)) return ofFiles(args);
  if (/^(?:webhooks?|forward-events|hooks?)$/.test(first)) return toForward(args);
  if (otherCommands.events!.includes(first)) return ["events", "--follow", ...args.slice(1)];
  if (/^[a-z]+(?:[_-][a-z]+)+$/.test(first) && args[1]?.trimStart().startsWith("{"))
    return ["tool", first.replaceAll("-", "_"), ...args.slice(1)];
  const other = knownElsewhere(first, Object.keys(otherCommands), otherCommands);
  if (other !== null && !["serve", "identities create"].includes(other)) return [other, ...args.slice(1)];
  const alone = verbOf(first);
  return alone === null ? null : aboutMail(alone, args.slice(1));
}

/** A file by its id, or a list of mails that have one. */
function ofFiles([first = "", ...rest]: readonly string[]): string[] | null {
  const second = rest[0]?.toLowerCase() ?? "";
  const isRead = second === "download" || verbOf(second) === "read";
  const isList = rest.length === 0 || (rest.length === 1 && verbOf(second) === "list");
  if (isList) return first.toLowerCase() === "download" ? null : ["search", "has:attachment"];
  const given = parted(isRead ? rest.slice(1) : rest);
  const fields = given && renamed(given.fields, { attachment: ["id", "attachment_id"] });
  if (!given || !fields) return null;
  const [id, another] = [...given.words, ...Object.values(fields)];
  return id === undefined || another !== undefined || !isUuid(id)
    ? null
    : tool("read_attachment", { attachment: id });
}

/** Events that go to a URL. */
function toForward([, ...rest]: readonly string[]): string[] | null {
  const isMade = ["create", "add", "new", "register", "listen"].includes(rest[0]?.toLowerCase() ?? "");
  const given = parted(isMade ? rest.slice(1) : rest);
  const fields = given && renamed(given.fields, { url: ["forward_to", "forward", "endpoint"] });
  if (!given || !fields) return null;
  const [url, another] = [...given.words, ...Object.values(fields)];
  // The server itself calls a webhook of elsewhere.
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url ?? "")?.hostname ?? "");
  return url === undefined || another !== undefined || !isHere ? null : ["listen", "--forward", url];
}

/** The whole command that is meant, for a shell; null: it is not plain, or lacks something. */
function meantLine(args: readonly string[]): string | null {
  const meant = meantBy(args);
  if (meant === null) return null;
  // A key may reach several addresses.
  const isBare = meant[0] === "inbox" && meant.slice(1).every((word) => /^--(?:unread|json)$/.test(word));
  const words = isBare ? inboxOfAll(meant) : meant;
  if (isWhole(words)) return shellLine(words);
  const found = findCommand(words);
  const right = found && corrected(found.command, found.rest);
  return right && isWhole(right) ? shellLine(right) : null;
}

/** Whether a command is taken; of words that other programs have, only an id names a mail. */
function isWhole(words: readonly string[]): boolean {
  const taken = takenAs(words);
  if (taken === null) return false;
  return !["read", "reply"].includes(taken.command.name) || isUuid(taken.input.positionals[0]!);
}

/** Decisions of people alone. */
const ofPeople = ["approve", "reject", "deny", "release"];

/** Commands that a misspelt word does not lead to. */
const takesAway = /^(?:delete|drop|revoke|prune)$/;

/** Names of commands, of two words where they have two. */
export function unknownCommand(args: readonly string[]): string {
  const [first = "", second = ""] = args;
  const known = [
    "serve",
    "healthcheck",
    "version",
    ...commands.filter(({ internal }) => !internal).map(({ name }) => name),
  ];
  const none = `There is no command "${first}".`;
  // An invitation is accepted too: of that word alone nobody knows which.
  const isDecision = held.test(first.toLowerCase()) && [...ofPeople, "accept"].includes(second.toLowerCase());
  if (isDecision || ofPeople.includes(first.toLowerCase())) {
    const id = args.slice(1).find(isUuid) ?? "ID";
    return `${none} What is held a person decides, in the console under Needs you; postroom wait --review ${id} waits for it. postroom --help lists all.`;
  }
  const line = meantLine(args);
  const pasted = line === null ? "" : didYouMean(line);
  if (["mail", "email"].includes(first.toLowerCase()))
    return `${none} Did you mean "inbox", which lists mail, or "send"? postroom --help lists all.${pasted}`;
  if (line !== null) return `${none} postroom --help lists all.${pasted}`;
  const other = knownElsewhere(first.toLowerCase(), Object.keys(otherCommands), otherCommands);
  if (/^(?:web)?hooks?$/.test(first.toLowerCase()))
    return `${none} A webhook of a public URL is made by POST /api/v1/webhooks with {"url": "https://…"}; postroom listen --forward URL posts to a program of this machine. postroom --help lists all.`;
  const near = other ?? nearest(`${first} ${second}`.trim(), known) ?? nearest(first, known);
  const isMisspelt = near !== null && other === null && distance(first, near) <= 2;
  const both = near?.split(" ") ?? [];
  const isGroup = both.length === 2 && second === both[1] && distance(first, both[0]!) === 1;
  const rest = isGroup && !takesAway.test(second) ? args.slice(2) : null;
  if (rest !== null && takenAs([...both, ...rest]) !== null)
    return `${none} postroom --help lists all.${didYouMean(shellLine([...both, ...rest]))}`;
  if (isMisspelt && isWhole([near, ...args.slice(1)]))
    return `${none} postroom --help lists all.${didYouMean(shellLine([near, ...args.slice(1)]))}`;
  return `${none}${near === null ? "" : ` Did you mean "${near}"?`} postroom --help lists all.`;
}
