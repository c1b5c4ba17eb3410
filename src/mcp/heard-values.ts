// Values of arguments as models write them: one reader for each kind of argument, and what a refusal of one proposes, which reads the
// value too. DECISIONS MCP
import { isUuid } from "../lib/ids.ts";
import { inUnit } from "../lib/said-spans.ts";
import { exampleTime, type HeardCall, heardTime, refuseTimeObject, times } from "./heard-times.ts";
import { eventsOf, unsent } from "./kept-meaning.ts";
import { isTrue, isYesOrNo } from "./label-words.ts";
import { filesLike, isUnknown } from "./other-forms.ts";
import { type RightCall, type ToolRefusal, toWrite, wrongArgument } from "./right-call.ts";
import { queryOf } from "./search-words.ts";
import { argumentName, joined, type Ours, ours } from "./words.ts";

/** Arguments that take ids. */
export const ids = ["message", "messages", "thread", "draft"];
export const people = ["to", "cc", "bcc", "attendees", "people"];
/** Arguments of names that may have commas. */
const labels = ["label", "unlabel"];
/** Characters of a text with recipients that are parted here. */
const maxPeople = 20_000;
/** Arguments that hold what is written. All others stand in paths, queries and short fields. */
export const written = ["text", "html", "description", "reason", "new_files"];

/** The call that shows ids of a kind. @param words that were given for an id */
export function shownBy(name: string, words: string | null): RightCall {
  if (name === "draft") return { tool: "list_drafts", arguments: {} };
  const query = words?.trim().slice(0, 100) || "in:inbox";
  return { tool: "search_mail", arguments: { query } };
}

export function exampleOf(call: HeardCall, name: string): unknown {
  const schema = call.tool.input[name];
  if (times.includes(name)) return exampleTime(call, name);
  if (schema?.enum) return schema.enum[0];
  if (name === "query") return "in:inbox";
  return schema?.type === "array" ? [toWrite] : toWrite;
}

/** @throws ToolRefusal */
export function heardValue(call: HeardCall, name: string, value: unknown): unknown {
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
    if (typeof item === "string" && labels.includes(name)) return [item.trim()];
    if (typeof item === "string") return isOfPeople ? peopleOf(call, name, item) : partsOf(item);
    const { name: called, ...fields } = (item ?? {}) as Record<string, unknown>;
    if (labels.includes(name) && typeof called === "string") return [called.trim()];
    const within = fields.emailAddress ?? fields.email_address;
    if (isOfPeople && typeof within === "object" && within !== null) return one(within);
    const email = fields.email ?? fields.address ?? within;
    if (isOfPeople && typeof email === "string")
      return peopleOf(call, name, typeof called === "string" ? quoted(called, email) : email);
    const why = ours`"${argumentName(name) ?? ours`list`}" must be a list of texts.`;
    if (isOfPeople)
      throw wrongArgument(call.tool, { name, value: item, why }, shownBy("message", textOf(called)));
    if (name === "files") throw wrongArgument(call.tool, { name, value: item, why }, filesApart(call, value));
    throw wrong(call, { name, value: item, why }, exampleOf(call, name));
  };
  const all = (Array.isArray(value) ? value : (jsonList(value) ?? [value])).flatMap(one);
  return name === "messages" ? all.map((item) => idOf(call, name, item)) : all;
}

