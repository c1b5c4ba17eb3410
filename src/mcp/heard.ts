// Arguments as models write them. What is plain is taken as it was meant: one recipient or several in a text, a number or a
// boolean in quotes, `thread_id` for `thread`. The rest is refused in the tool's words, with the value and the call that would
// be right. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { DAY, formatLocal, type LocalSeconds } from "../lib/local-time.ts";
import { nearest } from "../lib/nearest.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import { nameOf, type RightCall, rightLine, ToolRefusal, wrongArgument } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { argumentName, joined, type Ours, ours, Theirs } from "./words.ts";

type GivenArguments = Record<string, unknown>;

const ids = ["message", "messages", "thread", "draft"];
const people = ["to", "cc", "bcc", "attendees", "people"];
const times = ["after", "before", "start", "end", "at", "snooze"];
/** Characters of a text with recipients that are parted here. */
const maxPeople = 20_000;

/** Arguments that hold what is written. All others stand in paths, queries and short fields. */
const written = ["text", "description", "reason", "new_files"];
/** Characters of an argument's name that a refusal repeats. */
const maxName = 80;
/** Characters of any other argument, or of each value of a list. */
const maxArgument = 20_000;

/** Words that models know from other programs, by the argument that is meant. */
const meant: Readonly<Record<string, readonly string[]>> = {
  text: ["body", "content", "message_text"],
  to: ["recipient", "recipients", "to_address"],
  address: ["email", "identity", "identity_id", "inbox", "mailbox", "from"],
  query: ["q", "search", "keywords"],
  message: ["in_reply_to", "reply_to", "id"],
  messages: ["ids", "message_id", "message"],
  after: ["since", "start", "from_date"],
  before: ["until", "end", "to_date"],
  start: ["start_at", "start_time", "begin"],
  end: ["end_at", "end_time"],
  at: ["send_at", "schedule_at", "time"],
  people: ["attendees", "participants"],
  attendees: ["people", "participants", "guests"],
  new_files: ["attachments"],
  minutes: ["duration", "duration_minutes"],
  read: ["is_read"],
  snooze: ["snoozed_until", "snooze_until", "until"],
  unread: ["is_unread", "unread_only"],
  answer: ["response", "status"],
};

/** @throws ToolRefusal */
export function heardArguments(tool: Tool, given: GivenArguments): Record<string, never> {
  const heard: GivenArguments = {};
  const { input } = tool;
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const short = name.replace(/_id$/, "").replace(/_ids$/, "s");
    const isShort = !Object.hasOwn(input, name) && Object.hasOwn(input, short) && given[short] === undefined;
    const known = isShort ? short : name;
    if (!Object.hasOwn(input, known))
      throw unknownArgument(tool, { name: name.slice(0, maxName), value, given });
    if (isTooLong(known, value)) throw tooLong(tool, known);
    heard[known] = heardValue({ tool, given }, known, value);
  }
  const missing = (tool.required ?? []).filter((name) => heard[name] === undefined);
  if (missing.length > 0) throw incomplete({ tool, given: heard }, missing);
  return heard as Record<string, never>;
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
  const free = known.filter((one) => given[one] === undefined);
  const wanted = free.find((one) => meant[one]?.includes(name)) ?? nearest(name, free);
  const named = argumentName(name);
  const all = joined(
    known.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const why = ours`it takes no ${named === null ? ours`such argument` : ours`"${named}"`}, but ${all}.`;
  const right = wanted === null ? {} : { [wanted]: isTooLong(name, value) ? "…" : value };
  return wrongArgument(tool, { name, value, why }, { arguments: right, without: [name] });
}

