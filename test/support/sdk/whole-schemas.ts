// The served OpenAPI document as our own clients read it: each schema whole, as its resource has it (src/http/openapi/bases.ts).
import type { Document, JsonSchema } from "../../../src/http/openapi/types.ts";

type Schemas = Record<string, JsonSchema>;

/** The document with what a base has in each schema that is built on it, and with one object in place of alternatives: a client's type has all fields, and the server says which go together. */
export function withWholeSchemas(document: Document): Document {
  const { schemas: given } = document.components;
  const bases = narrowed(given);
  const webhooks = document.webhooks;
  const own = titledIn(Object.values(webhooks).map(({ post }) => post.requestBody));
  const parts = new Set(Object.values(given).flatMap(({ oneOf = [] }) => oneOf.map(nameOf)));
  const schemas = Object.entries({ ...bases, ...own })
    .filter(([name]) => !parts.has(name) && !(name.endsWith("Fields") && given[name.slice(0, -6)]?.oneOf))
    .map(([name, schema]): [string, JsonSchema] => {
      const { oneOf, description } = schema;
      if (!oneOf) return [name, schema];
      return [name, { ...bases[`${name}Fields`]!, ...(description ? { description } : {}) }];
    });
  const whole = <T>(value: T) => wholeIn(value, bases, new Set(Object.keys(own)));
  return {
    ...document,
    paths: whole(document.paths),
    webhooks: whole(webhooks),
    components: { ...document.components, schemas: whole(Object.fromEntries(schemas)) },
  };
}

/** The schemas without fields that a base has for what is built on it. */
function narrowed(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { "x-own-fields": own, ...schema }]) => {
      if (!own) return [name, schema];
      const kept = Object.entries(schema.properties!).filter(([key]) => own.includes(key));
      return [name, { ...schema, properties: Object.fromEntries(kept) }];
    }),
  );
}

/** Schemas that stand in webhooks under their name, beside the data of events themselves. */
function titledIn(bodies: unknown): Schemas {
  const found: Schemas = {};
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { title, ...schema } = value as JsonSchema;
    if (typeof title === "string" && schema.properties && !title.endsWith("Data")) found[title] = schema;
    Object.values(value).forEach(visit);
  };
  visit(bodies);
  return found;
}

function wholeIn<T>(value: T, bases: Schemas, titled: ReadonlySet<string>): T {
  if (Array.isArray(value)) return value.map((item) => wholeIn(item, bases, titled)) as T;
  if (typeof value !== "object" || value === null) return value;
  const schema = value as JsonSchema;
  if (typeof schema.title === "string" && titled.has(schema.title)) {
    const { title, description } = schema;
    return { $ref: `#/components/schemas/${title}`, ...(description ? { description } : {}) } as T;
  }
  const words = schema.anyOf?.map(({ const: word }) => word) ?? [];
  if (words.length > 0 && words.every((word) => typeof word === "string")) {
    const { anyOf: _, ...rest } = schema;
    return { ...rest, type: "string", enum: words } as T;
  }
  const base = schema.allOf?.length === 1 ? bases[nameOf(schema.allOf[0]!)] : undefined;
  if (base) {
    const { allOf: _, ...own } = schema;
    const { description: __, ...below } = base;
    const merged: JsonSchema = { ...below, ...own };
    if (below.properties) {
      merged.properties = { ...below.properties, ...own.properties };
      merged.required = [...(below.required ?? []), ...(own.required ?? [])];
    }
    return wholeIn(merged, bases, titled) as T;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      ["example", "examples"].includes(key) ? part : wholeIn(part, bases, titled),
    ]),
  ) as T;
}

function nameOf({ $ref = "" }: JsonSchema): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