/** Files some of which are objects: written files and URLs, each in the argument that takes them. */
function filesApart({ tool, given }: HeardCall, value: unknown): RightCall {
  const { files, new_files: made = [] } = filesLike(value) as Record<string, unknown[]>;
  if (made?.some(isUnknown)) return unsent({ tool, given }, "files");
  const before = [given.new_files ?? []].flat();
  const all = [...before, ...(made as unknown[])];
  const args = { ...(files ? { files } : {}), ...(all.length > 0 ? { new_files: all } : {}) };
  return files ? { arguments: args } : { arguments: args, without: ["files"] };
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

interface HeardFile {
  name?: unknown;
  filename?: unknown;
  text?: unknown;
  base64?: unknown;
}

const maxMadeBytes = 256 * 1024;
/** Characters of a file that a refusal repeats. */
const maxShownFile = 4000;

function bytesOf({ text, base64 }: HeardFile): number {
  if (typeof text === "string") return Buffer.byteLength(text);
  if (typeof base64 !== "string") return 0;
  return Math.floor((base64.replaceAll(/\s/g, "").replace(/={1,2}$/, "").length * 3) / 4);
}

function heardObjects(call: HeardCall, name: string, value: unknown): unknown[] {
  const items = Array.isArray(value) ? value : (jsonList(value) ?? [value]);
  const isListed = items.every((item) => typeof item === "object" && item !== null);
  const large = items.find((item) => bytesOf((item ?? {}) as HeardFile) > maxMadeBytes) as
    | HeardFile
    | undefined;
  if (large !== undefined) {
    const why = ours`A file of new_files has at most 256 kB. Give a larger one by its URL in files.`;
    const shown = { name: String(large.name ?? large.filename), bytes: bytesOf(large) };
    throw wrongArgument(call.tool, { name, value: shown, why }, unsent(call, name));
  }
  if (isListed && items.every((item) => isMade(item as HeardFile))) return items;
  const why = ours`"${argumentName(name) ?? ours`files`}" must be a list of files, each with a name, such as report.csv, and either text or base64.`;
  throw wrongArgument(call.tool, { name, value, why }, madeFiles(call, name, items));
}

function isMade({ name, filename, text, base64 }: HeardFile): boolean {
  const named = name ?? filename;
  return (
    typeof named === "string" && named !== "" && (typeof text === "string") !== (typeof base64 === "string")
  );
}

/** The files that the values of other forms mean; where one of them says nothing of what it holds, the mail does not leave without it. */
function madeFiles(call: HeardCall, name: string, items: readonly unknown[]): RightCall {
  const { files = [], new_files: made = [] } = filesLike(items) as Record<string, unknown[]>;
  if (made.some((file) => JSON.stringify(file).length > maxShownFile || isUnknown(file)))
    return unsent(call, name);
  const before = [call.given.files ?? []].flat();
  const urls = files.length > 0 ? { files: [...before, ...files] } : {};
  return made.length > 0 ? { arguments: { ...urls, [name]: made } } : { arguments: urls, without: [name] };
}

function heardFlag(call: HeardCall, name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (isYesOrNo(value)) return isTrue(value);
  const why = ours`"${argumentName(name) ?? ours`flag`}" must be true or false.`;
  throw wrong(call, { name, value, why }, true);
}

function heardNumber(call: HeardCall, name: string, value: unknown): number {
  const { minimum = 0, maximum = 1_000_000 } = call.tool.input[name] ?? {};
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= minimum && number <= maximum)
    return number;
  const why = ours`"${argumentName(name) ?? ours`number`}" must be a whole number from ${minimum} to ${maximum}.`;
  const meant = inUnit(name, value);
  const isFit = meant !== null && meant >= minimum && meant <= maximum;
  const isLarge = meant !== null ? meant > maximum : typeof number === "number" && number > maximum;
  throw wrong(call, { name, value, why }, isFit ? meant : isLarge ? maximum : Math.max(minimum, 30));
}

/** Minutes, also as objects such as calendar programs have: `{ minutes: 10 }`. */
function heardNumbers(call: HeardCall, name: string, value: unknown): number[] {
  const all = Array.isArray(value) ? value : (jsonList(value) ?? [value]);
  const items = all.flatMap((item) => {
    const { minutes } = (typeof item === "object" && item !== null ? item : { minutes: item }) as {
      minutes?: unknown;
    };
    return typeof minutes === "string" ? partsOf(minutes) : [minutes];
  });
  return items.map((one) => {
    const number = typeof one === "string" && one !== "" ? Number(one) : one;
    if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
    const why = ours`"${argumentName(name) ?? ours`list`}" must be a list of whole numbers.`;
    const meant = items.map(spanMinutes);
    const right = meant.includes(null)
      ? { arguments: {}, without: [name] }
      : { arguments: { [name]: meant } };
    throw wrongArgument(call.tool, { name, value, why }, right);
  });
}

const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 };

