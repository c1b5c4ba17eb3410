// Names of tools that are none: which tool a name of another server, or a misspelt one, most likely means, and the call that does it
// with the arguments that were given. A name is read word by word, and means nothing where one of them says nothing here. DECISIONS MCP
import { knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";
import { meantCall } from "./heard-call.ts";
import type { GivenArguments } from "./heard-times.ts";
import { type RightCall, refusalWith, type ToolRefusal } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { ours } from "./words.ts";

/** Names whose words do not say it. */
const otherNames: OtherNames = {
  list_addresses: ["whoami", "get_profile", "list_inboxes", "get_inboxes"],
  send_draft: ["withdraw", "unschedule"],
  find_time: ["free_busy", "freebusy", "get_free_busy", "get_freebusy", "query_freebusy"],
};

/** Verbs of names, by the verb that is meant. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  read: ["read", "get", "list", "fetch", "show", "view", "open", "retrieve", "load", "see", "download"],
  search: ["search", "find", "query", "lookup", "suggest", "extract"],
  wait: ["wait", "check", "poll", "watch", "receive", "next"],
  send: ["send", "deliver"],
  write: ["compose", "write"],
  create: ["create", "new", "make", "add", "insert", "book", "save", "prepare"],
  schedule: ["schedule"],
  answer: ["reply", "respond", "answer"],
  forward: ["forward"],
  change: ["update", "edit", "change", "modify", "patch", "move", "reschedule", "postpone"],
  remove: ["delete", "remove", "cancel", "discard", "withdraw", "unschedule"],
  mark: ["mark", "archive", "unarchive", "trash", "label", "unlabel", "tag", "untag", "snooze", "organize"],
  decide: ["accept", "decline", "rsvp", "reject"],
  hand: ["escalate", "ask", "hand", "request"],
};

/** Things of names, by the thing that is meant. */
const nouns: Readonly<Record<string, readonly string[]>> = {
  file: ["attachment", "file"],
  code: ["code", "otp", "verification"],
  // Mail that is to leave later is a draft until then.
  draft: ["draft", "scheduled", "outbox"],
  invitation: ["invitation", "invite", "rsvp"],
  time: ["time", "slot", "availability"],
  event: ["event", "meeting", "appointment", "calendar"],
  person: ["human", "person", "review", "approval"],
  label: ["label", "tag"],
  address: ["address", "identity", "account"],
  thread: ["thread", "conversation"],
  inbox: ["inbox", "mailbox", "folder"],
  mail: ["mail", "email", "message"],
};

/** Words that say nothing of what is meant: little ones, and names of programs. */
const fillers =
  "a an the my your all any to as of for in from by with on over up id user users gmail outlook google microsoft graph ms office365 imap smtp nylas agentmail resend sendgrid mailgun mcp tool api v1 new latest recent unread read sent spam junk archived free batch bulk several multiple many".split(
    " ",
  );

/** The tool of a verb and a thing; "" is the thing alone, or any other verb. */
const toolsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  file: { read: "read_attachment", "": "read_attachment", send: "send_mail" },
  code: { read: "find_codes", search: "find_codes", wait: "find_codes", "": "find_codes" },
  draft: {
    read: "list_drafts",
    search: "list_drafts",
    send: "send_draft",
    schedule: "send_draft",
    remove: "send_draft",
    write: "save_draft",
    create: "save_draft",
    change: "save_draft",
    answer: "save_draft",
    "": "save_draft",
  },
  invitation: {
    answer: "answer_invitation",
    decide: "answer_invitation",
    send: "create_event",
    create: "create_event",
  },
  time: { read: "find_time", search: "find_time", wait: "find_time", "": "find_time" },
  event: {
    read: "list_events",
    search: "list_events",
    wait: "list_events",
    create: "create_event",
    send: "create_event",
    schedule: "create_event",
    change: "change_event",
    remove: "cancel_event",
    answer: "answer_invitation",
    decide: "answer_invitation",
    "": "list_events",
  },
  person: { hand: "ask_for_review" },
  label: { create: "organize", change: "organize", remove: "organize", mark: "organize", "": "organize" },
  address: { read: "list_addresses", "": "list_addresses" },
};
const ofMail: Readonly<Record<string, string>> = {
  read: "read_thread",
  search: "search_mail",
  wait: "whats_next",
  send: "send_mail",
  write: "send_mail",
  // A draft may be meant, which does not leave.
  create: "save_draft",
  schedule: "send_mail",
  answer: "reply",
  forward: "forward",
  change: "organize",
  remove: "organize",
  mark: "organize",
  decide: "answer_invitation",
  hand: "ask_for_review",
};

/** Verbs by which mail does not leave after all. */
const takenBack = ["cancel", "withdraw", "unschedule"];

/** Verbs that alone may be of a mail or of an appointment. */
const ofSeveral = [
  "create",
  "new",
  "make",
  "add",
  "insert",
  "book",
  "save",
  "schedule",
  "cancel",
  "update",
  "edit",
  "change",
  "patch",
];

