// Alternatives in the OpenAPI document: an object that has one of several groups of fields, as `oneOf` of whole objects, which
// every generator of clients reads; `required` alone beside `properties` some take for a union of nothing.
import type { FieldGroup } from "../../schema/common.ts";
import type { Document, JsonSchema } from "./types.ts";

/** The document with `oneOf` in place of `x-alternatives`. */
export function withAlternatives(document: Document): Document {
  const { components } = document;
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, united(schema)]),
  );
  return { ...document, components: { ...components, schemas } };
}

function united({ "x-alternatives": groups, ...schema }: JsonSchema): JsonSchema {
  if (!groups) return schema;
  const { description } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    oneOf: groups.map((group) => withGroup(schema, group, groups)),
  };
}

function withGroup(schema: JsonSchema, own: FieldGroup, groups: readonly FieldGroup[]): JsonSchema {
  const { description: _, properties = {}, required = [], ...rest } = schema;
  const names = (group: FieldGroup) => [...group.needs, ...(group.takes ?? [])];
  const others = new Set(groups.filter((group) => group !== own).flatMap(names));
  const kept = Object.entries(properties).flatMap(([name, field]) => {
    if (own.needs.includes(name)) return [[name, filled(field)] as const];
    if (!others.has(name)) return [[name, field] as const];
    return filled(field) === field ? [] : [[name, { type: "null" }] as const];
  });
  return { ...rest, properties: Object.fromEntries(kept), required: [...required, ...own.needs] };
}

/** The schema without null; itself where it takes none. */
function filled(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema;
  if (anyOf?.some((part) => part.type === "null")) {
    const parts = anyOf.filter((part) => part.type !== "null");
    const { anyOf: _, ...rest } = schema;
    return parts.length === 1 ? { ...rest, ...parts[0]! } : { ...rest, anyOf: parts };
  }
  if (!Array.isArray(type) || !type.includes("null")) return schema;
  const types = type.filter((name) => name !== "null");
  return { ...schema, type: types.length === 1 ? types[0]! : types };
}
