// Calls that take an id: the places where they take one and what a foreign one answers come from the OpenAPI document; the table
// says what differs, and what else a call needs.
import type { Document, JsonSchema, Parameter } from "../../src/http/openapi/types.ts";
import { newId } from "../../src/lib/ids.ts";
import { callsOf } from "../support/app/contract.ts";
import type { Fixtures, Kind } from "../support/app/fixtures.ts";

/** What an id stands for: a kind, an address, or a signup, of which no account has any. */
export type Place = Kind | "email" | "signup";

export interface Row {
  /** What each place for an id takes. */
  takes: Record<string, Place>;
  /** The rest of the body, or of the query. */
  with?: Record<string, unknown>;
  /** Places of which only one is sent. */
  either?: string[];
  /** Which of its own ids the call works with; 0. */
  of?: number;
  /** Status of the call with ids of one's own; null: it is not made. */
  works: number | null;
  /** Refusals that are not 404, by place: the same for any id. */
  says?: Record<string, Said>;
  /** Those of a restricted key. */
  restricted?: Record<string, Said>;
  /** What a restricted key is told of an id of its account beyond its reach, where that is not what it is told of any id. */
  beyond?: Said;
}

export type Said = [status: number, code: string];

const letter = { to: "friend@elsewhere.example", text: "hello" };

const answer = { text: "hello" };

const forbidden: Said = [403, "forbidden"];

const noCursor: Said = [400, "invalid_cursor"];

const beyondReach: Said = [403, "reach_exceeded"];

/** Of the queue over all accounts, which is the operator's: whose id it is makes no difference to anybody else. */
const operatorsOnly: Partial<Row> = {
  takes: { identity_id: "identity", message_id: "message", account_id: "identity", ids: "message" },
  says: { identity_id: forbidden, message_id: forbidden, account_id: forbidden, ids: forbidden },
  works: 403,
};

const ownersOnly: Partial<Row> = { restricted: { id: forbidden } };

