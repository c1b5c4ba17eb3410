// Validation messages: the field, the problem and, for an unknown field, the nearest known name.
import { Kind, OptionalKind, type TSchema } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { Failure, invalid } from "../lib/failure.ts";
import { addresseesProblem, isSender } from "../schema/message/addressees.ts";
import { fieldsAround } from "./meant-body.ts";
import { foldedNote, meantField } from "./meant-fields.ts";
import { likelyValue, meantValue, textWithin } from "./meant-values.ts";
import { type NamedKind, namedFields } from "./named.ts";

/** The refusal of a call by its shapes alone. */
export class ShapeFailure extends Failure {
  constructor(message: string) {
    super("validation_error", message);
  }
}

/** @param part where the value stood: body, query, path or header */
export function validationFailure(schema: TSchema, value: unknown, part: string): Failure {
  const error = deepest(schema, value);
  if (!error) return new ShapeFailure(`The ${part} is not as documented.`);
  const others = otherUnknown(error, schema, value);
  return new ShapeFailure(`${describe(error, schema, part)}${others}`);
}

/** Unknown fields that a refusal names beside the first one. */
const maxOthers = 8;

/** The unknown fields that stand beside the one that a refusal is about, each with what it means. */
function otherUnknown(first: ValueError, schema: TSchema, value: unknown): string {
  if (first.type !== ValueErrorType.ObjectAdditionalProperties) return "";
  const beside = first.path.slice(0, first.path.lastIndexOf("/") + 1);
  const known = propertiesAt(schema, first.path);
  const others: string[] = [];
  const parent = fieldsAround(first.path, value);
  for (const name of Object.keys(parent)) {
    if (known.includes(name) || `${beside}${name}` === first.path) continue;
    if (others.length === maxOthers) break;
    const meant = meantField(name, known);
    const isNote = meant !== null && "note" in meant;
    const isFolded = !isNote && foldedNote(parent[name], known) !== null;
    const named = meant === null || isNote ? "" : `: did you mean "${meant.field}"?`;
    const means = isFolded ? ": send what is in it as fields of its own" : named;
    others.push(`${JSON.stringify(name.slice(0, 80))}${means}`);
  }
  return others.length === 0 ? "" : ` Unknown too: ${others.join(", ")}`;
}

/** Bytes from which on a body is judged here: the router's own failure would copy all of it into its message. */
const largeBytes = 64 * 1024;

/** @throws Failure validation_error */
export function checkLargeBody(schema: TSchema, body: unknown, { headers }: Request): void {
  const length = headers.get("content-length");
  if (length !== null && Number(length) <= largeBytes) return;
  if (!headers.get("content-type")?.includes("json") || Value.Check(schema, body)) return;
  throw validationFailure(schema, body, "body");
}

/** Far more than any body needs, far less than what makes a walk over it run out of stack. */
const maxDepth = 64;

/**
 * Refuses strings that a database or a mail cannot hold, and bodies nested too deeply. DECISIONS Conventions: strings
 * @throws Failure validation_error naming the field
 */
export function checkStrings(value: unknown): void {
  const found = findUnfit(value, 0);
  if (!found) return;
  const field = found.path.join("/");
  throw invalid(`${field === "" ? "The body" : `Field "${field}"`} ${found.problem}`);
}

interface Unfit {
  path: (string | number)[];
  problem: string;
}

function findUnfit(value: unknown, depth: number): Unfit | null {
  if (typeof value === "string") {
    if (value.includes("\0")) return { path: [], problem: "has a NUL character. Remove it." };
    if (!value.isWellFormed())
      return { path: [], problem: "has an unpaired surrogate. Send well-formed Unicode." };
    return null;
  }
  if (value === null || typeof value !== "object") return null;
  if (depth === maxDepth) throw invalid(`The body is nested deeper than ${maxDepth} levels. Flatten it.`);
  return Array.isArray(value) ? findInArray(value, depth) : findInObject(value, depth);
}

