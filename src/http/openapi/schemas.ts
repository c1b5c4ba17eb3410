// The schemas of src/schema under their export names: the document defines each once and refers to it.
import { unwrapSchema } from "@elysiajs/openapi/openapi";
import { Type } from "@sinclair/typebox";
import { Deleted, MailboxRef, Metadata } from "../../schema/common.ts";
import { NamedAddress } from "../../schema/message/addressees.ts";
import { FailureBody } from "../errors.ts";
import type { JsonSchema } from "./types.ts";

/** The version argument of unwrapSchema. */
const version = "3.1.1";

/** A TypeBox schema as OpenAPI writes it. */
export function plainSchema(schema: unknown): JsonSchema {
  return tidy(unwrapSchema(schema as never, undefined, "input", version) as JsonSchema);
}

/** Corrects a schema from the plugin: no symbols, no `undefined`; a nullable enum lists null; one word is a constant. */
export function tidy(schema: JsonSchema): JsonSchema {
  return mend(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}

function mend(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = eachPart(schema, mend);
  // The plugin makes `type: [string, null]` of a nullable enum, whose list then has no null: a union says what is meant.
  if (Array.isArray(out.type) && out.type.includes("null") && out.enum) {
    const { description, type, ...rest } = out;
    return {
      anyOf: [{ ...rest, type: type.find((name) => name !== "null") as string }, { type: "null" }],
      ...(description === undefined ? {} : { description }),
    };
  }
  if (out.enum?.length === 1) {
    out.const = out.enum[0];
    delete out.enum;
  }
  const anyName = out.patternProperties?.["^(.*)$"];
  if (anyName) {
    delete out.patternProperties;
    out.additionalProperties = Object.keys(anyName).length === 0 ? true : anyName;
  }
  return out;
}

/** A copy whose direct sub-schemas went through `change`. */
function eachPart(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const out: JsonSchema = { ...schema };
  const map = (parts: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
  if (out.properties) out.properties = map(out.properties);
  if (out.patternProperties) out.patternProperties = map(out.patternProperties);
  if (out.items) out.items = change(out.items);
  if (out.anyOf) out.anyOf = out.anyOf.map(change);
  if (typeof out.additionalProperties === "object")
    out.additionalProperties = change(out.additionalProperties);
  return out;
}

export interface SharedSchemas {
  /** For `components.schemas`. */
  readonly named: Record<string, JsonSchema>;
  /**
   * The schema with references in place of what has a name. Envelopes of what has one are named after it: `ThreadPage`,
   * `ThreadResponse`.
   */
  refer(schema: JsonSchema): JsonSchema;
  /** The same of the schema's parts: the schema itself has no name. */
  inner(schema: JsonSchema): JsonSchema;
}

/** An object with whatever fields. */
const JsonObject = Type.Record(Type.String(), Type.Unknown());

/**
 * Schemas that the document writes once.
 * @param modules of src/schema: each object schema is named as it is exported, but for parameters and events' data; lists of
 * words are named after the first field that has them (`IdentityStatus`), in inner objects where several have them
 */
export function sharedSchemas(modules: readonly object[]): SharedSchemas {
  const byText = new Map<string, string>();
  const plain = new Map<string, JsonSchema>();
  const common = { Deleted, Failure: FailureBody, JsonObject, MailboxRef, Metadata, NamedAddress };
  for (const [name, value] of [...modules, common].flatMap((module) => Object.entries(module))) {
    if (!isObjectSchema(value) || /(Query|Params|Data)$/.test(name)) continue;
    const schema = plainSchema(value);
    const text = JSON.stringify(schema);
    if (byText.has(text)) continue;
    byText.set(text, name);
    const bare = JSON.stringify(undescribed(schema));
    if (!byText.has(bare)) byText.set(bare, name);
    plain.set(name, schema);
  }
  const words = new Map<string, string>();
  // A list of words belongs to the resource, not to the calls that change it.
  const isChange = ([name]: [string, JsonSchema]) => Number(/(Create|Patch|Input)$/.test(name));
  const owners = [...plain].sort((one, other) => isChange(one) - isChange(other));
  const lists = owners
    .flatMap(([name, schema]) => [...listsIn(schema, name, 0)])
    .sort((one, other) => Number(one.depth > 1) - Number(other.depth > 1));
  for (const [key, [first, second]] of Map.groupBy(lists, ({ list }) => wordsKey(list))) {
    if (words.has(key) || (first!.depth > 1 && !second)) continue;
    words.set(key, first!.name);
    plain.set(first!.name, { type: "string", enum: first!.list });
  }
  const inner = (schema: JsonSchema): JsonSchema => eachPart(schema, refer);
  /** A reference to what is alike, whatever its description says: that stands beside the reference. */
  const referred = (schema: JsonSchema): JsonSchema | null => {
    const name = byText.get(JSON.stringify(schema)) ?? byText.get(JSON.stringify(undescribed(schema)));
    if (!name) return null;
    return { ...ref(name), ...(schema.description === undefined ? {} : { description: schema.description }) };
  };
  const refer = (schema: JsonSchema): JsonSchema => {
    const known = referred(schema);
    if (known) return known;
    const list = schema.enum && words.get(wordsKey(schema.enum));
    if (list) {
      const { enum: _, type: __, ...rest } = schema;
      return { ...ref(list), ...rest };
    }
    if (Array.isArray(schema.type) && schema.type.join() === "object,null") {
      const { description, ...filled } = schema;
      const known = referred({ ...filled, type: "object" });
      if (known)
        return { anyOf: [known, { type: "null" }], ...(description === undefined ? {} : { description }) };
    }
    const made = inner(schema);
    const envelope = envelopeName(made);
    if (envelope === null) return made;
    named[envelope] = made;
    return ref(envelope);
  };
  const named: Record<string, JsonSchema> = {};
  for (const [name, schema] of plain) named[name] = schema.properties ? inner(schema) : schema;
  return { named, refer, inner };
}

/** `ThreadPage` for a page of `Thread`s, `ThreadResponse` for one; null: no envelope, or what is in it has no name. */
function envelopeName({ properties = {} }: JsonSchema): string | null {
  const { data } = properties;
  if (properties.next_cursor) return data?.items?.$ref ? `${lastName(data.items.$ref)}Page` : null;
  const isSingle = data?.$ref && Object.keys(properties).length === 1;
  return isSingle ? `${lastName(data.$ref!)}Response` : null;
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** Lists of words in a schema, each named after the field that has it, with how deep it stands. */
function* listsIn(
  { enum: list, properties = {}, items, anyOf = [] }: JsonSchema,
  name: string,
  depth: number,
): Generator<{ list: readonly unknown[]; name: string; depth: number }> {
  if (list && depth > 0) yield { list, name, depth };
  for (const part of [...anyOf, ...(items ? [items] : [])]) yield* listsIn(part, name, depth);
  for (const [field, part] of Object.entries(properties)) {
    const own = field.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    yield* listsIn(part, name + own, depth + 1);
  }
}

/** Words in whichever order. */
function wordsKey(words: readonly unknown[]): string {
  return [...words].sort().join();
}

function undescribed({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function isObjectSchema(value: unknown): boolean {
  const schema = value as { type?: unknown; properties?: object } | null;
  if (typeof schema !== "object" || schema?.type !== "object") return false;
  return "patternProperties" in schema || Object.keys(schema.properties ?? {}).length > 0;
}
