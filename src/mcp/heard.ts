// Arguments as models write them. What is plain is taken as it was meant: one recipient or several in a text, a number or a
// boolean in quotes, `thread_id` for `thread`. The rest is refused in the tool's words, with the value and the call that would
// be right. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import { nearest } from "../lib/nearest.ts";
import { ToolRefusal } from "./answer.ts";
import type { Schema, Tool } from "./tool.ts";
import { argumentName, joined, type Ours, ours, Theirs } from "./words.ts";

type Arguments = Record<string, unknown>;

/** The call that would be right. */
interface RightCall {
  /** Another tool; without it the same one. */
  tool?: string;
  /** Of the same tool: those that change. */
  arguments: Arguments;
  /** Arguments to leave out. */
  without?: readonly string[];
}

/** Arguments of ids, with the tool that shows them. */
const shownBy: Readonly<Record<string, (value: string) => RightCall>> = {
  message: (query) => ({ tool: "search_mail", arguments: { query } }),
  thread: (query) => ({ tool: "search_mail", arguments: { query } }),
  draft: () => ({ tool: "list_drafts", arguments: {} }),
};
const lists = ["message", "thread", "draft"];
const people = ["to", "cc", "bcc", "attendees", "people"];
const times = ["after", "before", "start", "end", "at"];

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
  unread: ["is_unread", "unread_only"],
  answer: ["response", "status"],
};

/** @throws ToolRefusal */
export function heardArguments(tool: Tool, given: Arguments): Record<string, never> {
  const heard: Arguments = {};
  const { input } = tool;
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const short = name.replace(/_id$/, "").replace(/_ids$/, "s");
    const isShort = !Object.hasOwn(input, name) && Object.hasOwn(input, short) && given[short] === undefined;
    const known = isShort ? short : name;
    if (!Object.hasOwn(input, known)) throw unknownArgument(tool, { name, value, given });
    heard[known] = heardValue(tool, known, value);
  }
  const missing = (tool.required ?? []).filter((name) => heard[name] === undefined);
  if (missing.length > 0) throw incomplete(tool, missing);
  return heard as Record<string, never>;
}

/** A refusal that says what was given, and which call would be right. */
export function wrongArgument(
  tool: Tool,
  { name, value, why }: { name: string; value: unknown; why: Ours },
  right: RightCall,
): ToolRefusal {
  const shown = shortly(value);
  const without = (right.without ?? []).map((one) => ` without ${JSON.stringify(one)}`).join("");
  const call = JSON.stringify(right.arguments);
  const line =
    right.tool === undefined ? `the same call with ${call}${without}` : `first ${right.tool} ${call}`;
  const mail = new Theirs({ given: { [name]: shown }, right }, [
    `given: ${name} = ${JSON.stringify(shown)}`,
    `right: ${line}`,
  ]);
  return new ToolRefusal(ours`${nameOf(tool)}: ${why} Nothing was done.`, mail);
}

function nameOf({ name }: Tool): Ours {
  return argumentName(name) ?? ours`This tool`;
}

const maxShown = 200;

function shortly(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : value;
}

function unknownArgument(
  tool: Tool,
  { name, value, given }: { name: string; value: unknown; given: Arguments },
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
  const right = wanted === null ? {} : { [wanted]: value };
  return wrongArgument(tool, { name, value, why }, { arguments: right, without: [name] });
}

