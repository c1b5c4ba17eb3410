// Arguments as models write them. What is plain is taken as it was meant: one recipient or several in a text, a number or a
// boolean in quotes, `thread_id` for `thread`. The rest is refused in the tool's words, with the value and the call that would
// be right. DECISIONS MCP
// Long: the words that models use, one reader for each kind of argument, and what a refusal proposes, which reads the value too.
import { isUuid } from "../lib/ids.ts";
import { knownElsewhere, nearest, type OtherNames, snakeName } from "../lib/nearest.ts";
import {
  exampleTime,
  type GivenArguments,
  type HeardCall,
  heardTime,
  refuseTimeObject,
  times,
} from "./heard-times.ts";
import { eventsOf, keptMeaning, unlessIdle } from "./kept-meaning.ts";
import { endOf, filesLike, folderLike, minutesOf, spans } from "./other-forms.ts";
import { nameOf, type RightCall, rightLine, ToolRefusal, wrongArgument } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { argumentName, joined, type Ours, ours, Theirs } from "./words.ts";

const ids = ["message", "messages", "thread", "draft"];
/** Arguments that name a thing. */
const things = [...ids, "event", "attachment"];
const people = ["to", "cc", "bcc", "attendees", "people"];
/** Characters of a text with recipients that are parted here. */
const maxPeople = 20_000;

/** Arguments that hold what is written. All others stand in paths, queries and short fields. */
const written = ["text", "description", "reason", "new_files"];
/** An empty one says something: no subject, no place. */
const mayBeEmpty = ["subject", "location"];
/** Arguments that name what a call changes. */
const changed = ["draft", "draft_id", "event", "event_id"];
/** Characters of an argument's name that a refusal repeats. */
const maxName = 80;
/** Characters of any other argument, or of each value of a list. */
const maxArgument = 20_000;

/** Words that models know from other programs, by the argument that is meant. */
const meant: OtherNames = {
  text: ["body", "content", "message_text", "message", "note", "comment"],
  to: ["recipient", "recipients", "to_address"],
  address: [
    "email",
    "identity",
    "identity_id",
    "inbox",
    "mailbox",
    "from",
    "from_address",
    "from_email",
    "sender",
  ],
  query: ["q", "search", "keywords"],
  message: ["in_reply_to", "reply_to", "id", "mail", "messages"],
  messages: ["ids", "message_id", "message", "mails"],
  thread: ["conversation", "message", "message_id", "id"],
  event: ["id", "calendar_event_id"],
  attachment: ["file", "file_id", "id"],
  draft: ["id"],
  title: ["summary", "subject", "name"],
  subject: ["title"],
  reason: ["question", "note", "comment", "text"],
  comment: ["message", "note", "text"],
  label: ["labels", "tag", "tags", "add_label", "add_labels"],
  folder: ["mailbox", "to_folder", "move_to"],
  seconds: ["wait", "timeout", "wait_seconds", "timeout_seconds"],
  hours: ["working_hours"],
  timezone: ["tz", "time_zone"],
  after: ["since", "start", "from_date"],
  before: ["until", "end", "to_date"],
  start: ["start_at", "start_time", "begin", "when", "new_start"],
  end: ["end_at", "end_time", "new_end"],
  at: ["send_at", "schedule_at", "scheduled_at", "scheduled_for", "send_time", "deliver_at", "when", "time"],
  people: ["attendees", "participants", "addresses", "emails"],
  attendees: ["people", "participants", "guests"],
  new_files: ["attachments"],
  files: ["attachment_ids"],
  minutes: ["duration", "duration_minutes", "length"],
  read: ["is_read", "mark_as_read", "mark_read", "seen"],
  all: ["reply_all", "reply_to_all", "everyone", "to_all"],
  snooze: ["snoozed_until", "snooze_until", "until"],
  unread: ["is_unread", "unread_only"],
  answer: ["response", "status", "rsvp", "decision", "attendance", "participation", "partstat"],
};

