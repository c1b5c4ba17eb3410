// Alternatives in the OpenAPI document: an object that has one of several groups of fields, as `oneOf` of whole objects, which
// every generator of clients reads; `required` alone beside `properties` some take for a union of nothing.
import type { FieldGroup } from "../../schema/common.ts";
import type { Document, JsonSchema } from "./types.ts";

/** The document with `oneOf` in place of `x-alternatives`, each alternative a schema of its own name. */
export function withAlternatives(document: Document): Document {
  const { components } = document;
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => united(name, schema));
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function united(name: string, { "x-alternatives": groups, ...schema }: JsonSchema): [string, JsonSchema][] {
  if (!groups) return [[name, schema]];
  const { description } = schema;
  const named = groups.map((group): [string, JsonSchema] => [
    alternativeName(name, group),
    withGroup(schema, group, groups),
  ]);
  const oneOf = named.map(([one]) => ({ $ref: `#/components/schemas/${one}` }));
  return [[name, { ...(description === undefined ? {} : { description }), oneOf }], ...named];
}

/** Such as `FileContentWithUrl`. */
function alternativeName(name: string, { needs: [first = ""] }: FieldGroup): string {
  const words = first.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${name}With${words.join("")}`;
}

function withGroup(schema: JsonSchema, own: FieldGroup, groups: readonly FieldGroup[]): JsonSchema {
  const { description: _, properties = {}, required = [], ...rest } = schema;
  const names = (group: FieldGroup) => [...group.needs, ...(group.takes ?? [])];
  const others = new Set(groups.filter((group) => group !== own).flatMap(names));
  const kept = Object.entries(properties).flatMap(([name, field]) => {
    if (own.needs.includes(name)) return [[name, filled(field)] as const];
    if (!others.has(name)) return [[name, field] as const];
    return filled(field) === field
      ? []
      : [[name, { type: "null", description: `null: ${own.needs.join(" and ")} says it` }] as const];
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