/** The whole minutes that a number or a span such as "1h" or "2 days" means; null: it is none of one unit. */
function spanMinutes(item: unknown): number | null {
  if (typeof item === "number") return Number.isInteger(item) && item >= 0 ? item : null;
  if (typeof item !== "string") return null;
  const [, count, unit] =
    /^(\d{1,5}) ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|weeks?)?$/.exec(item.trim().toLowerCase()) ??
    [];
  return count === undefined ? null : Number(count) * (unitMinutes[unit?.[0] ?? "m"] ?? 1);
}

function heardText(call: HeardCall, name: string, value: unknown): string {
  const isTime = times.includes(name);
  if (isTime) refuseTimeObject(call, name, value);
  const [only, another] = Array.isArray(value) ? (value as unknown[]) : [value];
  const filters = name === "query" && another === undefined ? queryOf(only) : null;
  if (filters !== null)
    throw wrong(call, { name, value, why: ours`"query" must be one text, with its filters in it.` }, filters);
  const body = name === "text" && typeof only === "object" ? bodyOf(call, only) : null;
  if (body !== null && another === undefined)
    throw wrongArgument(call.tool, { name, value, why: ours`"text" must be one text.` }, body);
  // A whole draft in the argument for its id.
  const isFold = name === "draft" && typeof only === "object" && only !== null && another === undefined;
  const isWhole = isFold && call.tool.name === "save_draft" && Object.values(only).some((one) => one !== "");
  if (isWhole && !Object.keys(only).some((one) => one === "id" || call.given[one] !== undefined))
    throw wrongArgument(
      call.tool,
      { name, value, why: ours`"draft" must be an id.` },
      { arguments: { ...only }, without: ["draft"] },
    );
  const plain = trimmed(name, typeof only === "number" || typeof only === "boolean" ? String(only) : only);
  if (typeof plain !== "string" || another !== undefined) {
    const why = ours`"${argumentName(name) ?? ours`text`}" must be one text.`;
    if (ids.includes(name) && another !== undefined)
      throw wrongArgument(call.tool, { name, value, why }, shownBy(name, null));
    const lines = value as unknown[];
    const parting: Readonly<Record<string, string>> = { text: "\n", query: " " };
    if (another !== undefined && Object.hasOwn(parting, name))
      if (lines.every((line) => typeof line === "string"))
        throw wrong(call, { name, value, why }, lines.join(parting[name]));
    // Nothing leaves with a text that its caller has not written, nor with the first of several.
    if (call.tool.open) throw wrongArgument(call.tool, { name, value, why }, unsent(call, name));
    throw wrong(call, { name, value, why }, typeof plain === "string" ? plain : toWrite);
  }
  const { enum: words } = call.tool.input[name] ?? {};
  if (words) return heardWord(call, { name, value: plain, words });
  if (ids.includes(name)) return idOf(call, name, plain);
  const still = () => (call.tool.open ? unsent(call, name) : null);
  return isTime ? heardTime(call, { name, plain }, still) : plain;
}

/** The text of a body as Graph writes it, `{contentType: "Text", content: "…"}`, or its HTML; null: it has another form. */
function bodyOf({ tool }: HeardCall, value: unknown): RightCall | null {
  const {
    contentType,
    type = contentType,
    content,
    value: inner,
    text,
    html,
  } = (value ?? {}) as Record<string, unknown>;
  const plain = content ?? inner ?? text ?? html;
  if (typeof plain !== "string") return null;
  const isHtml = /html/i.test(String(type)) || plain === html;
  if (!isHtml) return { arguments: { text: plain } };
  return Object.hasOwn(tool.input, "html") ? { arguments: { html: plain }, without: ["text"] } : null;
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
  const isPart = /^[0-9a-f]{4,8}(?:-[0-9a-f-]{0,40})?(?:…|\.{3})?$/i.test(text) && /\d/.test(text);
  const named = argumentName(name) ?? ours`id`;
  const why = isPart
    ? ours`"${named}" must be a whole id, of 36 characters, and this is no whole one.`
    : ours`"${named}" must be an id, not a name or a subject.`;
  // No search finds mail by a part of its id.
  throw wrongArgument(tool, { name, value: text, why }, shownBy(name, isPart ? null : text));
}