/** @throws ToolRefusal: the first argument that is wrong */
export function heardOnce(tool: Tool, given: GivenArguments): Record<string, never> {
  const heard: GivenArguments = {};
  const { input } = tool;
  for (const [written, value] of Object.entries(given)) {
    const isCamel = !Object.hasOwn(input, written) && Object.hasOwn(input, snakeName(written));
    const name = isCamel && given[snakeName(written)] === undefined ? snakeName(written) : written;
    if (isNothing({ tool, given }, name, value)) continue;
    const short = name.replace(/_id$/, "").replace(/_ids$/, "s");
    const isShort = !Object.hasOwn(input, name) && Object.hasOwn(input, short) && given[short] === undefined;
    const known = isShort ? short : name;
    if (!Object.hasOwn(input, known))
      throw unknownArgument(tool, { name: name.slice(0, maxName), value, given });
    if (isTooLong(known, value)) throw tooLong(tool, known);
    heard[known] = heardValue({ tool, given }, known, value);
  }
  const isByTemplate = heard.template !== undefined;
  const missing = (tool.required ?? []).filter(
    (name) => heard[name] === undefined && !(isByTemplate && ofTemplate.includes(name)),
  );
  if (missing.length > 0) throw incomplete({ tool, given: heard }, missing);
  return heard as Record<string, never>;
}

/** Arguments that a template gives. */
const ofTemplate = ["subject", "text"];

/** Null, and where an argument may be left out also an empty text or list: models fill in every argument that they see. */
function isNothing(
  { tool: { input, required = [] }, given }: HeardCall,
  name: string,
  value: unknown,
): boolean {
  if (value === null) return true;
  if (!Object.hasOwn(input, name) || required.includes(name) || written.includes(name)) return false;
  // An empty list takes people from what is there.
  if (Array.isArray(value)) return value.length === 0 && !changed.some((one) => Object.hasOwn(given, one));
  return typeof value === "string" && value.trim() === "" && !mayBeEmpty.includes(name);
}

function isTooLong(name: string, value: unknown): boolean {
  if (written.includes(name)) return false;
  return [value].flat().some((one) => typeof one === "string" && one.length > maxArgument);
}

function tooLong(tool: Tool, name: string): ToolRefusal {
  const named = argumentName(name) ?? ours`an argument`;
  return new ToolRefusal(
    ours`${nameOf(tool)}: ${named} has at most ${maxArgument} characters. Give a shorter one. Nothing was done.`,
  );
}

