// The calls of the OpenAPI document as methods of the SDKs: `sendMessage` of POST /messages is `messages.send`.
import type {
  Document,
  HttpMethod,
  JsonSchema,
  OperationObject,
  Parameter,
} from "../../../src/http/openapi/types.ts";
import { methods } from "../../../src/http/openapi/types.ts";
import { wordsOf } from "../../../src/http/openapi/word-lists.ts";

/** What a call answers: `data` of one, a page of many, bytes, text, events as they happen, or nothing. */
export type AnswerKind = "one" | "page" | "bytes" | "text" | "stream" | "none";

export interface SdkCall {
  /** In camel case: `apiKeys`, `create`. */
  group: string;
  name: string;
  method: Uppercase<HttpMethod>;
  /** Below /api/v1, with `{id}`. */
  path: string;
  pathNames: string[];
  summary: string;
  kind: AnswerKind;
  /** Of `data`, of a row, or of an event. */
  answer: JsonSchema | null;
  body: { schema: JsonSchema; required: boolean } | null;
  query: Parameter[];
  takesMatch: boolean;
}

/** Where the rule (the resource's own noun is left out) says too little. */
const named: Readonly<Record<string, string>> = {
  replyToMessage: "reply",
  replyToAll: "replyAll",
  updateMessages: "updateMany",
  sendMessages: "sendMany",
  listFolder: "listConversations",
  returnReview: "giveBack",
};

/** Words that are no names in Python. */
export const keywords: ReadonlySet<string> = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Calls whose path names no resource. */
const grouped: Readonly<Record<string, string>> = { next: "events" };

const root = "/api/v1/";

/** @throws Error when two calls would have one name */
export function sdkCalls(document: Document): SdkCall[] {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [callOf(document, { path, method, operation })] : [];
    }),
  );
  const names = calls.map(({ group, name }) => `${group}.${name}`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0)
    throw new Error(`two calls are named ${twice.join(", ")}: see test/support/sdk/calls.ts`);
  const unnameable = calls.filter(({ name }) => keywords.has(snake(name))).map(({ name }) => name);
  if (unnameable.length > 0)
    throw new Error(`${unnameable.join(", ")} is no name in Python: see test/support/sdk/calls.ts`);
  return calls;
}

interface Given {
  path: string;
  method: HttpMethod;
  operation: OperationObject;
}

function callOf(document: Document, { path, method, operation }: Given): SdkCall {
  const parameters = (operation.parameters ?? []).map((one) =>
    "$ref" in one ? document.components.parameters[lastName(one.$ref)]! : one,
  );
  const below = path.slice(root.length);
  const group =
    below.split("/")[2] === "calendar" ? "calendar" : (grouped[below] ?? camel(below.split("/")[0]!));
  const body = operation.requestBody?.content["application/json"]?.schema ?? null;
  return {
    group,
    name: named[operation.operationId] ?? shortName(operation.operationId, group),
    method: method.toUpperCase() as Uppercase<HttpMethod>,
    path: `/${below}`,
    pathNames: [...below.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!),
    summary: operation.summary,
    ...answerOf(document, operation, method),
    body: body === null ? null : { schema: body, required: operation.requestBody!.required },
    query: parameters.filter((one) => one.in === "query").map(oneOrMore),
    takesMatch: parameters.some(({ name }) => name === "If-Match"),
  };
}

function answerOf(
  document: Document,
  { responses }: OperationObject,
  method: HttpMethod,
): Pick<SdkCall, "kind" | "answer"> {
  const answers = Object.entries(responses)
    .filter(([status]) => status < "300")
    .map(([, given]) => Object.entries(("$ref" in given ? {} : given.content) ?? {})[0]);
  const [first] = answers;
  if (first === undefined) return { kind: "none", answer: null };
  const [type, { schema }] = first;
  if (type === "text/event-stream") return { kind: "stream", answer: schema };
  if (type.startsWith("text/")) return { kind: "text", answer: null };
  if (type !== "application/json") return { kind: "bytes", answer: null };
  const envelopes = answers.flatMap((one) => (one ? [one[1].schema] : []));
  const parts = envelopes.map(
    (one) => (one.$ref ? document.components.schemas[lastName(one.$ref)]! : one).properties!,
  );
  const data = parts.map((part) => part.data!);
  // What a call has written is one answer, also where it looks like a page.
  if (parts[0]!.next_cursor && method === "get") return { kind: "page", answer: data[0]!.items! };
  return { kind: "one", answer: data.length === 1 ? data[0]! : { anyOf: data } };
}

/** `createApiKey` in apiKeys: create; `listPodDomains` in pods: listDomains. */
function shortName(id: string, group: string): string {
  const plural = group[0]!.toUpperCase() + group.slice(1);
  const singular = plural.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
  const noun = group === "mailboxes" ? "Folders?" : `(${plural}|${singular})`;
  const short = id.replace(new RegExp(`${noun}(?=[A-Z]|$)`), "");
  return short === "" ? id : short;
}

export function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

export function camel(text: string): string {
  return text.replace(/[-_ ](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function snake(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The schemas that an SDK has types for: all but envelopes and what the calls answer with a failure. */
export function sdkSchemas(document: Document): [name: string, schema: JsonSchema][] {
  const data = new Map(payloads(document).map(([, schema]) => [schema.title!, schema]));
  return [...Object.entries(document.components.schemas), ...data]
    .filter(([name, { properties }]) => !isEnvelope(name, properties) && !["Event", "Failure"].includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function isEnvelope(name: string, properties: JsonSchema["properties"]): boolean {
  return /(Page|Response)$/.test(name) && properties?.data !== undefined;
}

/** Event kinds, each with the name of what its data holds. */
export function eventKinds(document: Document): [type: string, data: string][] {
  return payloads(document).map(([type, { title }]) => [type, title!]);
}

/** Event kinds, each with what its data holds. */
function payloads(document: Document): [type: string, data: JsonSchema][] {
  return Object.entries(document.webhooks).map(([type, { post }]) => {
    const { allOf } = post.requestBody.content["application/json"]!.schema as { allOf: JsonSchema[] };
    return [type, allOf[1]!.properties!.data!];
  });
}

export function failureCodes({ components }: Document): string[] {
  return wordsOf(components.schemas.Failure!.properties!.error!.properties!.code!) as string[];
}

/** `not_found`: NotFoundError. */
export function errorName(code: string): string {
  return `${camel(`_${code}`).replace(/Error$/, "")}Error`;
}

/** A parameter that may stand several times takes one value as well. */
function oneOrMore(parameter: Parameter): Parameter {
  const { type, items } = parameter.schema;
  if (type !== "array" || items === undefined) return parameter;
  return { ...parameter, schema: { anyOf: [items, parameter.schema] } };
}