/** What of a call does not follow from the document. */
export const exceptions: Record<string, Partial<Row>> = {
  "POST /api/v1/messages/wait": { with: { wait: 0 } },
  "POST /api/v1/next": { with: { wait: 0 } },
  "POST /api/v1/messages/{id}/drafts": { with: { kind: "forward" } },
  "POST /api/v1/agent/human": { with: { human_email: "a@elsewhere.example" }, works: null },
  "POST /api/v1/agent/verify": { with: { code: "123456" }, works: null },
  "POST /api/v1/identities": {
    with: { local_part: "fresh" },
    restricted: { domain_id: forbidden, pod_id: forbidden },
  },
  "PATCH /api/v1/identities/{id}": { with: { display_name: "x" } },
  "PUT /api/v1/identities/{id}/send-list": { with: { entries: [] } },
  "PUT /api/v1/identities/{id}/protection": { with: {} },
  "POST /api/v1/identities/{id}/protection/lists": {
    with: { direction: "send", list: "allow", entries: ["ada@elsewhere.example"] },
  },
  "DELETE /api/v1/protection/lists/{id}": {
    works: null,
    restricted: { id: forbidden },
  },
  "POST /api/v1/reviews/{id}/reject": { with: { reason: "x" }, works: 409 },
  "POST /api/v1/reviews/{id}/return": { with: { comment: "x" }, works: 409 },
  "POST /api/v1/reviews/{id}/take_over": { works: 409 },
  // A thread is not its own parent: the fixtures have one.
  "PATCH /api/v1/threads/{id}": { with: { status: "waiting" }, works: 400 },
  "POST /api/v1/threads/{id}/notes": { with: { text: "a note" } },
  "PATCH /api/v1/messages": { with: { is_read: true } },
  "POST /api/v1/messages": { with: letter },
  "GET /api/v1/messages/search": { with: { q: "hello" } },
  "PATCH /api/v1/messages/{id}": { with: { is_read: true } },
  "POST /api/v1/messages/{id}/invitation/apply": { works: 409 },
  "POST /api/v1/messages/{id}/reply": { with: answer },
  "POST /api/v1/messages/{id}/reply-all": { with: answer },
  "POST /api/v1/messages/{id}/forward": { with: letter },
  "PATCH /api/v1/drafts/{id}": { with: { text: "x" } },
  "POST /api/v1/drafts/{id}/send": { of: 1 },
  "POST /api/v1/drafts/{id}/schedule": { with: { send_at: new Date(Date.now() + 864e5).toISOString() } },
  "POST /api/v1/attachments": { with: { filename: "a.txt", content_base64: "SGVsbG8K" } },
  "POST /api/v1/labels": { with: { name: "fresh" } },
  "PATCH /api/v1/labels/{id}": { with: { colour: "#112233" } },
  "POST /api/v1/webhooks": { with: { url: "https://example.com/hook" } },
  "PATCH /api/v1/webhooks/{id}": { with: { event_types: [] } },
  "GET /api/v1/events": { says: { cursor: noCursor } },
  "GET /api/v1/events/stream": { works: null, says: { cursor: noCursor } },
  "POST /api/v1/domains": { with: { domain: "fresh.example" }, restricted: { pod_id: forbidden } },
  "PATCH /api/v1/domains/{id}": { restricted: { pod_id: forbidden } },
  "DELETE /api/v1/domains/{id}": { works: 409 },
  "POST /api/v1/routing-rules": { with: { local_part: "fresh-rule" }, either: ["identity_id", "webhook_id"] },
  "PATCH /api/v1/routing-rules/{id}": { with: { status: "disabled" } },
  "PATCH /api/v1/pods/{id}": { with: { name: "x" } },
  "DELETE /api/v1/pods/{id}": { works: 409 },
  "POST /api/v1/app-passwords": { with: { name: "x" } },
  "DELETE /api/v1/suppressions/{id}": ownersOnly,
  "POST /api/v1/templates": {
    with: { name: "fresh template", text: "x" },
    restricted: { pod_id: forbidden },
  },
  "PATCH /api/v1/templates/{id}": { with: { name: "x" }, restricted: { pod_id: forbidden } },
  "GET /api/v1/retention-rules/{id}": ownersOnly,
  "POST /api/v1/retention-rules": {
    with: { action: "delete", after_days: 1000 },
    restricted: { identity_id: forbidden, folder: forbidden },
  },
  "DELETE /api/v1/retention-rules/{id}": ownersOnly,
  "POST /api/v1/api-keys": {
    with: { name: "x" },
    either: ["identity_ids", "pod_ids"],
    says: { identity_ids: beyondReach, pod_ids: beyondReach },
  },
  "GET /api/v1/api-keys/{id}/made": ownersOnly,
  "POST /api/v1/api-keys/{id}/take-over": ownersOnly,
  "DELETE /api/v1/oauth-grants/{id}": ownersOnly,
  "PATCH /api/v1/identities/{id}/calendar": { with: { timezone: "Europe/Berlin" } },
  "POST /api/v1/identities/{id}/calendar/events": {
    with: { title: "x", start: "2027-01-01T09:00:00", end: "2027-01-01T10:00:00" },
  },
  "PATCH /api/v1/identities/{id}/calendar/events/{eventId}": { with: { title: "x" } },
  "POST /api/v1/identities/{id}/calendar/events/{eventId}/respond": {
    with: { status: "accepted" },
    works: 403,
  },
  "GET /api/v1/identities/{id}/calendar/free-busy": {
    with: { after: "2027-03-01T00:00:00Z", before: "2027-03-02T00:00:00Z" },
  },
  "GET /api/v1/queue": operatorsOnly,
  "GET /api/v1/queue/{id}": { takes: { id: "message" }, says: { id: forbidden }, works: 403 },
  "POST /api/v1/queue/retry": operatorsOnly,
  "POST /api/v1/queue/hold": operatorsOnly,
  "POST /api/v1/queue/release": operatorsOnly,
  "POST /api/v1/queue/drop": operatorsOnly,
};

/** Words in names of places that are not the kind itself. */
const kinds: Readonly<Record<string, Place>> = {
  entry: "protection-entry",
  protection: "protection-entry",
  event: "calendar-event",
  feed: "calendar-feed",
  cursor: "event",
  from: "email",
  in_reply_to: "message",
  parent: "thread",
};