function incomplete(tool: Tool, missing: readonly string[]): ToolRefusal {
  const names = joined(
    missing.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const example = Object.fromEntries(missing.map((name) => [name, exampleOf(name, tool.input[name])]));
  return new ToolRefusal(
    ours`${nameOf(tool)}: it needs ${names}. Nothing was done.`,
    new Theirs({ right: { arguments: example } }, [`right: the same call with ${JSON.stringify(example)}`]),
  );
}

function exampleOf(name: string, schema: Schema | undefined): unknown {
  if (people.includes(name)) return ["ada@example.com"];
  if (times.includes(name)) return "tomorrow 9:00";
  if (schema?.enum) return schema.enum[0];
  return schema?.type === "array" ? ["…"] : "…";
}

/** @throws ToolRefusal */
function heardValue(tool: Tool, name: string, value: unknown): unknown {
  const schema = tool.input[name] as Schema;
  switch (schema.type) {
    case "array":
      return schema.items?.type === "string" ? heardList(tool, name, value) : heardObjects(tool, name, value);
    case "boolean":
      return heardFlag(tool, name, value);
    case "integer":
      return heardNumber(tool, name, value);
    default:
      return heardText(tool, name, value);
  }
}

function heardList(tool: Tool, name: string, value: unknown): string[] {
  const isOfPeople = people.includes(name);
  const one = (item: unknown): string[] => {
    if (typeof item === "string") return isOfPeople ? peopleOf(tool, name, item) : partsOf(item);
    const { email, name: called } = (item ?? {}) as { email?: unknown; name?: unknown };
    if (isOfPeople && typeof email === "string")
      return peopleOf(tool, name, typeof called === "string" ? quoted(called, email) : email);
    throw wrongArgument(
      tool,
      { name, value: item, why: ours`"${argumentName(name) ?? ours`list`}" is a list of texts.` },
      { arguments: { [name]: [exampleOf(name, undefined)] } },
    );
  };
  const items = (Array.isArray(value) ? value : (jsonList(value) ?? [value])).flatMap(one);
  return name === "messages" ? items.map((item) => idOf(tool, "messages", item)) : items;
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
function peopleOf(tool: Tool, name: string, text: string): string[] {
  const several = mailboxesOf(text);
  if (several.length > 0 && several.every((one) => /@[^@\s]+\.[^@\s]/u.test(one))) return several;
  const why = ours`"${argumentName(name) ?? ours`to`}" takes email addresses, and this has none.`;
  throw wrongArgument(
    tool,
    { name, value: text, why },
    { tool: "search_mail", arguments: { query: text.trim() || "…" } },
  );
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

function heardObjects(tool: Tool, name: string, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : (jsonList(value) ?? [value]);
  if (items.every((item) => typeof item === "object" && item !== null)) return items;
  const why = ours`"${argumentName(name) ?? ours`files`}" is a list of files, each with a name, and text or base64.`;
  throw wrongArgument(
    tool,
    { name, value, why },
    { arguments: { [name]: [{ name: "notes.txt", text: "…" }] } },
  );
}

function heardFlag(tool: Tool, name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if (["true", "yes"].includes(word)) return true;
  if (["false", "no"].includes(word)) return false;
  const why = ours`"${argumentName(name) ?? ours`flag`}" is true or false.`;
  throw wrongArgument(tool, { name, value, why }, { arguments: { [name]: true } });
}

function heardNumber(tool: Tool, name: string, value: unknown): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = tool.input[name] as Schema;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= minimum && number <= maximum)
    return number;
  const why = ours`"${argumentName(name) ?? ours`number`}" is a whole number from ${minimum} to ${maximum}.`;
  const near = typeof number === "number" && number > maximum ? maximum : Math.max(minimum, 30);
  throw wrongArgument(tool, { name, value, why }, { arguments: { [name]: near } });
}

function heardText(tool: Tool, name: string, value: unknown): string {
  const [only, another] = Array.isArray(value) ? (value as unknown[]) : [value];
  const plain = typeof only === "number" || typeof only === "boolean" ? String(only) : only;
  if (typeof plain !== "string" || another !== undefined) {
    const first = typeof plain === "string" ? plain : "…";
    const why = ours`"${argumentName(name) ?? ours`text`}" is one text.`;
    throw wrongArgument(tool, { name, value, why }, { arguments: { [name]: first } });
  }
  const { enum: words } = tool.input[name] as Schema;
  if (words) return heardWord(tool, { name, value: plain, words });
  if (lists.includes(name)) return idOf(tool, name, plain);
  if (times.includes(name) && !isTime(plain)) {
    const why = ours`"${argumentName(name) ?? ours`time`}" is no time that is understood.`;
    throw wrongArgument(
      tool,
      { name, value: plain, why },
      { arguments: { [name]: exampleTime(name) } },
    );
  }
  return plain;
}

/** A time of the form that fits, an hour apart for an end. */
function exampleTime(name: string): string {
  return name === "end" || name === "before" ? "tomorrow 10:00" : "tomorrow 9:00";
}

function isTime(text: string): boolean {
  const now = Math.floor(systemClock.now() / 1000);
  return !Number.isNaN(Date.parse(text)) || spokenTime(text, { zone: "UTC", now }) !== null;
}

/** One of a few words, or the beginning of one: `accept`. */
function heardWord(
  tool: Tool,
  { name, value, words }: { name: string; value: string; words: readonly string[] },
): string {
  const given = value.trim().toLowerCase();
  const fitting = words.filter((word) => given !== "" && word.startsWith(given));
  if (fitting.length === 1) return fitting[0]!;
  const all = joined(
    words.flatMap((one) => argumentName(one) ?? []),
    ours`, `,
  );
  const why = ours`"${argumentName(name) ?? ours`word`}" is one of ${all}.`;
  throw wrongArgument(tool, { name, value, why }, { arguments: { [name]: words[0] } });
}

/** The id in a text such as `thread 0197…`. @throws ToolRefusal: there is none, or more than one */
function idOf(tool: Tool, name: string, text: string): string {
  const found = text
    .toLowerCase()
    .split(/[^0-9a-f-]+/)
    .filter((part) => isUuid(part));
  if (found.length === 1) return found[0]!;
  const kind = name === "messages" ? "message" : name;
  const why = ours`"${argumentName(name) ?? ours`id`}" takes an id, not a name or a subject.`;
  const right = shownBy[kind]?.(text.trim() || "…") ?? { arguments: {} };
  throw wrongArgument(tool, { name, value: text, why }, right);
}
