// The schemas of src/schema under their export names: the document defines each once and refers to it.
import { unwrapSchema } from "@elysiajs/openapi/openapi";
import { Deleted, MailboxRef } from "../../schema/common.ts";
import { FailureBody } from "../errors.ts";
import type { JsonSchema } from "./types.ts";

/** The version argument of unwrapSchema. */
const version = "3.1.1";

/** A TypeBox schema as OpenAPI writes it. */
export function plainSchema(schema: unknown): JsonSchema {
  return tidy(unwrapSchema(schema as never, undefined, "input", version) as JsonSchema);
}

/** Corrects a schema from the plugin: no symbols, no `undefined`; a nullable enum lists null. */
export function tidy(schema: JsonSchema): JsonSchema {
  return mend(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}

function mend(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = eachPart(schema, mend);
  // A nullable enum becomes `type: [string, null]`: the enum has to list null too.
  if (Array.isArray(out.type) && out.type.includes("null") && out.enum && !out.enum.includes(null)) {
    out.enum = [...out.enum, null];
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
  /** The schema with references in place of what has a name; a page of rows that have one is named after them. */
  refer(schema: JsonSchema): JsonSchema;
}

/**
 * Schemas that the document writes once.
 * @param modules of src/schema: each object schema is named as it is exported, but for query and path parameters
 */
export function sharedSchemas(modules: readonly object[]): SharedSchemas {
  const byText = new Map<string, string>();
  const plain = new Map<string, JsonSchema>();
  const common = { Deleted, Failure: FailureBody, MailboxRef };
  for (const [name, value] of [...modules, common].flatMap((module) => Object.entries(module))) {
    if (!isObjectSchema(value) || /(Query|Params)$/.test(name)) continue;
    const schema = plainSchema(value);
    const text = JSON.stringify(schema);
    if (byText.has(text)) continue;
    byText.set(text, name);
    plain.set(name, schema);
  }
  const inner = (schema: JsonSchema): JsonSchema => eachPart(schema, refer);
  const refer = (schema: JsonSchema): JsonSchema => {
    const name = byText.get(JSON.stringify(schema));
    if (name) return ref(name);
    if (Array.isArray(schema.type) && schema.type.join() === "object,null") {
      const filled = byText.get(JSON.stringify({ ...schema, type: "object" }));
      if (filled) return { anyOf: [ref(filled), { type: "null" }] };
    }
    const made = inner(schema);
    const page = pageName(made);
    if (page === null) return made;
    named[page] = made;
    return ref(page);
  };
  const named: Record<string, JsonSchema> = {};
  for (const [name, schema] of plain) named[name] = inner(schema);
  return { named, refer };
}

/** `ThreadPage` for a page of `Thread`s; null: no page, or its rows have no name. */
function pageName({ properties }: JsonSchema): string | null {
  const row = properties?.next_cursor && properties.data?.items?.$ref;
  return row ? `${row.slice(row.lastIndexOf("/") + 1)}Page` : null;
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function isObjectSchema(value: unknown): boolean {
  const schema = value as { type?: unknown; properties?: object } | null;
  return (
    typeof schema === "object" && schema?.type === "object" && Object.keys(schema.properties ?? {}).length > 0
  );
}