/** An id in a place: `labelId`, `label_id` and `add_label_ids` are of a label, and so is `id` below `/labels`. */
function placeOf(call: string, name: string): Place {
  const word = name.replace(/(_ids?|Id)$/, "").replace(/^(add|remove|in_reply_to)_/, "");
  const [, , , collection] = call.split("/");
  const kind = /^ids?$/.test(name) ? collection!.replace(/ies$/, "y").replace(/s$/, "") : word;
  return kinds[name] ?? kinds[kind] ?? (kind as Place);
}

/** Rows of the table, by call. */
export function rowsOf(
  calls: ReadonlyMap<string, TakingCall>,
  differing: Record<string, Partial<Row>> = exceptions,
): Record<string, Row> {
  const rows = [...calls].map(([name, { places, works }]): [string, Row] => {
    const takes = Object.fromEntries([...places.keys()].map((place) => [place, placeOf(name, place)]));
    return [name, { takes, works, ...differing[name] }];
  });
  return Object.fromEntries(rows);
}

/** The caller's own word for whoever works on a thread: it names nothing here. */
const opaque = new Set(["assignee_id"]);

/** A call that takes ids. */
export interface TakingCall {
  method: string;
  template: string;
  /** Where each field of the request stands. */
  places: Map<string, "path" | "query" | "body">;
  /** Fields of the body that are lists. */
  lists: Set<string>;
  /** Status of success; the lowest. */
  works: number;
}

/** Every call of the document that has a place for an id. */
export function callsWithIds(document: Document): Map<string, TakingCall> {
  const calls = callsOf(document).map(({ method, path, operation }): [string, TakingCall] => {
    const call: TakingCall = {
      method: method.toUpperCase(),
      template: path,
      places: new Map(),
      lists: new Set(),
      works: Math.min(...Object.keys(operation.responses).map(Number)),
    };
    for (const parameter of operation.parameters ?? []) {
      if ("$ref" in parameter || parameter.in === "header") continue;
      if (parameter.in === "path" || isId(parameter.schema) || isEventCursor(parameter))
        call.places.set(parameter.name, parameter.in);
    }
    const body = operation.requestBody?.content["application/json"]?.schema ?? {};
    for (const [name, schema] of fieldsOf(document, body)) {
      if (isList(schema)) call.lists.add(name);
      // Who a mail that is waited for is from is anybody.
      const isOwn = name === "from" && !/\/(wait|next)$/.test(path);
      if (isId(schema) || isOwn || name === "folder") call.places.set(name, "body");
    }
    for (const name of opaque) call.places.delete(name);
    return [`${call.method} ${path}`, call];
  });
  return new Map(calls.filter(([, { places }]) => places.size > 0));
}

/** Fields of an object, of all its alternatives where it is one of several. */
function fieldsOf(document: Document, schema: JsonSchema): [string, JsonSchema][] {
  const { properties, oneOf } = resolved(document, schema);
  return [
    ...Object.entries(properties ?? {}),
    ...(oneOf ?? []).flatMap((alternative) => fieldsOf(document, alternative)),
  ];
}

function resolved(document: Document, schema: JsonSchema): JsonSchema {
  return schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)!]! : schema;
}

function isId(schema: JsonSchema): boolean {
  return (
    schema.format === "uuid" || (schema.anyOf ?? []).some(isId) || (schema.items ? isId(schema.items) : false)
  );
}

function isList(schema: JsonSchema): boolean {
  return [schema.type].flat().includes("array") || (schema.anyOf ?? []).some(isList);
}

function isEventCursor({ name, description }: Parameter): boolean {
  return name === "cursor" && description !== undefined && /\bid of\b/.test(description);
}

/** The ids that a call works with. */
export function own({ takes, either, of = 0 }: Row, home: Fixtures): Record<string, string> {
  const named = Object.entries(takes).filter(
    ([name]) => !either || name === either[0] || !either.includes(name),
  );
  return Object.fromEntries(
    named.map(([name, place]) => {
      const ids = idsOf(home, place);
      return [name, ids[Math.min(of, ids.length - 1)] ?? newId()];
    }),
  );
}

export function idsOf(of: Fixtures, place: Place): string[] {
  if (place === "email") return [of.email];
  const ids = place === "signup" ? [of.ids.identity[0]!] : of.ids[place];
  if (ids === undefined)
    throw new Error(`"${place}" is no kind of thing in test/support/app/fixtures.ts: make one there.`);
  return ids;
}
