// Open and closed lists of words in the document. Lists in bodies are closed: an `enum`. Lists in answers
// alone are open, as later versions may add words (DECISIONS Conventions, versioning): a string with
// `x-extensible-enum`, for which a generated client accepts any value. A parameter lists constants: it is
// never read back.
import type { Document, JsonSchema, Parameter, Reference } from "./types.ts";

const prefix = "#/components/schemas/";

/** @returns the document, its lists of words closed or open by where they stand */
export function withWordLists(document: Document): Document {
  const { schemas } = document.components;
  const inBodies = namesIn(bodiesOf(document), schemas);
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    inBodies.has(name) ? schema : opened(schema),
  ]);
  const parameter = (one: Parameter | Reference): Parameter | Reference => {
    if ("$ref" in one) return one;
    const name = one.schema.$ref?.slice(prefix.length) ?? "";
    const list = inBodies.has(name) ? undefined : (schemas[name] ?? one.schema).enum;
    if (!list) return one;
    return { ...one, schema: { anyOf: list.map((word) => ({ type: "string", const: word })) } };
  };
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const calls = Object.entries(item).map(([method, call]) => {
      const parameters = (call.parameters ?? []).map(parameter);
      return [method, { ...call, parameters, responses: opened(call.responses) }];
    });
    return [path, Object.fromEntries(calls)];
  });
  return {
    ...document,
    paths: Object.fromEntries(paths) as Document["paths"],
    webhooks: opened(document.webhooks),
    components: {
      ...document.components,
      schemas: Object.fromEntries(named) as Record<string, JsonSchema>,
      responses: opened(document.components.responses),
    },
  };
}

function bodiesOf({ paths }: Document): JsonSchema[] {
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .map(({ schema }) => schema);
}

/** Names of the schemas that these refer to, and of what those refer to. */
function namesIn(given: unknown, schemas: Record<string, JsonSchema>): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && value.startsWith(prefix)) {
      const name = value.slice(prefix.length);
      if (names.has(name)) return;
      names.add(name);
      visit(schemas[name]);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(given);
  return names;
}

/** A copy in which each `enum` is a list that may grow. */
function opened<T>(value: T): T {
  if (Array.isArray(value)) return value.map(opened) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    if (key === "enum") return ["x-extensible-enum", part];
    return [key, key === "example" || key === "examples" ? part : opened(part)];
  });
  return Object.fromEntries(entries) as T;
}

/** The words of a list, closed or open. */
export function wordsOf(schema: JsonSchema): readonly unknown[] {
  return schema.enum ?? schema["x-extensible-enum"] ?? [];
}
