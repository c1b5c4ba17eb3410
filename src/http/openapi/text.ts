// The document as plain text for programs that read: a line a call for llms.txt, and all of it for llms-full.txt.
import { must } from "../../lib/must.ts";
import { failures } from "../errors.ts";
import { resolved } from "./example-request.ts";
import { exampleOf } from "./examples.ts";
import { type DocumentedField, fieldsOf } from "./fields.ts";
import type { Document, DocumentedCall, OperationObject, Parameter, ResponseObject } from "./types.ts";
import { methods } from "./types.ts";

function callsOf(document: Document, tag: string): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

/** `GET /threads/{id}: Read a thread`, below a heading a chapter. */
export function callLines(document: Document): string {
  return document.tags
    .map(({ name }) => {
      const lines = callsOf(document, name).map(
        ({ method, path, operation }) => `- ${method} ${path.replace("/api/v1", "")}: ${operation.summary}`,
      );
      return `### ${name}\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
}

/**
 * Every call with its fields, an example of its body, the shape of its answer and its own refusals; what all calls share once;
 * each shape with an example; the event kinds; the error codes.
 */
export function fullText(document: Document): string {
  const shared = sharedCodes(document);
  const chapters = document.tags.map(
    ({ name, description }) =>
      `## ${name}\n\n${description}\n\n${callsOf(document, name)
        .map((call) => callText(document, call, shared))
        .join("\n\n")}`,
  );
  return [
    commonText(document, shared),
    ...chapters,
    shapeText(document),
    eventText(document),
    errorText(),
  ].join("\n\n");
}

/** Parameters that mean the same wherever they are. */
const commonParameters: ReadonlySet<string> = new Set([
  "Idempotency-Key",
  "If-Match",
  "Range",
  "limit",
  "cursor",
]);

interface SharedCodes {
  all: ReadonlySet<string>;
  withBody: ReadonlySet<string>;
  post: ReadonlySet<string>;
}

/** Refusals of all calls, of those with a body and of those that are POST: each call lists the others. */
function sharedCodes(document: Document): SharedCodes {
  const calls = document.tags.flatMap(({ name }) => callsOf(document, name));
  const common = (some: readonly DocumentedCall[]) =>
    some
      .map(({ operation }) => new Set(codesOf(document, operation)))
      .reduce((one, other) => one.intersection(other));
  const all = common(calls);
  const withBody = common(calls.filter(({ operation }) => operation.requestBody)).difference(all);
  const post = common(calls.filter(({ method }) => method === "POST")).difference(all);
  return { all, withBody, post };
}

function commonText(document: Document, { all, withBody, post }: SharedCodes): string {
  const { parameters } = document.components;
  const list = callsOf(document, "Addresses")[0]!.operation.parameters ?? [];
  const known = [...Object.values(parameters), ...list.map((one) => resolved(document, one))];
  const lines = known
    .filter(({ name }) => commonParameters.has(name))
    .map((one) => parameterLine(document, one));
  return [
    "## What calls share",
    `Refusals of every call: ${[...all].join(", ")}; with a body also ${[...withBody].join(", ")}; of POST also ${[...post].join(", ")}. Pages also refuse with invalid_cursor. Calls list their own.`,
    `Parameters that calls name without saying more:\n${lines.join("\n")}`,
    "Shapes that answers name are below, each with an example; `X[]` is a page: `{ data: X[], has_more, next_cursor }`. Ids in examples are cut short.",
  ].join("\n\n");
}

function codesOf(document: Document, { responses }: OperationObject): string[] {
  return Object.entries(responses)
    .filter(([code]) => code >= "400")
    .flatMap(([, one]) =>
      Object.keys(responseOf(document, one).content?.["application/json"]?.examples ?? {}),
    );
}

function callText(
  document: Document,
  { method, path, operation }: DocumentedCall,
  { all, withBody, post }: SharedCodes,
): string {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const [named, own] = [
    parameters.filter(({ name }) => commonParameters.has(name)).map(({ name }) => name),
    parameters.filter(({ name }) => !commonParameters.has(name) && name !== "id"),
  ];
  const body = operation.requestBody?.content["application/json"];
  const codes = codesOf(document, operation).filter(
    (code) => ![all, withBody, post].some((some) => some.has(code)) && code !== "invalid_cursor",
  );
  return [
    `### ${method} ${path}`,
    `${operation.summary}.${operation.description ? ` ${operation.description}` : ""}`,
    own.length > 0 && `Parameters:\n${own.map((one) => parameterLine(document, one)).join("\n")}`,
    named.length > 0 && `${own.length > 0 ? "Also" : "Parameters"}: ${named.join(", ")}`,
    body && `Body:\n${fieldLines(fieldsOf(body.schema, document.components.schemas))}`,
    body?.example !== undefined && `Example body: ${short(body.example)}`,
    `Answer: ${answerOf(document, operation)}`,
    codes.length > 0 && `Refusals: ${codes.join(", ")}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** `201 Identity`, `200 Thread[]`; what has no such name is shown. */
function answerOf(document: Document, { responses }: OperationObject): string {
  const [status, given] = must(
    Object.entries(responses).find(([code]) => code < "300"),
    "every operation has an answer of success",
  );
  const content = responseOf(document, given).content ?? {};
  const media = content["application/json"];
  if (!media) return [status, Object.keys(content).join(", ")].join(" ").trim();
  const name = media.schema.$ref?.slice(media.schema.$ref.lastIndexOf("/") + 1) ?? "";
  if (name.endsWith("Page")) return `${status} ${name.slice(0, -"Page".length)}[]`;
  if (name.endsWith("Response")) return `${status} ${name.slice(0, -"Response".length)}`;
  return `${status} ${short(media.example)}`;
}

/** An example on one line, its ids cut short. */
function short(example: unknown): string {
  return JSON.stringify(example).replace(/([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "$1-…");
}

function fieldLines(fields: readonly DocumentedField[]): string {
  return fields
    .map(
      ({ name, type, required, description }) =>
        `- ${name} (${type}${required ? ", required" : ""})${description ? `: ${description}` : ""}`,
    )
    .join("\n");
}

function parameterLine(
  document: Document,
  { name, in: place, required, description, schema }: Parameter,
): string {
  const part = description === undefined ? schema : { ...schema, description };
  const [field] = fieldsOf({ type: "object", properties: { [name]: part } }, document.components.schemas);
  return `- ${name} (${place}, ${field!.type}${required ? ", required" : ""})${field!.description ? `: ${field!.description}` : ""}`;
}

/** The fields of what answers hold, with an example; those of bodies stand with their calls. */
function shapeText(document: Document): string {
  const { schemas } = document.components;
  const bodies = new Set(
    document.tags.flatMap(({ name }) =>
      callsOf(document, name).map(
        ({ operation }) => operation.requestBody?.content["application/json"]?.schema.$ref,
      ),
    ),
  );
  const isAnswered = (name: string) => schemas[`${name}Page`] ?? schemas[`${name}Response`];
  const shapes = Object.entries(schemas)
    .filter(([name, { properties }]) => properties && !/(Page|Response)$/.test(name))
    .filter(([name]) => isAnswered(name) || !bodies.has(`#/components/schemas/${name}`))
    .map(([name, schema]) => {
      const example = isAnswered(name) ? `\n\nExample: ${short(exampleOf(schema, schemas))}` : "";
      return `### ${name}\n\n${fieldLines(fieldsOf(schema, {}))}${example}`;
    });
  return `## Shapes of answers\n\n${shapes.join("\n\n")}`;
}

function eventText(document: Document): string {
  const kinds = Object.entries(document.webhooks).map(([type, { post }]) => {
    const [example] = Object.values(post.requestBody.content["application/json"]?.examples ?? {});
    return `- ${type}: ${post.summary}. ${short((example?.value as { data?: unknown } | undefined)?.data)}`;
  });
  return `## Event kinds\n\nEach is \`{ id, type, created_at, data }\`; this is \`data\`:\n\n${kinds.join("\n")}`;
}

function errorText(): string {
  const lines = Object.entries(failures).map(
    ([code, { status, meaning, example }]) => `- ${status} ${code}: ${meaning}. For example "${example}"`,
  );
  return `## Error codes\n\n429 and 5xx are worth a retry, nothing else is.\n\n${lines.join("\n")}`;
}

function responseOf(document: Document, given: ResponseObject | { $ref: string }): ResponseObject {
  if (!("$ref" in given)) return given;
  return document.components.responses[given.$ref.slice(given.$ref.lastIndexOf("/") + 1)]!;
}