const kindOf = (word: string, kinds: Readonly<Record<string, readonly string[]>>): string | null =>
  Object.keys(kinds).find((kind) => kinds[kind]!.includes(word)) ?? null;

const singular = (word: string) =>
  word === "identities" ? "identity" : word.replace(/(?:(?<=ss)es|(?<!s)s)$/, "");

const isKnown = (word: string) =>
  kindOf(word, verbs) !== null || kindOf(singular(word), nouns) !== null || fillers.includes(word);

/** The tool that words that are all known mean; null: together they mean nothing here. */
function byWords(words: readonly string[]): string | null {
  const [verb, ...others] = words.flatMap((word) => kindOf(word, verbs) ?? []);
  const things = words.flatMap((word) => kindOf(singular(word), nouns) ?? []);
  const thing = Object.keys(nouns).find((kind) => things.includes(kind));
  if (verb === undefined && thing === undefined) return null;
  // An answer that is created, as Graph has it, is a draft.
  if (verb === "create" && others.includes("answer")) return "save_draft";
  if (verb === "create" && others.includes("forward")) return null;
  if (verb === "send" && others.includes("answer")) return thing === "draft" ? "send_draft" : "reply";
  // Mail that has not left is a draft.
  if ((thing ?? "mail") === "mail" && words.length > 1 && words.some((word) => takenBack.includes(word)))
    return "send_draft";
  if (["change", "remove"].includes(verb ?? "") && things.every((one) => one === "event"))
    if (words.some((word) => singular(word) === "calendar")) return null;
  if (verb === "mark" && thing !== "draft") return "organize";
  if (verb === "change" && words.some((word) => ["reschedule", "postpone"].includes(word)))
    return "change_event";
  if (verb === undefined && words.includes("drafts")) return "list_drafts";
  if (thing === undefined && ofSeveral.includes(words.join("_"))) return null;
  const own = thing === undefined ? undefined : toolsOf[thing];
  if (own !== undefined) return own[verb ?? ""] ?? null;
  const isSeveral =
    words.includes("list") || words.some((word) => kindOf(word, nouns) === null && word.endsWith("s"));
  if ((thing === "inbox" || isSeveral) && (verb === "read" || verb === undefined)) return "list_threads";
  if (thing === "inbox" && ["create", "remove", "change", "send"].includes(verb ?? "")) return null;
  if (verb === undefined) return thing === "thread" ? "read_thread" : "send_mail";
  return ofMail[verb] ?? null;
}

type Says = readonly (readonly [words: readonly string[], says: GivenArguments])[];

const folders: Says = [
  [["archive"], { folder: "archive" }],
  [["unarchive"], { folder: "inbox" }],
  [["delete", "trash", "remove", "discard"], { folder: "trash" }],
  [["spam", "junk"], { folder: "spam" }],
];
const readMarks: Says = [
  [["unread"], { read: false }],
  [["read"], { read: true }],
];

/** Arguments that the words of a name say, by the tool that is meant. */
const said: Readonly<Record<string, Says>> = {
  reply: [[["all"], { all: true }]],
  send_draft: [[verbs.remove!, { cancel: true }]],
  answer_invitation: [
    [["accept"], { answer: "accepted" }],
    [["decline", "reject"], { answer: "declined" }],
  ],
  list_threads: [
    [["unread"], { unread: true }],
    [["sent"], { folder: "sent" }],
    [["spam", "junk"], { folder: "spam" }],
    [["trash"], { folder: "trash" }],
    [["archive", "archived"], { folder: "archive" }],
  ],
};

/** `mark_spam_as_read` says the mark, `delete_unread` the folder, and of a label that is put on or off neither is said. */
function saysOf(name: string, words: readonly string[]): GivenArguments {
  if (words.some((word) => isOfLabels.test(word))) return {};
  const organized = words.includes("mark") ? [...readMarks, ...folders] : [...folders, ...readMarks];
  const all = name === "organize" ? organized : (said[name] ?? []);
  return all.find(([some]) => some.some((word) => words.includes(word)))?.[1] ?? {};
}

interface MeantTool {
  name: string;
  /** The words of the name that was given; none: it is the tool's own. */
  words: readonly string[];
}

const isOfLabels = /^(?:un)?(?:label|tag)s?$/;

/** Mail is taken out of a folder, and nothing says where it goes. */
const takenOut = /_from_(?:the_|my_)?(?:archived?|trash|spam|junk|inbox|folder|mailbox)(?:_|$)/;

const contrary = /^(?:un|dis|non?)/;

/** Whether a word takes back what one that is known does: `unsend`. */
function takesBack(word: string): boolean {
  const known = [...Object.values(verbs).flat(), ...fillers];
  return contrary.test(word) && !known.includes(word) && known.includes(word.replace(contrary, ""));
}

