// All generated files of the SDKs.
import type { Document, JsonSchema } from "../../../src/http/openapi/types.ts";
import { pythonFiles } from "./python.ts";
import { typescriptFiles } from "./typescript.ts";

/** Texts by their path in the repository. */
export function generatedFiles(given: Document): Record<string, string> {
  const document = withoutAlternatives(given);
  const below = (folder: string, files: Record<string, string>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  return Object.fromEntries([
    ...below("src/sdk/typescript/generated", typescriptFiles(document)),
    ...below("src/sdk/python/postroom/generated", pythonFiles(document)),
  ]);
}

/** The document with one object in place of alternatives: a client's type has all fields, and the server says which go together. */
function withoutAlternatives(document: Document): Document {
  const { components } = document;
  const all = Object.entries(components.schemas);
  const nameOf = ({ $ref = "" }: JsonSchema) => $ref.slice($ref.lastIndexOf("/") + 1);
  const parts = new Set(all.flatMap(([, { oneOf = [] }]) => oneOf.map(nameOf)));
  const schemas = all
    .filter(([name]) => !parts.has(name))
    .map(([name, { oneOf, ...schema }]): [string, JsonSchema] => [
      name,
      oneOf
        ? merged(
            schema,
            oneOf.map((one) => components.schemas[nameOf(one)]!),
          )
        : schema,
    ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function merged(schema: JsonSchema, [first, ...others]: JsonSchema[]): JsonSchema {
  if (!first) return schema;
  const required = (first.required ?? []).filter((name) =>
    others.every((other) => other.required?.includes(name)),
  );
  // A field that one alternative leaves to null alone is that of the other one.
  const fields = [first, ...others].flatMap(({ properties = {} }) => Object.entries(properties));
  const properties = Object.fromEntries(
    [...Map.groupBy(fields, ([name]) => name)].map(([name, found]) => {
      const told = found.map(([, field]) => field);
      const filled = told.find((field) => field.type !== "null") ?? told[0]!;
      return [name, told.some(isNull) ? orNull(filled) : filled];
    }),
  );
  return { ...first, ...schema, properties, required };
}

function isNull({ type }: JsonSchema): boolean {
  return type === "null";
}

function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const told = description === undefined ? {} : { description };
  return typeof schema.type === "string"
    ? { ...schema, ...told, type: [schema.type, "null"] }
    : { ...told, anyOf: [schema, { type: "null" }] };
}
