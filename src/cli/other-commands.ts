// Commands of other programs, in the words of this one: `messages list`, `forward ID --to EMAIL`, `mark-read ID`. Where one of
// those is plain, what it says is the whole command, ready to paste.
import { isUuid } from "../lib/ids.ts";
import { distance, knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
import { callWords } from "./client/tool.ts";
import {
  addressNouns,
  calendarNouns,
  eventNouns,
  heardWords,
  held,
  inParts,
  isOfLabels,
  mailNouns,
  verbOf,
} from "./command-words.ts";
import { corrected } from "./corrected.ts";
import { commands, findCommand, isWhole, shellLine, takenAs } from "./index.ts";
import { inboxOfAll } from "./other-calls.ts";
import {
  changed,
  freeNouns,
  idOf,
  ofCalendar,
  ofDrafts,
  ofFiles,
  ofFreeTimes,
  ofLabels,
  toForward,
  tool,
} from "./other-things.ts";

/** Words of other programs, by the command that is meant. */
const otherCommands: OtherNames = {
  inbox: ["mails", "emails", "messages", "message", "threads", "list", "ls"],
  send: ["compose", "new", "write", "sendmail", "send-mail", "send-email", "send_mail", "send_email"],
  read: ["show", "get", "open", "cat", "view"],
  reply: ["answer", "respond"],
  search: ["find", "grep", "query"],
  events: ["tail", "follow", "watch", "logs"],
  next: ["take", "pop", "poll"],
  tool: ["tools", "call", "invoke"],
  serve: ["start", "run", "server", "up"],
  "identities create": ["address", "addresses", "identity", "inboxes"],
};

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

/** First words of commands that have two. */
const groups = [...new Set(commands.map(({ name }) => name.split(" ")).flatMap(([a, b]) => (b ? [a!] : [])))];
/** The group of a noun, which may be one of many: `key`. */
const groupOf = (word: string) => groups.find((group) => group === word || group === `${word}s`);

/** The whole command of a group whose second word is that of another program: `keys new ci`; null: it is not plain. */
export function groupLine(args: readonly string[]): string | null {
  const words = groupWords(args);
  return words === null ? null : shellLine(words);
}

function groupWords([first = "", second = "", ...rest]: readonly string[]): string[] | null {
  const words = Object.keys(secondWords).filter((one) => findCommand([first, one]) !== null);
  // `domains`, and `agents codex` of a group of one command.
  if (second === "") return isWhole([first, "list"]) ? [first, "list"] : null;
  const [only, another] = commands.filter(({ name }) => name.startsWith(`${first} `));
  // `agents remove` is no program that is set up.
  const isVerb = [...Object.keys(secondWords), ...Object.values(secondWords).flat()].includes(
    second.toLowerCase(),
  );
  const alone = !only || another || isVerb ? null : [...only.name.split(" "), second, ...rest];
  if (alone !== null && isWhole(alone)) return alone;
  const given = second.toLowerCase();
  const known = words.includes(given) || findCommand([first, given]) !== null ? given : null;
  const word = known ?? knownElsewhere(given, words, secondWords) ?? nearest(second, words);
  if (word === null) return null;
  const whole = [first, word, ...rest];
  if (takenAs(whole) !== null) return whole;
  const found = findCommand(whole)!;
  const right = corrected(found.command, found.rest);
  return right && takenAs(right) !== null ? right : null;
}

/** A command of two words in another order, or with one of many: `create key ci`, `key create ci`. */
function groupMeant([first = "", second = "", ...rest]: readonly string[]): string[] | null {
  const [group, word] = [groupOf(first.toLowerCase()), second.toLowerCase()];
  if (group !== undefined) return groupWords([group, word, ...rest]);
  const [other, verb] = [groupOf(word), first.toLowerCase()];
  const isVerb = [verb, ...Object.keys(secondWords).filter((one) => secondWords[one]!.includes(verb))].some(
    (one) => other !== undefined && findCommand([other, one]) !== null,
  );
  return isVerb ? groupWords([other!, verb, ...rest]) : null;
}

/** The command that one of other words means; null: nobody knows. */
function meantBy(given: readonly string[]): string[] | null {
  const args = inParts(given, (word) => groupOf(word) !== undefined);
  if (args.length !== given.length && findCommand(args) !== null) return args;
  const first = args[0]!.toLowerCase();
  const { noun, verb, rest } = heardWords(args);
  const said = verb === null ? null : (verbOf(verb) ?? verb);
  const isWritten = args.some((word) => /^--?(?:text|body|message|m|stdin|html)(?:=|$)/.test(word));
  if (isWritten && verb === null && /^-|^[^\s@]+@[^\s@]+$/.test(rest[0] ?? "")) {
    if (noun === null && rest.length === args.length) return ["send", ...rest];
    if (noun === "mail" || noun === "email") return ["send", ...rest];
    if (noun === "draft") return ["send", "--draft", ...rest];
  }
  if (first === "sendmail" && isWritten) return ["send", ...args.slice(1)];
  // Their text is standard input.
  if (["mutt", "mailx"].includes(first)) return ["send", ...args.slice(1), ...(isWritten ? [] : ["--stdin"])];
  if (first === "unread" || first === "unseen")
    return rest.length === args.length ? ["inbox", ...args.slice(1), "--unread"] : null;
  if (isOfLabels(noun)) return ofLabels(said, rest);
  if (noun !== null && mailNouns.includes(noun))
    return said === null ? mailAlone(rest) : aboutMail(said, rest);
  const isList = (said ?? "list") === "list" && rest.length === 0;
  if (noun !== null && addressNouns.includes(noun) && created.includes(verb ?? ""))
    return ["identities", "create", ...rest];
  if ((noun !== null && addressNouns.includes(noun)) || ["whoami", "me", "status", "profile"].includes(first))
    return (noun === null ? args.length === 1 : isList) ? tool("list_addresses", {}) : null;
  if (noun !== null && held.test(noun)) return ofDrafts({ noun, verb, rest }, isList);
  if (noun !== null && (calendarNouns.includes(noun) || eventNouns.includes(noun)))
    return ofCalendar({ noun, verb, rest });
  if (/^(?:attachments?|files?|download)$/.test(first)) return ofFiles(args);
  if (/^(?:webhooks?|forward-events|hooks?)$/.test(first)) return toForward(args);
  const ofGroup = groupMeant(args);
  if (ofGroup !== null) return ofGroup;
  if (otherCommands.events!.includes(first)) return ["events", "--follow", ...args.slice(1)];
  const name = given[0]!;
  if (/^[a-z]+(?:[_-][a-z]+)+$/i.test(name) && given[1]?.trimStart().startsWith("{"))
    return ["tool", name.toLowerCase().replaceAll("-", "_"), ...given.slice(1)];
  if (first === "ack") return ["next", "--ack", ...args.slice(1)];
  const scheduled =
    first === "schedule" ? ofDrafts({ noun: "draft", verb: first, rest: args.slice(1) }, false) : null;
  if (scheduled !== null) return scheduled;
  if (freeNouns.includes(first)) return ofFreeTimes(args.slice(1));
  // Mail that leaves at a time; without one it would leave at once.
  if (first === "schedule" && args.some((word) => /^--(?:at|send-at|when)(?:=|$)/.test(word)))
    return ["send", ...args.slice(1)];
  const other = knownElsewhere(first, Object.keys(otherCommands), otherCommands);
  if (other === "tool") return ["tool", ...args.slice(callWords.includes(args[1] ?? "") ? 2 : 1)];
  if (other !== null && !["serve", "identities create"].includes(other)) return [other, ...args.slice(1)];
  return said === null || rest.length === args.length ? null : aboutMail(said, rest);
}

/** Mail without a verb: a list of it, or one by its id. */
function mailAlone(rest: readonly string[]): string[] | null {
  if (rest[0] === "unread") return mailAlone(["--unread", ...rest.slice(1)]);
  if (rest.length === 1 && idOf(rest[0]!) !== null) return ["read", rest[0]!];
  const isList = rest.every((word) => /^--(?:unread|json|limit|count)(?:=|$)|^\d{1,4}$/.test(word));
  return isList ? ["inbox", ...rest] : null;
}

/** The whole command that is meant; null: it is not plain, or lacks something. */
function meantWords(args: readonly string[]): string[] | null {
  const meant = meantBy(args);
  if (meant === null) return null;
  // A key may reach several addresses.
  const isBare = meant[0] === "inbox" && meant.slice(1).every((word) => /^--(?:unread|json)$/.test(word));
  const words = isBare ? inboxOfAll(meant) : meant;
  if (isWhole(words)) return words;
  const found = findCommand(words);
  const right = found && corrected(found.command, found.rest);
  return right && isWhole(right) ? right : null;
}

/** Decisions of people alone. */
const ofPeople = ["approve", "reject", "deny", "release"];

/** Whether only a person does it. */
function isOfPeople([first = "", second = ""]: readonly string[]): boolean {
  // An invitation is accepted too: of that word alone nobody knows which.
  const isDecision = held.test(first.toLowerCase()) && [...ofPeople, "accept"].includes(second.toLowerCase());
  return isDecision || ofPeople.includes(first.toLowerCase());
}

/** Commands that a misspelt word does not lead to. */
const takesAway = /^(?:delete|drop|revoke|prune)$/;

/** A command that is none. */
export interface UnknownCommand {
  /** The answer in words. */
  why: string;
  /** The words of the command that is meant; null: it is not plain. */
  meant: string[] | null;
  /** Only a person does it. */
  isOfPeople: boolean;
}

/** Names of commands, of two words where they have two. */
export function unknownCommand(args: readonly string[]): UnknownCommand {
  const [first = "", second = ""] = args;
  const known = [
    "serve",
    "healthcheck",
    "version",
    ...commands.filter(({ internal }) => !internal).map(({ name }) => name),
  ];
  const none = `There is no command "${first}".`;
  const isDecided = isOfPeople(args);
  const told = (words: string, meant: string[] | null): UnknownCommand => ({
    why: `${none}${words} postroom --help lists all.`,
    meant,
    isOfPeople: isDecided,
  });
  if (isDecided) {
    const id = args.slice(1).find(isUuid) ?? "ID";
    return told(
      ` What is held a person decides, in the console under Needs you; postroom wait --review ${id} waits for it.`,
      null,
    );
  }
  const meant = meantWords(args);
  if (["mail", "email"].includes(first.toLowerCase()))
    return told(` Did you mean "inbox", which lists mail, or "send"?`, meant);
  if (meant !== null) return told("", meant);
  const other = knownElsewhere(first.toLowerCase(), Object.keys(otherCommands), otherCommands);
  if (/^(?:web)?hooks?$/.test(first.toLowerCase()))
    return told(
      ` A webhook of a public URL is made by POST /api/v1/webhooks with {"url": "https://…"}; postroom listen --forward URL posts to a program of this machine.`,
      null,
    );
  const near = other ?? nearest(`${first} ${second}`.trim(), known) ?? nearest(first, known);
  const isMisspelt = near !== null && other === null && distance(first, near) <= 2;
  const both = near?.split(" ") ?? [];
  const isGroup = both.length === 2 && second === both[1] && distance(first, both[0]!) === 1;
  const rest = isGroup && !takesAway.test(second) ? args.slice(2) : null;
  if (rest !== null && takenAs([...both, ...rest]) !== null) return told("", [...both, ...rest]);
  if (isMisspelt && isWhole([near, ...args.slice(1)])) return told("", [near, ...args.slice(1)]);
  return told(near === null ? "" : ` Did you mean "${near}"?`, null);
}