/** @param names of the tools that there are */
function meantTool(given: string, names: readonly string[]): MeantTool | null {
  const plain = plainName(given.slice(0, 200));
  if (names.includes(plain)) return { name: plain, words: [] };
  const words = plain.split("_").filter((word) => word !== "");
  if (words.some(takesBack)) return null;
  const name =
    knownElsewhere(plain, names, otherNames) ??
    (words.every(isKnown) ? byWords(words) : nearest(plain, names));
  if (name === null || !names.includes(name)) return null;
  return name === "organize" && takenOut.test(plain) ? null : { name, words };
}

/** Arguments that name a label. */
const ofLabel = /^(?:label|tag)(?:s|_ids?|_names?)?$/;

/** The same arguments, with labels as those to take off. */
function unlabelled(args: GivenArguments): GivenArguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [ofLabel.test(snakeName(name)) ? "unlabel" : name, value]),
  );
}

/** Characters of a name that a refusal repeats. */
const maxShown = 60;

/** Things that no tool makes or changes, with where they are. */
const doneElsewhere: readonly (readonly [thing: RegExp, where: string])[] = [
  [
    /^(?:inbox|address|mailbox|identity|alias|account)$/,
    "No tool makes, changes or deletes an address: POST /api/v1/identities makes one, and a person does in the console. list_addresses shows those that there are.",
  ],
  [
    /^(?:webhook|hook|subscription)$/,
    "No tool makes a webhook: POST /api/v1/webhooks does. whats_next tells what comes, without one.",
  ],
  [
    /^(?:domain|pod|key|suppression|rule|template)$/,
    "No tool does this: the API does, which /docs describes, or a person in the console.",
  ],
  [
    /^(?:approve|approval|decide|decision|review)$/,
    "No tool decides what waits for a person: one does, in the console. whats_next tells the decision.",
  ],
  [
    /^(?:label|tag)$/,
    "organize puts labels on by name, makes those that are missing, and takes them off; search_mail finds label:NAME.",
  ],
];

/** Words about a name that means no tool, by the thing in it. */
function elsewhereDone(given: string): string {
  const words = plainName(given.slice(0, 200)).split("_").map(singular);
  const found = doneElsewhere.find(([thing]) => words.some((word) => thing.test(word)));
  return found === undefined ? "" : ` ${found[1]}`;
}

/** The refusal of a tool that is none. @param names of the tools that there are; @param all says where they are listed */
export function noSuchTool(given: string, names: readonly string[], all: string): string {
  const meant = meantTool(given, names);
  const near = meant === null ? elsewhereDone(given) : ` Did you mean "${meant.name}"?`;
  return `There is no tool ${JSON.stringify(given.slice(0, maxShown))}.${near} ${all}`;
}

/** The call of one of the tools that does what one that is none was to do; null: none is meant. */
export function callMeant(named: string, args: GivenArguments, tools: readonly Tool[]): RightCall | null {
  const meant = meantTool(
    named,
    tools.map(({ name }) => name),
  );
  if (meant === null) return null;
  const { words } = meant;
  const name = toolFor(meant, args);
  const call = (one: string, given: GivenArguments) => {
    const tool = tools.find((each) => each.name === one);
    const right = tool === undefined ? null : meantCall(tool, given);
    const isEmpty = right?.instead && tool?.level !== "read" && Object.keys(right.arguments).length === 0;
    return isEmpty ? null : right;
  };
  const isUnlabelled =
    words.some((word) => isOfLabels.test(word)) &&
    words.some((word) => /^un/.test(word) || verbs.remove!.includes(word));
  const given = isUnlabelled ? unlabelled(args) : args;
  const right = call(name, { ...saysOf(name, words), ...given });
  // Without its time, mail of later would leave at once.
  const isEarly = words.includes("schedule") && right?.arguments.at === undefined;
  if (isEarly && right?.tool === "send_mail") return call("save_draft", given);
  if (isEarly && right?.tool === "send_draft") return { tool: "list_drafts", arguments: {} };
  return right;
}

/** The tool for what the call is about: a draft that is not there yet is written, and threads without an id are listed. */
function toolFor({ name, words }: MeantTool, args: GivenArguments): string {
  const given = Object.keys(args).map(snakeName);
  if (name === "send_draft" && words.length > 0 && saysOf(name, words).cancel === undefined) {
    const isThere = given.some((one) => ["draft", "draft_id", "id"].includes(one));
    return !isThere && given.includes("to") ? "save_draft" : name;
  }
  const isOfThread = given.some((one) =>
    /^(?:thread|message|mail|conversation)?_?id$|^thread$|^message$/.test(one),
  );
  return name === "read_thread" && words.length > 0 && !isOfThread ? "list_threads" : name;
}

export function refusedTool(given: GivenArguments, right: RightCall): ToolRefusal {
  return refusalWith(ours`Nothing was done.`, { given, right });
}

/** `mcp__postroom__sendMail` and `postroom.send-mail` as `send_mail`. */
function plainName(name: string): string {
  const last = name.split(/__|[./:]/).at(-1) ?? name;
  return snakeName(last).replaceAll("-", "_");
}
