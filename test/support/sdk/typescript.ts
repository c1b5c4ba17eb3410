// Writes src/sdk/typescript/generated: types, the table of calls with their signatures, and a class for each error code.
import type { Document, JsonSchema } from "../../../src/http/openapi/types.ts";
import { wordsOf } from "../../../src/http/openapi/word-lists.ts";
import {
  errorName,
  eventKinds,
  failureCodes,
  lastName,
  type SdkCall,
  sdkCalls,
  sdkSchemas,
} from "./calls.ts";
import {
  aloneFields,
  callFields,
  fieldWords,
  groupWords,
  insteadOf,
  methodWords,
  turnedBy,
} from "./words.ts";

const made = (what: string) =>
  `// ${what} Made by \`bun run sdk\` from the OpenAPI document: change that.\n// biome-ignore-all lint: made by a program\n`;

/** Files of the folder, by name. */
export function typescriptFiles(document: Document): Record<string, string> {
  return {
    "types.ts": types(document),
    "calls.ts": calls(document),
    "errors.ts": errors(document),
    "words.ts": wordsFile(document),
  };
}

function types(document: Document): string {
  const schemas = sdkSchemas(document).map(([name, schema]) => {
    if (!schema.properties) return `export type ${name} = ${typeOf(schema)};\n`;
    return `${comment(schema.description)}export interface ${name} ${objectOf(schema, "")}\n`;
  });
  const kinds = eventKinds(document);
  const queries = sdkCalls(document)
    .filter(({ query }) => query.length > 0)
    .map((call) => {
      const properties = Object.fromEntries(
        call.query.map(({ name, schema, description }) => [
          name,
          { ...schema, ...(description ? { description } : {}) },
        ]),
      );
      const required = call.query.filter((one) => one.required).map(({ name }) => name);
      return `export interface ${queryName(call)} ${objectOf({ properties, required }, "")}\n`;
    });
  const event = `export interface EventData {\n${kinds.map(([type, data]) => `  ${JSON.stringify(type)}: ${data};`).join("\n")}\n}

export type EventType = keyof EventData;

/** An event as webhooks, the list and the stream report it: ids and metadata, never a body. */
export type Event<T extends EventType = EventType> = {
  [K in T]: { id: string; type: K; created_at: string; data: EventData[K] };
}[T];
`;
  const without = schemas.filter((text) => !text.startsWith("export type EventType "));
  return [made("The shapes of the API."), ...without, event, ...queries].join("\n");
}

function calls(document: Document): string {
  const all = sdkCalls(document);
  const groups = [...Map.groupBy(all, ({ group }) => group)];
  const table = groups.map(([group, members]) => {
    const lines = members.map(
      ({ name, method, path, kind, body, query }) =>
        `    ${name}: ["${method}", "${path}", "${kind}", "${body ? "body" : query.length > 0 ? "query" : ""}"],`,
    );
    return `  ${group}: {\n${lines.join("\n")}\n  },`;
  });
  const signatures = groups.map(([group, members]) => {
    const lines = members.map(
      (call) => `    /** ${call.summary} */\n    ${call.name}(${argumentsOf(call)}): ${resultOf(call)};`,
    );
    return `  ${group}: {\n${lines.join("\n")}\n  };`;
  });
  return `${made("The calls of the API: a table for the program and signatures for the compiler.")}
import type { CallOptions, EventStream, PageRequest, PendingAnswer, StreamOptions } from "../requests.ts";
import type * as T from "./types.ts";

/** Method, path, kind of the answer, and what the argument behind the ids is. */
export const calls = {
${table.join("\n")}
} as const;

export interface Calls {
${signatures.join("\n")}
}
`;
}

function argumentsOf(call: SdkCall): string {
  const ids = call.pathNames.map((name) => `${name}: string`);
  const query = call.query.length > 0 ? `T.${queryName(call)}` : null;
  const optional = call.query.every(({ required }) => !required);
  const own = call.body
    ? [`body${call.body.required ? "" : "?"}: ${typeOf(call.body.schema, "T.")}`]
    : query
      ? [`query${optional ? "?" : ""}: ${query}`]
      : [];
  const options = call.kind === "stream" ? "StreamOptions" : "CallOptions";
  const more = call.body && query ? ` & { query?: ${query} }` : "";
  return [...ids, ...own, `options?: ${options}${more}`].join(", ");
}

function resultOf({ kind, answer }: SdkCall): string {
  if (kind === "page") return `PageRequest<${typeOf(answer!, "T.")}>`;
  if (kind === "stream") return "EventStream";
  const results = {
    bytes: "Uint8Array",
    text: "string",
    none: "void",
    one: answer ? typeOf(answer, "T.") : "void",
  };
  return `PendingAnswer<${results[kind]}>`;
}

function errors(document: Document): string {
  const codes = failureCodes(document);
  const classes = codes.map((code) => `export class ${errorName(code)} extends ApiError {}`);
  const table = codes.map((code) => `  ${code}: ${errorName(code)},`);
  return `${made("A class for each code of a refusal.")}
import { ApiError } from "../errors.ts";

${classes.join("\n")}

export const errorClasses: Readonly<Record<string, typeof ApiError>> = {
${table.join("\n")}
};
`;
}

function queryName({ group, name }: Pick<SdkCall, "group" | "name">): string {
  return `${[group, name].map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")}Query`;
}

function objectOf(schema: JsonSchema, indent: string, prefix = ""): string {
  const required = schema.required ?? [];
  const lines = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const text = `${key}${required.includes(name) ? "" : "?"}: ${typeOf(part, prefix, `${indent}  `)};`;
    return `${comment(part.description, `${indent}  `)}${indent}  ${text}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function comment(text: string | undefined, indent = ""): string {
  return text ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

/** @param prefix before names of schemas */
function typeOf(schema: JsonSchema, prefix = "", indent = ""): string {
  if (schema.$ref) return prefix + lastName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const words = wordsOf(schema);
  if (words.length > 0) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((part) => typeOf(part, prefix, indent)))].join(" | ");
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return "unknown";
  return types.map((type) => plainType(type, { schema, prefix, indent })).join(" | ");
}

function plainType(
  type: string,
  { schema, prefix, indent }: { schema: JsonSchema; prefix: string; indent: string },
): string {
  if (type === "array") return `Array<${typeOf(schema.items ?? {}, prefix, indent)}>`;
  if (type === "object") {
    if (schema.properties) return objectOf(schema, indent, prefix);
    const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    return `Record<string, ${typeOf(values, prefix, indent)}>`;
  }
  return type === "integer" ? "number" : type;
}

function wordsFile(document: Document): string {
  const tables = {
    callFields: callFields(document),
    groupWords,
    methodWords,
    insteadOf,
    aloneFields,
    turnedBy,
    fieldWords,
  };
  const types: Readonly<Record<string, string>> = {
    callFields: "Readonly<Record<string, readonly [ids: string, takes: string, fields: string]>>",
    insteadOf: "Readonly<Record<string, readonly unknown[]>>",
    turnedBy: "readonly (readonly [call: string, words: string, instead: string, field: string])[]",
  };
  const text = Object.entries(tables).map(([name, table]) => {
    const lines = Array.isArray(table)
      ? `[\n${table.map((row) => `  ${JSON.stringify(row)},`).join("\n")}\n]`
      : `{\n${Object.entries(table)
          .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`)
          .join("\n")}\n}`;
    return `export const ${name}: ${types[name] ?? "Readonly<Record<string, string>>"} = ${lines};\n`;
  });
  return `${made("Fields of the calls, and what other clients call things.")}\n${text.join("\n")}`;
}