function incomplete({ tool, given }: HeardCall, missing: readonly string[]): ToolRefusal {
  const names = joined(
    missing.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const example: GivenArguments = {};
  for (const name of missing) example[name] = exampleOf({ tool, given: { ...given, ...example } }, name);
  const id = missing.find((name) => ids.includes(name));
  const right = id === undefined ? { arguments: example } : shownBy(id, null);
  return new ToolRefusal(
    ours`${nameOf(tool)}: ${names} must be given. Nothing was done.`,
    new Theirs({ right }, [rightLine(right)]),
  );
}

/** The call that shows ids of a kind. @param words that were given for an id */
export function shownBy(name: string, words: string | null): RightCall {
  if (name === "draft") return { tool: "list_drafts", arguments: {} };
  const query = words?.trim().slice(0, 100) || "in:inbox";
  return { tool: "search_mail", arguments: { query } };
}

/** A call in which an argument stands. */
interface HeardCall {
  tool: Tool;
  given: GivenArguments;
}

function exampleOf(call: HeardCall, name: string): unknown {
  const schema = call.tool.input[name];
  if (people.includes(name)) return ["ada@example.com"];
  if (times.includes(name)) return exampleTime(call, name);
  if (schema?.enum) return schema.enum[0];
  return schema?.type === "array" ? ["…"] : "…";
}

/** Seconds from the other time of a call to this one. */
const apart: Readonly<Record<string, { from: string; seconds: number }>> = {
  end: { from: "start", seconds: 3600 },
  before: { from: "after", seconds: 7 * DAY },
};

/** A time that fits to the others of the call. */
function exampleTime({ tool, given }: HeardCall, name: string): string {
  if (tool.name === "search_mail") return name === "after" ? "7 days ago" : "now";
  const { from = "", seconds = 0 } = apart[name] ?? {};
  const first = localOf(given[from]);
  if (first !== null) return `${formatLocal(first + seconds)}${String(given[from]).endsWith("Z") ? "Z" : ""}`;
  const day = localOf(`${given[name]} 9:00`) === null ? "tomorrow" : String(given[name]);
  return `${day} ${name === "end" || name === "before" ? "17:00" : "9:00"}`;
}

/** The wall clock of a text that says a time. */
function localOf(text: unknown): LocalSeconds | null {
  if (typeof text !== "string") return null;
  const now = Math.floor(systemClock.now() / 1000);
  const local = spokenTime(text, { zone: "UTC", now })?.local ?? Date.parse(text) / 1000;
  return Number.isNaN(local) ? null : local;
}

/** @throws ToolRefusal */
function heardValue(call: HeardCall, name: string, value: unknown): unknown {
  const { type, items } = call.tool.input[name] ?? {};
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
    const { email, name: called } = (item ?? {}) as { email?: unknown; name?: unknown };
    if (isOfPeople && typeof email === "string")
      return peopleOf(call, name, typeof called === "string" ? quoted(called, email) : email);
    const why = ours`"${argumentName(name) ?? ours`list`}" must be a list of texts.`;
    throw wrong(call, { name, value: item, why }, exampleOf(call, name));
  };
  const all = (Array.isArray(value) ? value : (jsonList(value) ?? [value])).flatMap(one);
  return name === "messages" ? all.map((item) => idOf(call, name, item)) : all;
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
    if (within === "" && (char === "," || char === ";")) {
      parts.push("");
      continue;
    }
    parts.push(`${parts.pop()}${char}`);
    if (char === within) within = "";
    else if (within === "" && char === '"') within = '"';
    else if (within === "" && char === "<") within = ">";
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
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
  if (["true", "yes"].includes(word)) return true;
  if (["false", "no"].includes(word)) return false;
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

function heardText(call: HeardCall, name: string, value: unknown): string {
  const [only, another] = Array.isArray(value) ? (value as unknown[]) : [value];
  const plain = typeof only === "number" || typeof only === "boolean" ? String(only) : only;
  if (typeof plain !== "string" || another !== undefined) {
    const why = ours`"${argumentName(name) ?? ours`text`}" must be one text.`;
    throw wrong(call, { name, value, why }, typeof plain === "string" ? plain : "…");
  }
  const { enum: words } = call.tool.input[name] ?? {};
  if (words) return heardWord(call, { name, value: plain, words });
  if (ids.includes(name)) return idOf(call, name, plain);
  if (!times.includes(name) || localOf(plain) !== null) return plain;
  const why = ours`"${argumentName(name) ?? ours`time`}" must be a time, and this is none that is understood.`;
  throw wrong(call, { name, value: plain, why }, exampleTime(call, name));
}

/** Answers that say a word of ours in another way. */
const sameWord: Readonly<Record<string, string>> = { yes: "accepted", no: "declined", maybe: "tentative" };

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
  throw wrong(call, { name, value, why }, words[0]);
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
