// Commands of other programs, in the words of this one: `messages list`, `forward ID --to EMAIL`, `mark-read ID`. Where one of
// those is plain, what it says is the whole command, ready to paste.
import { isUuid } from "../lib/ids.ts";
import { knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
import { corrected } from "./corrected.ts";
import { commands, findCommand, readInput, shellLine } from "./index.ts";

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

/** `--to a --text b` and arguments without an option. */
function parted(rest: readonly string[]): { words: string[]; fields: Record<string, string> } {
  const words: string[] = [];
  const fields: Record<string, string> = {};
  for (let i = 0; i < rest.length; i++) {
    const [, name, inline] = /^--?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(rest[i]!) ?? [];
    if (name === undefined) words.push(rest[i]!);
    else fields[name.replaceAll("-", "_")] = inline ?? rest[++i] ?? "";
  }
  return { words, fields };
}

const idNames = ["id", "message_id", "message", "thread_id", "thread"];

/** A change of mail, as the tool that makes it takes it; null: it is not said of which. */
function changed(verb: string, rest: readonly string[]): string[] | null {
  const { words, fields } = parted(rest);
  const named = idNames.find((name) => fields[name] !== undefined);
  const id = named === undefined ? words.shift() : fields[named];
  if (id === undefined) return null;
  const of = (change: object) => tool("organize", { messages: [id], ...change });
  const word = words[0] ?? fields.label ?? fields.name ?? fields.until;
  if (verb === "trash" || verb === "archive" || verb === "spam") return of({ folder: verb });
  if (verb === "mark-read" || verb === "mark-unread") return of({ read: verb === "mark-read" });
  if (verb === "label") return word === undefined ? null : of({ label: word });
  if (verb === "snooze") return word === undefined ? null : of({ snooze: word });
  const to = fields.to ?? words[0];
  if (to === undefined) return null;
  const text = fields.text ?? fields.body;
  return tool("forward", { message: id, to, ...(text === undefined ? {} : { text }) });
}

/** A command about mail by its verb. */
function aboutMail(verb: string, rest: readonly string[]): string[] | null {
  switch (verb) {
    case "list":
      return ["inbox", ...rest];
    case "reply-all":
      return ["reply", ...rest, "--all"];
    case "send":
    case "read":
    case "reply":
    case "search":
      return [verb, ...rest];
    default:
      return changed(verb, rest);
  }
}

const week = { after: "today", before: "in 7 days" };

/** The command that one of other words means; null: nobody knows. */
function meantBy(args: readonly string[]): string[] | null {
  const [first, second] = [args[0]!.toLowerCase(), args[1]?.toLowerCase() ?? ""];
  const hasVerb = verbOf(second) !== null;
  const rest = args.slice(hasVerb ? 2 : 1);
  const verb = hasVerb ? verbOf(second)! : "list";
  if (mailNouns.includes(first)) return hasVerb || args.length === 1 ? aboutMail(verb, rest) : null;
  if (addressNouns.includes(first)) {
    if (verb !== "send") return tool("list_addresses", {});
    return null;
  }
  if (["whoami", "me", "status", "profile", "inboxes"].includes(first)) return tool("list_addresses", {});
  if (/^drafts?$/.test(first) || /^(?:reviews?|held|approvals?|pending|outbox)$/.test(first)) {
    if (verb === "list" || verb === "read") return tool("list_drafts", {});
    const { fields } = parted(rest);
    if (verb === "send" && Object.keys(fields).length > 0) return tool("save_draft", fields);
    return null;
  }
  if (["calendar", "calendars", "agenda", "appointments"].includes(first) && verb === "list")
    return tool("list_events", week);
  if (/^(?:attachments?|files?|download)$/.test(first)) {
    const { words, fields } = parted(args.slice(1));
    const id = fields.id ?? fields.attachment_id ?? words.at(-1);
    return id === undefined ? ["search", "has:attachment"] : tool("read_attachment", { attachment: id });
  }
  if (/^(?:webhooks?|forward-events|hooks?)$/.test(first)) {
    const { words, fields } = parted(rest);
    const url =
      fields.url ?? fields.forward_to ?? fields.endpoint ?? words.find((word) => /^https?:/.test(word));
    return url === undefined ? null : ["listen", "--forward", url];
  }
  if (["tail", "follow", "watch", "logs"].includes(first)) return ["events", "--follow", ...args.slice(1)];
  if (/^[a-z]+(?:[_-][a-z]+)+$/.test(first) && args[1]?.trimStart().startsWith("{"))
    return ["tool", first.replaceAll("-", "_"), ...args.slice(1)];
  const other = knownElsewhere(first, Object.keys(otherCommands), otherCommands);
  if (other !== null && !["serve", "identities create"].includes(other)) return [other, ...args.slice(1)];
  const alone = verbOf(first);
  return alone === null ? null : aboutMail(alone, args.slice(1));
}

/** The whole command that is meant, for a shell; null: it is not plain, or lacks something. */
function meantLine(args: readonly string[]): string | null {
  const words = meantBy(args);
  if (words === null) return null;
  if (takes(words)) return shellLine(words);
  const found = findCommand(words);
  const right = found && corrected(found.command, found.rest);
  return right && takes(right) ? shellLine(right) : null;
}

function takes(words: readonly string[]): boolean {
  const found = findCommand(words);
  if (!found) return false;
  try {
    readInput(found.command, found.rest);
    return true;
  } catch {
    return false;
  }
}

/** Decisions of people alone. */
const ofPeople = ["approve", "reject", "accept", "deny", "release"];

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
  if (ofPeople.includes(first.toLowerCase()))
    return `${none} What is held a person decides, in the console under Needs you; postroom wait --review ${isUuid(second) ? second : "ID"} waits for it. postroom --help lists all.`;
  const line = meantLine(args);
  const pasted = line === null ? "" : `\nDid you mean: postroom ${line}`;
  if (["mail", "email"].includes(first.toLowerCase()))
    return `${none} Did you mean "inbox", which lists mail, or "send"? postroom --help lists all.${pasted}`;
  if (line !== null) return `${none} postroom --help lists all.${pasted}`;
  const other = knownElsewhere(first.toLowerCase(), Object.keys(otherCommands), otherCommands);
  const near = other ?? nearest(`${first} ${second}`.trim(), known) ?? nearest(first, known);
  return `${none}${near === null ? "" : ` Did you mean "${near}"?`} postroom --help lists all.`;
}