function findInArray(value: readonly unknown[], depth: number): Unfit | null {
  for (let index = 0; index < value.length; index++) {
    const found = findUnfit(value[index], depth + 1);
    if (found) return { ...found, path: [index, ...found.path] };
  }
  return null;
}

function findInObject(value: object, depth: number): Unfit | null {
  for (const [name, item] of Object.entries(value)) {
    if (findUnfit(name, 0)) return { path: [], problem: "has a name with a NUL or an unpaired surrogate." };
    const found = findUnfit(item, depth + 1);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return null;
}

export function deepest(
  schema: TSchema,
  value: unknown,
  isFine: (error: ValueError) => boolean = () => false,
): ValueError | null {
  let found: ValueError | null = null;
  for (const error of Value.Errors(schema, value)) {
    if (isFine(error)) continue;
    if (!found || rank(error) > rank(found)) found = error;
    if (found.type === ValueErrorType.ObjectAdditionalProperties) break;
  }
  return found;
}

function rank(error: ValueError): number {
  return error.type === ValueErrorType.ObjectAdditionalProperties ? 1000 : error.path.length;
}

/** Characters of a field's path that a message repeats. */
const maxPath = 200;

function describe(error: ValueError, root: TSchema, part: string): string {
  const field = error.path.slice(1, maxPath).replaceAll("~1", "/").replaceAll("~0", "~");
  const name = `"${field}"`;
  switch (error.type) {
    case ValueErrorType.ObjectAdditionalProperties: {
      const known = propertiesAt(root, error.path);
      const meant = noteOf(field.split("/").at(-1) ?? field, { value: error.value, known });
      return `Unknown field ${name} in the ${part}. ${meant ?? knownOf(known)}`;
    }
    case ValueErrorType.ObjectRequiredProperty:
      return `Field ${name} is missing in the ${part}. Add it${formOf(field, error.schema)}.`;
    case ValueErrorType.ObjectMinProperties:
      return `The ${part} is empty. Name at least one of: ${Object.keys(root.properties ?? {}).join(", ")}.`;
    default: {
      const problem = addresseesProblem(error.schema, error.value);
      if (problem) return `Field ${name} in the ${part} ${problem}${leftOut(field, root, error.value)}`;
      if (field === "")
        return `The ${part} must be ${wanted(error.schema)}${kindOf(error.value)}.${severalOf(error)}`;
      return `Field ${name} in the ${part} must be ${namesOf(field, error.schema) ?? wantedAt(field, error.schema)}${given(error.value, error.schema)}.${meant(error.schema, error.value)}${wrapped(error.schema, error.value)}${likely(field, error)}`;
    }
  }
}

function noteOf(name: string, { value, known }: { value: unknown; known: readonly string[] }): string | null {
  const meant = meantField(name, known);
  if (meant !== null && "note" in meant) return meant.note;
  return foldedNote(value, known) ?? (meant === null ? null : `Did you mean "${meant.field}"?`);
}

/** Null where a field may be left out. */
function leftOut(field: string, { required = [] }: TSchema, value: unknown): string {
  return value === null && !required.includes(field) ? " Or leave it out." : "";
}

function knownOf(fields: readonly string[]): string {
  return fields.length === 0
    ? "This call takes no fields, and acts at once."
    : `Known fields: ${fields.join(", ")}.`;
}

const nameForms: Readonly<Record<NamedKind, string>> = {
  address: "or the email of an address, which GET /api/v1/identities lists",
  label: "or the name of a label, which GET /api/v1/labels?identity_id=… lists",
  pod: "or the name of a pod, which GET /api/v1/pods lists",
  domain: "or the name of a domain, which GET /api/v1/domains lists",
};

/** The value that a field takes which was left out, where its schema says more than its name does. */
function formOf(field: string, schema: TSchema): string {
  if (isSender(schema)) return ": one of yours, which GET /api/v1/identities lists";
  if (addresseesProblem(schema, undefined) !== null) return ": an email address, or a list of them";
  const names = namesOf(field, schema);
  if (names !== null) return `: ${names}`;
  const isOpen = schema.type === "string" && schema.format === undefined && schema.pattern === undefined;
  return isOpen || schema.type === undefined ? "" : `: ${wanted(schema)}`;
}

/** The values of a field that takes names; null: it takes none. */
export function namesOf(field: string, schema: TSchema): string | null {
  const kind = field
    .split("/")
    .map((step) => namedFields[step])
    .find((one) => one !== undefined);
  return kind === undefined || schema.format !== "uuid"
    ? null
    : `the id, such as ${exampleUuid}, ${nameForms[kind]}`;
}

function meant(schema: TSchema, value: unknown): string {
  const near = meantWord(schema, value);
  return near === null ? "" : ` Did you mean "${near}"?`;
}

/** The word of a closed list that a misspelt one is nearest to. */
export function meantWord(schema: TSchema, value: unknown): string | null {
  const forms: TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const words = forms.flatMap(({ enum: some, const: one }) => (Array.isArray(some) ? some : [one]));
  const known = words.filter((word): word is string => typeof word === "string");
  return typeof value === "string" && value.length <= 80 ? meantValue(value, known) : null;
}

/** One value where a list of such is taken, as that list. */
function wrapped(schema: TSchema, value: unknown): string {
  if (schema.type !== "array" || value === null || value === undefined || Array.isArray(value)) return "";
  const list = [value];
  const text = JSON.stringify(list);
  return text.length <= 80 && Value.Check(schema, list) ? ` Send ${text}.` : "";
}

/** A file that was given by its name alone. */
function asFile(value: string): string {
  if (/^https?:\/\//.test(value) && value.length <= 500 && !/\s/.test(value))
    return ` Did you mean ${JSON.stringify({ url: value })}?`;
  const filename = value.split(/[\\/]/).at(-1)!.slice(0, 80) || "notes.txt";
  return ` The server reads no file of yours: send {"filename": ${JSON.stringify(filename)}, "content": …}, with its bytes in base64.`;
}

const isMessageId = (text: string) =>
  text.startsWith("<") && text.endsWith(">") && text.includes("@") && !/[\s,]/.test(text);
const findsMessage =
  " A Message-ID of its header is no id here: GET /api/v1/messages?from=…&subject=… finds the message.";

/** Characters of a value, and of a zone, that a message proposes. */
const maxMeant = 200;
const maxZone = 64;

/** The text within a list or an object, where the field takes it; null: it does not. */
export function takenWithin(field: string, schema: TSchema, value: unknown): string | number | null {
  const text = textWithin(schema, value);
  if (text === null) return null;
  const isOne = !Array.isArray(value) || value.length === 1;
  // Lines of a text; several values of any other field are no one.
  if (!isOne && !/(?:^|\/)(?:text|html|markdown)$/.test(field)) return null;
  if (namesOf(field, schema) === null && Value.Check(schema, text)) return text;
  if (!isOne) return null;
  return namesOf(field, schema) === null ? likelyValue(field, schema, text) : text;
}

/** The value that one in another form, or in another unit, most likely means. */
function likely(field: string, { schema, value }: ValueError): string {
  if (typeof value === "string" && Object.hasOwn(schema.properties ?? {}, "filename")) return asFile(value);
  if (schema.format !== undefined || schema.anyOf !== undefined)
    if (typeof value === "string" && isMessageId(value)) return findsMessage;
  const meant = likelyValue(field, schema, value) ?? takenWithin(field, schema, value);
  const text = JSON.stringify(meant);
  const zone = typeof value === "object" ? (value as { timeZone?: unknown } | null)?.timeZone : undefined;
  const apart =
    typeof zone === "string" && zone.length <= maxZone ? `, and "timezone" ${JSON.stringify(zone)}` : "";
  return meant === null || text.length > maxMeant ? "" : ` Did you mean ${text}${apart}?`;
}

/** A short value as it was given; of one beyond its bounds, how much it has. */
function given(value: unknown, { maxLength, minItems, maxItems }: TSchema): string {
  if (typeof value === "string" && value.length > (maxLength ?? Number.POSITIVE_INFINITY))
    return `, not of ${value.length}`;
  if (Array.isArray(value)) {
    const isBeyond = value.length > (maxItems ?? Number.POSITIVE_INFINITY) || value.length < (minItems ?? 0);
    return isBeyond ? `, not of ${value.length}` : "";
  }
  if (value === undefined || (typeof value === "object" && value !== null)) return "";
  if (typeof value === "string" && value.length > 80) return "";
  const text = JSON.stringify(value);
  return text === undefined || text.length > 80 ? "" : `, not ${text}`;
}

/** The call that takes several of what this one takes one of. */
function severalOf({ schema, value }: ValueError): string {
  const isOfMails = Object.hasOwn(schema.properties ?? {}, "list_unsubscribe");
  return Array.isArray(value) && isOfMails
    ? ' POST /api/v1/messages/batch takes several, as "messages".'
    : "";
}

/** The kind of a whole body: one that was encoded twice is a text. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return ", not a list";
  return typeof value === "string" && value !== "" ? ", not a text: encode it as JSON once" : "";
}

/** A boolean, in a query too. */
function isBoolean({ type, anyOf }: TSchema): boolean {
  const forms = Array.isArray(anyOf) ? anyOf.map((one: TSchema) => one.type) : [type];
  return forms.includes("boolean") && forms.every((one) => one === "boolean" || one === "string");
}

const exampleUuid = "019a2f4e-8b1c-7def-8a90-1234567890ab";

/** Words for times are heard in the fields of a call, and not within its lists. */
function wantedAt(field: string, schema: TSchema): string {
  return field.includes("/") ? wanted(schema).replaceAll(saidTimes, "") : wanted(schema);
}

const saidTimes = ", or a date, or words such as tomorrow 9:00";

/** False where the description says when the field is required. */
const describesValue = ({ description = "" }: TSchema) =>
  description !== "" && !/^required\b/.test(description);

/** Describe a schema's values in words. */
function wanted(schema: TSchema): string {
  if (schema.format === "uuid")
    return `a UUID, such as ${exampleUuid}${describesValue(schema) ? ` (${schema.description})` : ""}`;
  if (schema.pattern && schema.description) return schema.description;
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(", ")}`;
  if (isBoolean(schema)) return "true or false";
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((s: TSchema) => wanted(s)).join(", or ");
  const formats: Record<string, string> = {
    "idn-email": "an email address, such as ada@example.com",
    "date-time": `a date-time with zone, such as 2026-01-02T03:04:05Z${saidTimes}`,
    uri: "an absolute URL",
    binary: "a file in a multipart/form-data body (in JSON send filename and content_base64)",
  };
  if (schema.format && formats[schema.format]) return formats[schema.format]!;
  const bounds = [
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.minLength !== undefined && `of at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `of at most ${schema.maxLength} characters`,
    ...itemBounds(schema),
  ].filter((text) => text !== false);
  const kinds: Record<string, string> = {
    integer: "a whole number",
    array: "an array",
    object: "an object",
    null: "null",
  };
  const kind = kinds[schema.type] ?? (schema.type ? `a ${schema.type}` : "as documented");
  const fields = Object.keys(schema.properties ?? {});
  if (fields.length > 0) return `${kind} with ${fields.join(", ")}`;
  return [kind, ...bounds].join(" ");
}

function itemBounds({ minItems, maxItems }: TSchema): (string | false)[] {
  if (minItems !== undefined && maxItems !== undefined) return [`of ${minItems} to ${maxItems} items`];
  return [
    minItems !== undefined && `of at least ${minItems} items`,
    maxItems !== undefined && `of at most ${maxItems} items`,
  ];
}

export function propertiesAt(root: TSchema, path: string): string[] {
  let schema: TSchema | undefined = root;
  for (const step of path.split("/").slice(1, -1)) {
    schema = schema?.[Kind] === "Array" ? schema.items : schema?.properties?.[step];
    if (schema?.[OptionalKind] && schema.anyOf) schema = schema.anyOf[0];
  }
  return Object.keys(schema?.properties ?? {});
}
