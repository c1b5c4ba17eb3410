// A call as one writes it: with curl, and with the clients of src/sdk. test/http/samples.test.ts runs each of them.
import { calls } from "../../sdk/typescript/generated/calls.ts";
import { type ExampleRequest, exampleRequest, resolved } from "./example-request.ts";
import type { Document, DocumentedCall } from "./types.ts";

export interface CodeSample {
  language: "curl" | "TypeScript" | "Python";
  code: string;
}

interface SdkName {
  group: string;
  name: string;
  kind: string;
}

/** By method and path: `POST /messages`. */
const sdkNames = new Map<string, SdkName>(
  Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([name, [method, path, kind]]): [string, SdkName] => [
      `${method} ${path}`,
      { group, name, kind },
    ]),
  ),
);

export function samplesOf(document: Document, call: DocumentedCall): CodeSample[] {
  const example = exampleRequest(document, call);
  const curl: CodeSample = { language: "curl", code: curlOf(document, call, example) };
  const sdk = sdkNames.get(`${call.method.toUpperCase()} ${call.path.replace("/api/v1", "")}`);
  if (!sdk) return [curl];
  const ids = idsOf(call.path, example.url);
  const given = example.body ?? queryOf(document, call, example.url);
  return [
    curl,
    { language: "TypeScript", code: typescriptOf(sdk, ids, given) },
    { language: "Python", code: pythonOf(sdk, ids, given) },
  ];
}

function curlOf(
  document: Document,
  { method, operation }: DocumentedCall,
  { url, body }: ExampleRequest,
): string {
  const base = document.servers[0]?.url ?? "";
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${url.includes("?") ? `"${base}${url}"` : base + url}`,
    ...(operation.security?.length === 0 ? [] : [`-H "authorization: Bearer $KEY"`]),
    ...(body === undefined ? [] : [`-H "content-type: application/json"`, `-d '${quoted(body)}'`]),
  ].join(" \\\n  ");
}

function quoted(body: unknown): string {
  return JSON.stringify(body).replaceAll("'", "'\\''");
}

/** The example's values of the places in the path. */
function idsOf(path: string, url: string): string[] {
  const [filled = ""] = url.split("?");
  const parts = filled.split("/");
  return path.split("/").flatMap((part, index) => (part.startsWith("{") ? [parts[index] ?? ""] : []));
}

/** The example's query, each value of the type that its parameter has; undefined: it has none. */
function queryOf(document: Document, { operation }: DocumentedCall, url: string): object | undefined {
  const types = new Map(
    (operation.parameters ?? [])
      .map((one) => resolved(document, one))
      .map(({ name, schema }): [string, unknown] => [name, schema.type]),
  );
  const pairs = [...new URLSearchParams(url.split("?")[1] ?? "")].map(([name, value]): [string, unknown] => {
    const type = types.get(name);
    if (type === "integer" || type === "number") return [name, Number(value)];
    return [name, type === "boolean" ? value === "true" : value];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function typescriptOf({ group, name, kind }: SdkName, ids: readonly string[], given: unknown): string {
  const words = ids.map((id) => JSON.stringify(id));
  if (given !== undefined) words.push(JSON.stringify(given, null, 2));
  const call = `client.${group}.${name}(${words.join(", ")})`;
  if (kind === "stream")
    return `for await (const event of ${call}) {\n  const { type, data } = event;\n  break;\n}`;
  if (kind === "none") return `await ${call};`;
  return kind === "page" ? `const { data } = await ${call};` : `const answer = await ${call};`;
}

function pythonOf({ group, name, kind }: SdkName, ids: readonly string[], given: unknown): string {
  const words = ids.map((id) => JSON.stringify(id));
  if (given !== undefined) words.push(pythonValue(given, ""));
  const call = `client.${snake(group)}.${snake(name)}(${words.join(", ")})`;
  if (kind === "stream") return `for event in ${call}:\n    print(event)\n    break`;
  if (kind === "none") return call;
  return kind === "page" ? `page = ${call}.first()` : `answer = ${call}`;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** JSON is Python but for its three words. */
function pythonValue(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${pythonValue(one, inner)},\n`).join("")}${indent}]`;
  }
  const pairs = Object.entries(value);
  if (pairs.length === 0) return "{}";
  return `{\n${pairs.map(([key, one]) => `${inner}${JSON.stringify(key)}: ${pythonValue(one, inner)},\n`).join("")}${indent}}`;
}