function unknownArgument(
  tool: Tool,
  { name, value, given }: { name: string; value: unknown; given: GivenArguments },
): ToolRefusal {
  const known = Object.keys(tool.input);
  const named = argumentName(name);
  const all = joined(
    known.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const why = ours`it takes no ${named === null ? ours`such argument` : ours`"${named}"`}, but ${all}.`;
  const kept = keptMeaning({ tool, given }, { name, value });
  if (kept !== null) return wrongArgument(tool, { name, value, why }, kept);
  const free = known.filter((one) => given[one] === undefined);
  const wanted =
    knownElsewhere(snakeName(name), free, meant) ?? nearestFitting({ tool, given }, { name, value, free });
  const isMisplaced = wanted === null || !things.includes(wanted);
  const elsewhere = isMisplaced ? otherCall({ tool, given }, { name, value }) : null;
  if (elsewhere !== null) return wrongArgument(tool, { name, value, why }, elsewhere);
  const right =
    asOtherForm({ tool, given }, { name: snakeName(name), value, wanted }) ??
    (wanted === null ? inverse(free, name, value) : { [wanted]: isTooLong(name, value) ? "…" : value });
  const isDropped = Object.keys(right).length === 0;
  const still = isDropped ? unlessIdle({ tool, given }, name) : null;
  return wrongArgument(tool, { name, value, why }, still ?? { arguments: right, without: [name] });
}

/** The arguments for a value in the form of another program; null: its form is ours. */
function asOtherForm(
  { tool: { input }, given }: HeardCall,
  { name, value, wanted }: { name: string; value: unknown; wanted: string | null },
): GivenArguments | null {
  if (wanted === "new_files") return filesLike(value);
  const folder =
    Object.hasOwn(input, "folder") && given.folder === undefined ? folderLike(name, value) : null;
  if (folder !== null) return { folder };
  if (!spans.includes(name)) return null;
  const minutes = minutesOf(value) ?? 30;
  if (wanted === "minutes") return { minutes };
  const end = Object.hasOwn(input, "end") && given.end === undefined ? endOf(given.start, minutes) : null;
  return end === null ? null : { end };
}

/** The misspelt argument that a name most likely is: one that takes the value, too. */
function nearestFitting(
  call: HeardCall,
  { name, value, free }: { name: string; value: unknown; free: readonly string[] },
): string | null {
  const near = nearest(
    name,
    free.filter((one) => Math.min(one.length, name.length) > 3),
  );
  if (near === null || opposite[near]?.includes(name) || isTooLong(near, value)) return null;
  try {
    heardValue(call, near, value);
    return near;
  } catch (error) {
    if (error instanceof ToolRefusal) return null;
    throw error;
  }
}

/** Arguments that say the contrary of one. */
const opposite: Readonly<Record<string, readonly string[]>> = {
  read: ["unread", "is_unread", "mark_unread", "mark_as_unread"],
  unread: ["read", "is_read"],
};

function inverse(free: readonly string[], name: string, value: unknown): GivenArguments {
  const meant = free.find((one) => opposite[one]?.includes(name));
  const says = ["true", "false"].indexOf(String(value).toLowerCase());
  return meant === undefined || says === -1 ? {} : { [meant]: says === 1 };
}

/** The call before, for a thing or a time that the tool does not take. */
function otherCall(
  { tool, given }: HeardCall,
  { name, value }: { name: string; value: unknown },
): RightCall | null {
  const kind = name.replace(/_ids?$/, "");
  const [id] =
    String(value)
      .toLowerCase()
      .match(/[0-9a-f]{8}-[0-9a-f-]{27}/) ?? [];
  if (id !== undefined && isUuid(id) && ["thread", "message", "messages", "mail"].includes(kind))
    return { tool: "read_thread", arguments: { [kind === "thread" ? "thread" : "message"]: id } };
  // An answer to a message is a reply: a mail that names it would be a new conversation.
  if (tool.name === "send_mail" && id !== undefined && /^(?:in_?reply_?to|reply_?to)/i.test(kind))
    return { tool: "reply", instead: true, arguments: { ...answerOf(given), message: id, preview: true } };
  // An answer of later is a draft to the same people, which send_draft takes with its time.
  if (tool.name === "reply" && ["at", ...meant.at!].includes(name))
    return { arguments: { preview: true }, without: [name] };
  return null;
}

const ofAnswers = ["text", "cc", "markdown", "files", "new_files", "automatic", "template"];

/** Arguments of a new mail that an answer has too; a preview says who gets it, since an answer goes to people of its own. */
function answerOf(given: GivenArguments): GivenArguments {
  const kept = ofAnswers.filter((one) => given[one] !== undefined);
  const isWritten = kept.includes("text") || kept.includes("template");
  return { ...(isWritten ? {} : { text: "…" }), ...Object.fromEntries(kept.map((one) => [one, given[one]])) };
}

function incomplete({ tool, given }: HeardCall, missing: readonly string[]): ToolRefusal {
  const names = joined(
    missing.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const example: GivenArguments = {};
  for (const name of missing) example[name] = exampleOf({ tool, given: { ...given, ...example } }, name);
  const id = missing.find((name) => ids.includes(name));
  const isAnswer = missing.includes("answer");
  const shown = isAnswer ? eventsOf({ tool, given }) : { arguments: example };
  // Nobody is written to whom the caller has not named: mails that are here show people.
  const isPeople = missing.some((name) => people.includes(name));
  const right = id === undefined ? (isPeople ? shownBy("message", null) : shown) : shownBy(id, null);
  return new ToolRefusal(
    ours`${nameOf(tool)}: ${names} must be given. Nothing was done.`,
    new Theirs({ right }, [rightLine(right)]),
    { given: {}, right },
  );
}

/** The call that shows ids of a kind. @param words that were given for an id */
export function shownBy(name: string, words: string | null): RightCall {
  if (name === "draft") return { tool: "list_drafts", arguments: {} };
  const query = words?.trim().slice(0, 100) || "in:inbox";
  return { tool: "search_mail", arguments: { query } };
}

function exampleOf(call: HeardCall, name: string): unknown {
  const schema = call.tool.input[name];
  if (times.includes(name)) return exampleTime(call, name);
  if (schema?.enum) return schema.enum[0];
  return schema?.type === "array" ? ["…"] : "…";
}

/** @throws ToolRefusal */
function heardValue(call: HeardCall, name: string, value: unknown): unknown {
  const { type, items } = call.tool.input[name] ?? {};
  if (type === "array" && items?.type === "integer") return heardNumbers(call, name, value);
  if (type === "array")
    return items?.type === "string" ? heardList(call, name, value) : heardObjects(call, name, value);
  if (type === "boolean") return heardFlag(call, name, value);
  if (type === "integer") return heardNumber(call, name, value);
  return heardText(call, name, value);
}

function heardList(call: HeardCall, name: string, value: unknown): string[] {
  const isOfPeople = people.includes(name);
  const one = (item: unknown): string[] => {
    if (typeof item === "string") return isOfPeople ? peopleOf(call, name, item) : partsOf(item);
    const { name: called, ...fields } = (item ?? {}) as Record<string, unknown>;
    const email = fields.email ?? fields.address ?? fields.emailAddress ?? fields.email_address;
    if (isOfPeople && typeof email === "string")
      return peopleOf(call, name, typeof called === "string" ? quoted(called, email) : email);
    const why = ours`"${argumentName(name) ?? ours`list`}" must be a list of texts.`;
    if (isOfPeople)
      throw wrongArgument(call.tool, { name, value: item, why }, shownBy("message", textOf(called)));
    throw wrong(call, { name, value: item, why }, exampleOf(call, name));
  };
  const all = (Array.isArray(value) ? value : (jsonList(value) ?? [value])).flatMap(one);
  return name === "messages" ? all.map((item) => idOf(call, name, item)) : all;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Refuses a value, where another one of the same argument would be right. */
function wrong(
  { tool }: HeardCall,
  given: { name: string; value: unknown; why: Ours },
  right: unknown,
): ToolRefusal {
  return wrongArgument(tool, given, { arguments: { [given.name]: right } });
}

/** A list in a text: models write JSON where a schema asks for a list. */
function jsonList(value: unknown): unknown[] | null {
  if (typeof value !== "string" || !value.trimStart().startsWith("[")) return null;
  try {
    const list = JSON.parse(value) as unknown;
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** URLs may have commas. */
function partsOf(text: string): string[] {
  return text.includes("://") ? [text] : text.split(",").map((part) => part.trim());
}

/** Recipients of a text, which may be several. @throws ToolRefusal: one has no address */
function peopleOf({ tool }: HeardCall, name: string, text: string): string[] {
  const several = text.length > maxPeople ? [text] : mailboxesOf(text);
  if (several.length > 0 && several.every((one) => one.includes("@"))) return several;
  const why = ours`"${argumentName(name) ?? ours`to`}" must be email addresses, and this has none.`;
  throw wrongArgument(tool, { name, value: text, why }, shownBy("message", text));
}

/** The parts between commas and semicolons that stand neither in quotes nor in angle brackets. RFC 5322 3.4 */
function mailboxesOf(text: string): string[] {
  const parts = [""];
  let within = "";
  for (const char of text) {
    if (within === "" && (char === "," || char === ";" || char === "\n")) {
      parts.push("");
      continue;
    }
    parts.push(`${parts.pop()}${char}`);
    if (char === within) within = "";
    else if (within === "" && char === '"') within = '"';
    else if (within === "" && char === "<") within = ">";
  }
  return parts.map((part) => part.trim().replace(/^mailto:/i, "")).filter((part) => part !== "");
}

function quoted(name: string, email: string): string {
  return `"${name.replaceAll(/["\\]/g, "")}" <${email}>`;
}

function heardObjects(call: HeardCall, name: string, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : (jsonList(value) ?? [value]);
  if (items.every((item) => typeof item === "object" && item !== null)) return items;
  const why = ours`"${argumentName(name) ?? ours`files`}" must be a list of files, each with a name, and text or base64.`;
  throw wrong(call, { name, value, why }, [{ name: "notes.txt", text: "…" }]);
}

function heardFlag(call: HeardCall, name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if (["true", "yes", "1"].includes(word)) return true;
  if (["false", "no", "0"].includes(word)) return false;
  const why = ours`"${argumentName(name) ?? ours`flag`}" must be true or false.`;
  throw wrong(call, { name, value, why }, true);
}

function heardNumber(call: HeardCall, name: string, value: unknown): number {
  const { minimum = 0, maximum = 1_000_000 } = call.tool.input[name] ?? {};
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= minimum && number <= maximum)
    return number;
  const why = ours`"${argumentName(name) ?? ours`number`}" must be a whole number from ${minimum} to ${maximum}.`;
  throw wrong(
    call,
    { name, value, why },
    typeof number === "number" && number > maximum ? maximum : Math.max(minimum, 30),
  );
}

/** Minutes, also as objects such as calendar programs have: `{ minutes: 10 }`. */
function heardNumbers(call: HeardCall, name: string, value: unknown): number[] {
  const all = Array.isArray(value) ? value : (jsonList(value) ?? [value]);
  return all.flatMap((item) => {
    const { minutes } = (typeof item === "object" && item !== null ? item : { minutes: item }) as {
      minutes?: unknown;
    };
    const given = typeof minutes === "string" ? partsOf(minutes) : [minutes];
    return given.map((one) => {
      const number = typeof one === "string" && one !== "" ? Number(one) : one;
      if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
      const why = ours`"${argumentName(name) ?? ours`list`}" must be a list of whole numbers.`;
      throw wrong(call, { name, value, why }, [30]);
    });
  });
}

function heardText(call: HeardCall, name: string, value: unknown): string {
  const isTime = times.includes(name);
  if (isTime) refuseTimeObject(call, name, value);
  const [only, another] = Array.isArray(value) ? (value as unknown[]) : [value];
  const plain = trimmed(name, typeof only === "number" || typeof only === "boolean" ? String(only) : only);
  if (typeof plain !== "string" || another !== undefined) {
    const why = ours`"${argumentName(name) ?? ours`text`}" must be one text.`;
    if (ids.includes(name) && another !== undefined)
      throw wrongArgument(call.tool, { name, value, why }, shownBy(name, null));
    throw wrong(call, { name, value, why }, typeof plain === "string" ? plain : "…");
  }
  const { enum: words } = call.tool.input[name] ?? {};
  if (words) return heardWord(call, { name, value: plain, words });
  if (ids.includes(name)) return idOf(call, name, plain);
  return isTime ? heardTime(call, name, plain) : plain;
}

/** Blanks around a name, an id or a time mean nothing. */
function trimmed(name: string, value: unknown): unknown {
  return typeof value === "string" && !written.includes(name) ? value.trim() : value;
}

/** Answers that say a word of ours in another way. */
const sameWord: Readonly<Record<string, string>> = {
  yes: "accepted",
  true: "accepted",
  no: "declined",
  false: "declined",
  maybe: "tentative",
};

/** One of a few words, or the beginning of one: `accept`. */
function heardWord(
  call: HeardCall,
  { name, value, words }: { name: string; value: string; words: readonly string[] },
): string {
  const given = value.trim().toLowerCase();
  const fitting = words.filter((word) => given !== "" && word.startsWith(sameWord[given] ?? given));
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return only;
  const all = joined(
    words.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const why = ours`"${argumentName(name) ?? ours`word`}" must be one of ${all}.`;
  // An answer leaves, so none is guessed.
  throw name === "answer"
    ? wrongArgument(call.tool, { name, value, why }, eventsOf(call))
    : wrong(call, { name, value, why }, words[0]);
}

/** The id in a text such as `thread 0197…`. @throws ToolRefusal: there is none, or more than one */
function idOf({ tool }: HeardCall, name: string, text: string): string {
  const [only, another] = text
    .toLowerCase()
    .split(/[^0-9a-f-]+/)
    .filter((part) => isUuid(part));
  if (only !== undefined && another === undefined) return only;
  const why = ours`"${argumentName(name) ?? ours`id`}" must be an id, not a name or a subject.`;
  throw wrongArgument(tool, { name, value: text, why }, shownBy(name, text));
}
