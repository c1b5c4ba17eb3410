// The calls of the OpenAPI document, and what the ids in them name. A kind is the name of a schema: `Thread`.
import type { Document, JsonSchema, OperationObject } from "../../src/http/openapi/types.ts";
import { callsOf } from "../support/app/contract.ts";

export interface Call {
  /** `GET /api/v1/threads/{id}` */
  name: string;
  method: string;
  template: string;
  operation: OperationObject;
}

export function callList(document: Document): Call[] {
  return callsOf(document).map(({ method, path: template, operation }) => {
    const upper = method.toUpperCase();
    return { name: `${upper} ${template}`, method: upper, template, operation };
  });
}

/** Fields of requests that name something. */
const fieldKinds: Readonly<Record<string, string>> = {
  identity_id: "Identity",
  identity_ids: "Identity",
  thread_id: "Thread",
  /** Of messages that are changed together. */
  ids: "Message",
  in_reply_to: "Message",
  in_reply_to_message_id: "Message",
  draft_id: "Draft",
  label_id: "Label",
  add_label_ids: "Label",
  remove_label_ids: "Label",
  attachment_ids: "Attachment",
  pod_id: "Pod",
  pod_ids: "Pod",
  domain_id: "Domain",
  webhook_id: "Webhook",
  signup_id: "AgentSignup",
};

/** What the id in this place of a path, or this field, names; null: nothing that is known. */
export function kindOf(document: Document, template: string, name: string): string | null {
  const place = template.indexOf(`/{${name}}`);
  if (place < 0) return fieldKinds[name] ?? null;
  const collection = template.slice(0, place);
  const noun = collection.slice(collection.lastIndexOf("/"));
  return memberOf(document, collection) ?? memberOf(document, `/api/v1${noun}`);
}

/** What a collection lists, or makes. */
function memberOf(document: Document, template: string): string | null {
  const { get, post } = document.paths[template] ?? {};
  for (const operation of [get, post]) {
    const data = operation && resolve(document, answerSchema(operation) ?? {}).properties?.data;
    const kind = data && kindNamed(data.items ?? data);
    if (kind) return kind;
  }
  return null;
}

/** The schema of an operation's success, where it is JSON. */
export function answerSchema(operation: OperationObject): JsonSchema | null {
  const success = Object.entries(operation.responses).find(([status]) => status < "3")?.[1];
  return success && "content" in success ? (success.content?.["application/json"]?.schema ?? null) : null;
}

/** The kind of what has this schema; what is made or read in detail is what it is in a list. */
export function kindNamed({ $ref }: JsonSchema): string | null {
  const name = $ref?.slice($ref.lastIndexOf("/") + 1).replace(/(Created|Detail)$/, "");
  return name === "Sent" ? "Message" : (name ?? null);
}

export function resolve(document: Document, schema: JsonSchema): JsonSchema {
  if (!schema.$ref) return schema;
  const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  return resolve(document, document.components.schemas[name] ?? {});
}
