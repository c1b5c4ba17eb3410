// A schema as rows of a table: field paths, types and bounds.
import type { JsonSchema } from "./types.ts";
import { wordsOf } from "./word-lists.ts";

export interface DocumentedField {
  /** With the names that lead to it: `data[].from.email`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Levels of nested fields that the table shows. */
const maxDepth = 3;

/** @param refs `components.schemas` */
export function fieldsOf(schema: JsonSchema, refs: Schemas, at = "", depth = 0): DocumentedField[] {
  const object = deref(schema, refs);
  return Object.entries(object.properties ?? {}).flatMap(([key, part]) => {
    const name = at === "" ? key : `${at}.${key}`;
    const plain = withoutNull(deref(part, refs), refs);
    const item = plain.type === "array" && plain.items ? withoutNull(deref(plain.items, refs), refs) : null;
    const said = part.description ?? plain.description;
    const field: DocumentedField = {
      name,
      type: typeOf(part, refs),
      required: object.required?.includes(key) ?? false,
      description: withBounds(said, boundsOf(plain, said)),
    };
    const inner = depth < maxDepth ? (item ?? plain) : null;
    return [field, ...(inner?.properties ? fieldsOf(inner, refs, item ? `${name}[]` : name, depth + 1) : [])];
  });
}

function deref(schema: JsonSchema, refs: Schemas): JsonSchema {
  if (!schema.$ref) return schema;
  return refs[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {};
}

function withoutNull(schema: JsonSchema, refs: Schemas): JsonSchema {
  const filled = schema.anyOf?.filter((part) => part.type !== "null") ?? [];
  return filled.length === 1 ? deref(filled[0]!, refs) : singleType(schema);
}

function singleType(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === "string" || schema.type === undefined) return schema;
  const [type, ...more] = schema.type.filter((name) => name !== "null");
  return more.length === 0 && type !== undefined ? { ...schema, type } : schema;
}

function typeOf(part: JsonSchema, refs: Schemas): string {
  const schema = deref(part, refs);
  if (schema.anyOf) {
    // The array's element types are listed beside it already.
    const isList = (one: JsonSchema) => one.type === "array" && schema.anyOf!.length > 2;
    const types = schema.anyOf.map((one) => (isList(one) ? "array of these" : typeOf(one, refs)));
    return [...new Set(types)].join(" or ");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["anything"]);
  return types
    .map((type) => (type === "array" ? `array of ${typeOf(schema.items ?? {}, refs)}` : named(type, schema)))
    .join(" or ");
}

function named(type: string, { format }: JsonSchema): string {
  return type === "string" && format ? format : type;
}

/** A description and its bounds; a sentence keeps its full stop before nothing else. */
function withBounds(said: string | undefined, bounds: string): string {
  return [bounds === "" ? said : said?.replace(/\.$/, ""), bounds].filter(Boolean).join("; ");
}

/** @param said the description, which explains the words of an enumeration */
function boundsOf(schema: JsonSchema, said: string | undefined): string {
  const words: [unknown, (value: unknown) => string][] = [
    [schema.minimum, (value) => `at least ${value}`],
    [schema.maximum, (value) => `at most ${value}`],
    [schema.default, (value) => `${value} without it`],
    [schema.maxLength, (value) => `at most ${value} characters`],
    [schema.maxItems, (value) => `at most ${value} items`],
  ];
  const list = said ? "" : wordsOf(schema).join(", ");
  const bounds = words.filter(([value]) => value !== undefined).map(([value, say]) => say(value));
  return [list && `one of ${list}`, ...bounds].filter(Boolean).join(", ");
}
