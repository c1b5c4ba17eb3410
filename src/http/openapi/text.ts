// The document as plain text for programs that read: a line a call for llms.txt, and all of it for llms-full.txt.
import { failures } from "../errors.ts";
import { resolved } from "./example-request.ts";
import { type Field, fieldsOf } from "./fields.ts";
import type { Document, OperationObject, Parameter, ResponseObject } from "./types.ts";
import { methods } from "./types.ts";

interface Call {
  method: string;
  path: string;
  operation: OperationObject;
}

function callsOf(document: Document, tag: string): Call[] {
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

/** Every call with its fields, an example of each body and answer, and its refusals; the event kinds; the error codes. */
export function fullText(document: Document): string {
  const chapters = document.tags.map(
    ({ name, description }) =>
      `## ${name}\n\n${description}\n\n${callsOf(document, name)
        .map((call) => callText(document, call))
        .join("\n\n")}`,
  );
  return [...chapters, shapeText(document), eventText(document), errorText()].join("\n\n");
}

function callText(document: Document, { method, path, operation }: Call): string {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const body = operation.requestBody?.content["application/json"];
  const [status, given] = Object.entries(operation.responses).find(([code]) => code < "300")!;
  const media = responseOf(document, given).content?.["application/json"];
  const codes = Object.entries(operation.responses)
    .filter(([code]) => code >= "400")
    .flatMap(([, one]) =>
      Object.keys(responseOf(document, one).content?.["application/json"]?.examples ?? {}),
    );
  return [
    `### ${method} ${path}`,
    `${operation.summary}.${operation.description ? ` ${operation.description}` : ""}`,
    parameters.length > 0 &&
      `Parameters:\n${parameters.map((one) => parameterLine(document, one)).join("\n")}`,
    body && `Body:\n${fieldLines(fieldsOf(body.schema, document.components.schemas))}`,
    body?.example !== undefined && `Example body: ${JSON.stringify(body.example)}`,
    media?.example === undefined ? `Answer: ${status}` : `Answer: ${status} ${JSON.stringify(media.example)}`,
    `Refusals: ${codes.join(", ")}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function fieldLines(fields: readonly Field[]): string {
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

/** The fields of what answers hold; those of bodies stand with their calls. */
function shapeText({ components: { schemas } }: Document): string {
  const shapes = Object.entries(schemas)
    .filter(([name, { properties }]) => properties && !/(Create|Patch|Page|Response|Query|Data)$/.test(name))
    .map(([name, schema]) => `### ${name}\n\n${fieldLines(fieldsOf(schema, {}))}`);
  return `## Shapes of answers\n\n${shapes.join("\n\n")}`;
}

function eventText(document: Document): string {
  const kinds = Object.entries(document.webhooks).map(([type, { post }]) => {
    const [example] = Object.values(post.requestBody.content["application/json"]?.examples ?? {});
    return `- ${type}: ${post.summary}. ${JSON.stringify(example?.value)}`;
  });
  return `## Event kinds\n\n${kinds.join("\n")}`;
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
