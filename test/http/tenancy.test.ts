// Not yours is not there: every call of the OpenAPI document that takes an id (in its path, query or body) is made with
// ids of another account, and by a restricted key with ids of its own account that it does not reach. Each answers byte
// for byte as it does to an id that nobody has, and the database holds the same rows afterwards. The calls and their
// places for ids come from the document: one that has no row in the table below fails the test. SPEC Errors 2; DECISIONS
// Errors (404), Authentication and keys.
import { afterAll, expect, test } from "bun:test";
import type { Document, JsonSchema, Parameter } from "../../src/http/openapi/types.ts";
import { newId } from "../../src/lib/ids.ts";
import type { Answer, Api, Refusal } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { callsOf } from "../support/app/contract.ts";
import { atRest, dumpRows, type Furnished, furnish, type Kind } from "../support/app/fixtures.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startReceiver } from "../support/fakes/receivers.ts";

/** What an id stands for: a kind, an address, or a signup, of which no account has any. */
type Place = Kind | "email" | "signup";

interface Row {
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

type Said = [status: number, code: string];

const letter = { to: "friend@elsewhere.example", text: "hello" };
const answer = { text: "hello" };
const message = { id: "message" } as const;
const event = { id: "identity", eventId: "calendar-event" } as const;
const forbidden: Said = [403, "forbidden"];
const noCursor: Said = [400, "invalid_cursor"];
const beyondReach: Said = [403, "reach_exceeded"];

const table: Record<string, Row> = {
  "POST /api/v1/agent/human": {
    takes: { signup_id: "signup" },
    with: { human_email: "a@elsewhere.example" },
    works: null,
  },
  "POST /api/v1/agent/verify": { takes: { signup_id: "signup" }, with: { code: "123456" }, works: null },

  "GET /api/v1/identities": { takes: { domain_id: "domain", pod_id: "pod" }, works: 200 },
  "POST /api/v1/identities": {
    takes: { domain_id: "domain", pod_id: "pod" },
    with: { local_part: "fresh" },
    works: 201,
    restricted: { domain_id: forbidden, pod_id: forbidden },
  },
  "GET /api/v1/identities/{id}": { takes: { id: "identity" }, works: 200 },
  "PATCH /api/v1/identities/{id}": {
    takes: { id: "identity", pod_id: "pod" },
    with: { display_name: "x" },
    works: 200,
  },
  "DELETE /api/v1/identities/{id}": { takes: { id: "identity" }, works: 204 },
  "GET /api/v1/identities/{id}/send-list": { takes: { id: "identity" }, works: 200 },
  "PUT /api/v1/identities/{id}/send-list": { takes: { id: "identity" }, with: { entries: [] }, works: 200 },

  "GET /api/v1/threads": { takes: { identity_id: "identity", label_id: "label" }, works: 200 },
  "GET /api/v1/threads/{id}": { takes: { id: "thread" }, works: 200 },
  "PATCH /api/v1/threads/{id}": { takes: { id: "thread" }, with: { status: "waiting" }, works: 200 },
  "PUT /api/v1/threads/{id}/labels/{labelId}": { takes: { id: "thread", labelId: "label" }, works: 200 },
  "DELETE /api/v1/threads/{id}/labels/{labelId}": { takes: { id: "thread", labelId: "label" }, works: 200 },

  "GET /api/v1/messages": { takes: { thread_id: "thread" }, works: 200 },
  "POST /api/v1/messages": {
    takes: { from: "email", in_reply_to: "message", attachment_ids: "attachment" },
    with: letter,
    works: 201,
  },
  "GET /api/v1/messages/search": {
    takes: { identity_id: "identity", label_id: "label" },
    with: { q: "hello" },
    works: 200,
  },
  "GET /api/v1/messages/{id}": { takes: message, works: 200 },
  "PATCH /api/v1/messages/{id}": {
    takes: { ...message, folder: "folder" },
    with: { is_read: true },
    works: 200,
  },
  "DELETE /api/v1/messages/{id}": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/raw": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/headers": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/authentication": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/spam": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/recipients": { takes: message, works: 200 },
  "GET /api/v1/messages/{id}/invitation": { takes: message, works: 200 },
  "POST /api/v1/messages/{id}/invitation/apply": { takes: message, works: 409 },
  "POST /api/v1/messages/{id}/reply": {
    takes: { ...message, attachment_ids: "attachment" },
    with: answer,
    works: 201,
  },
  "POST /api/v1/messages/{id}/reply-all": {
    takes: { ...message, attachment_ids: "attachment" },
    with: answer,
    works: 201,
  },
  "POST /api/v1/messages/{id}/forward": {
    takes: { ...message, attachment_ids: "attachment" },
    with: letter,
    works: 201,
  },

  "GET /api/v1/drafts": { takes: { identity_id: "identity" }, works: 200 },
  "POST /api/v1/drafts": {
    takes: {
      identity_id: "identity",
      in_reply_to_message_id: "message",
      attachment_ids: "attachment",
      from: "email",
    },
    works: 201,
  },
  "GET /api/v1/drafts/{id}": { takes: { id: "draft" }, works: 200 },
  "PATCH /api/v1/drafts/{id}": {
    takes: { id: "draft", attachment_ids: "attachment", from: "email" },
    with: { text: "x" },
    works: 200,
  },
  "DELETE /api/v1/drafts/{id}": { takes: { id: "draft" }, works: 200 },
  "POST /api/v1/drafts/{id}/send": { takes: { id: "draft" }, of: 1, works: 202 },
  "POST /api/v1/drafts/{id}/schedule": {
    takes: { id: "draft" },
    with: { send_at: new Date(Date.now() + 864e5).toISOString() },
    works: 200,
  },
  "DELETE /api/v1/drafts/{id}/schedule": { takes: { id: "draft" }, works: 200 },
  "DELETE /api/v1/drafts/{id}/attachments/{attachmentId}": {
    takes: { id: "draft", attachmentId: "attachment" },
    works: 200,
  },
  "POST /api/v1/attachments": {
    takes: { draft_id: "draft" },
    with: { filename: "a.txt", content_base64: "SGVsbG8K" },
    works: 201,
  },
  "GET /api/v1/attachments/{id}": { takes: { id: "attachment" }, works: 200 },

  "GET /api/v1/mailboxes": { takes: { identity_id: "identity" }, works: 200 },
  "GET /api/v1/mailboxes/{folder}": { takes: { folder: "folder", identity_id: "identity" }, works: 200 },

  "GET /api/v1/labels": { takes: { identity_id: "identity" }, works: 200 },
  "POST /api/v1/labels": { takes: { identity_id: "identity" }, with: { name: "fresh" }, works: 201 },
  "GET /api/v1/labels/{id}": { takes: { id: "label" }, works: 200 },
  "PATCH /api/v1/labels/{id}": { takes: { id: "label" }, with: { colour: "#112233" }, works: 200 },
  "DELETE /api/v1/labels/{id}": { takes: { id: "label" }, works: 200 },

  "GET /api/v1/webhooks/{id}": { takes: { id: "webhook" }, works: 200 },
  "POST /api/v1/webhooks": {
    takes: { identity_id: "identity" },
    with: { url: "https://example.com/hook" },
    works: 201,
  },
  "PATCH /api/v1/webhooks/{id}": { takes: { id: "webhook" }, with: { event_types: [] }, works: 200 },
  "DELETE /api/v1/webhooks/{id}": { takes: { id: "webhook" }, works: 204 },
  "POST /api/v1/webhooks/{id}/test": { takes: { id: "webhook" }, works: 200 },
  "POST /api/v1/webhooks/{id}/rotate-secret": { takes: { id: "webhook" }, works: 200 },
  "GET /api/v1/deliveries": { takes: { webhook_id: "webhook" }, works: 200 },
  "POST /api/v1/deliveries/{id}/replay": { takes: { id: "delivery" }, works: 200 },
  "GET /api/v1/events": {
    takes: { identity_id: "identity", cursor: "event" },
    works: 200,
    says: { cursor: noCursor },
  },
  "GET /api/v1/events/stream": {
    takes: { identity_id: "identity", cursor: "event" },
    works: null,
    says: { cursor: noCursor },
  },

  "GET /api/v1/domains/{id}": { takes: { id: "domain" }, works: 200 },
  "POST /api/v1/domains": {
    takes: { pod_id: "pod" },
    with: { domain: "fresh.example" },
    works: 201,
    restricted: { pod_id: forbidden },
  },
  "PATCH /api/v1/domains/{id}": {
    takes: { id: "domain", pod_id: "pod" },
    works: 200,
    restricted: { pod_id: forbidden },
  },
  "DELETE /api/v1/domains/{id}": { takes: { id: "domain" }, works: 409 },
  "POST /api/v1/domains/{id}/verify": { takes: { id: "domain" }, works: 200 },
  "GET /api/v1/domains/{id}/zone": { takes: { id: "domain" }, works: 200 },

  "GET /api/v1/routing-rules": { takes: { domain_id: "domain" }, works: 200 },
  "POST /api/v1/routing-rules": {
    takes: { domain_id: "domain", identity_id: "identity", webhook_id: "webhook" },
    with: { local_part: "fresh-rule" },
    either: ["identity_id", "webhook_id"],
    works: 201,
  },
  "PATCH /api/v1/routing-rules/{id}": {
    takes: { id: "routing-rule" },
    with: { status: "disabled" },
    works: 200,
  },
  "DELETE /api/v1/routing-rules/{id}": { takes: { id: "routing-rule" }, works: 200 },

  "GET /api/v1/pods/{id}": { takes: { id: "pod" }, works: 200 },
  "PATCH /api/v1/pods/{id}": { takes: { id: "pod" }, with: { name: "x" }, works: 200 },
  "GET /api/v1/pods/{id}/identities": { takes: { id: "pod" }, works: 200 },
  "GET /api/v1/pods/{id}/domains": { takes: { id: "pod" }, works: 200 },

  "GET /api/v1/app-passwords": { takes: { identity_id: "identity" }, works: 200 },
  "POST /api/v1/app-passwords": { takes: { identity_id: "identity" }, with: { name: "x" }, works: 201 },
  "DELETE /api/v1/app-passwords/{id}": { takes: { id: "app-password" }, works: 200 },
  "DELETE /api/v1/suppressions/{id}": {
    takes: { id: "suppression" },
    works: 200,
    restricted: { id: forbidden },
  },
  "POST /api/v1/api-keys": {
    takes: { identity_ids: "identity" },
    with: { name: "x" },
    works: 201,
    says: { identity_ids: beyondReach },
  },
  "DELETE /api/v1/api-keys/{id}": { takes: { id: "api-key" }, works: 200, beyond: beyondReach },

  "PATCH /api/v1/identities/{id}/calendar": {
    takes: { id: "identity" },
    with: { timezone: "Europe/Berlin" },
    works: 200,
  },
  "GET /api/v1/identities/{id}/calendar/events": { takes: { id: "identity" }, works: 200 },
  "POST /api/v1/identities/{id}/calendar/events": {
    takes: { id: "identity" },
    with: { title: "x", start: "2027-01-01T09:00:00", end: "2027-01-01T10:00:00" },
    works: 201,
  },
  "GET /api/v1/identities/{id}/calendar/events/{eventId}": { takes: event, works: 200 },
  "PATCH /api/v1/identities/{id}/calendar/events/{eventId}": {
    takes: event,
    with: { title: "x" },
    works: 200,
  },
  "DELETE /api/v1/identities/{id}/calendar/events/{eventId}": { takes: event, works: 204 },
  "POST /api/v1/identities/{id}/calendar/events/{eventId}/respond": {
    takes: event,
    with: { status: "accepted" },
    works: 403,
  },
  "GET /api/v1/identities/{id}/calendar/free-busy": {
    takes: { id: "identity" },
    with: { after: "2027-03-01T00:00:00Z", before: "2027-03-02T00:00:00Z" },
    works: 200,
  },
};

/** The caller's own word for whoever works on a thread: it names nothing here. */
const opaque = new Set(["assignee_id"]);

interface Call {
  method: string;
  template: string;
  /** Where each field of the request stands. */
  places: Map<string, "path" | "query" | "body">;
  /** Fields of the body that are lists. */
  lists: Set<string>;
}

/** Every call of the document that has a place for an id. */
function callsWithIds(document: Document): Map<string, Call> {
  const calls = callsOf(document).map(({ method, path, operation }): [string, Call] => {
    const call: Call = {
      method: method.toUpperCase(),
      template: path,
      places: new Map(),
      lists: new Set(),
    };
    for (const parameter of operation.parameters ?? []) {
      if ("$ref" in parameter || parameter.in === "header") continue;
      if (parameter.in === "path" || isId(parameter.schema) || isEventCursor(parameter))
        call.places.set(parameter.name, parameter.in);
    }
    const body = operation.requestBody?.content["application/json"]?.schema ?? {};
    for (const [name, schema] of Object.entries(resolved(document, body).properties ?? {})) {
      if (isList(schema)) call.lists.add(name);
      if (isId(schema) || name === "from" || name === "folder") call.places.set(name, "body");
    }
    for (const name of opaque) call.places.delete(name);
    return [`${call.method} ${path}`, call];
  });
  return new Map(calls.filter(([, { places }]) => places.size > 0));
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

/** A call with these ids in their places. */
function request(
  call: Call,
  row: Row,
  ids: Record<string, string>,
): [path: string, body: object | undefined] {
  let path = call.template.replace("/api/v1", "");
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, place] of call.places) {
    const id = ids[name];
    if (id === undefined) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(id));
    else if (place === "query") query.set(name, id);
    else body[name] = call.lists.has(name) ? [id] : id;
  }
  const takesBody = call.method !== "GET" && call.method !== "DELETE";
  for (const [name, value] of Object.entries(row.with ?? {})) {
    if (takesBody) body[name] = value;
    else query.set(name, String(value));
  }
  return [query.size > 0 ? `${path}?${query}` : path, takesBody ? body : undefined];
}

/** The ids that a call works with. */
function own({ takes, either, of = 0 }: Row, home: Furnished): Record<string, string> {
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

function idsOf(of: Furnished, place: Place): string[] {
  if (place === "email") return [of.email];
  return place === "signup" ? [of.ids.identity[0]!] : of.ids[place];
}

/** An id of the same form that nobody has. */
function nobodys(id: string): string {
  if (id.includes("@")) return `nobody@${id.split("@")[1]!.replace(/^[a-z]/, "q")}`;
  return newId() + id.slice(36);
}

/** Deletions come last, what holds much after what hangs off it. */
function inOrder([a]: [string, Call], [b]: [string, Call]): number {
  const rank = (call: string) => {
    if (call === "DELETE /api/v1/identities/{id}") return 1001;
    return call.startsWith("DELETE")
      ? 1000 - call.length
      : ["GET", "PUT", "PATCH", "POST"].indexOf(call.split(" ")[0]!);
  };
  return rank(a) - rank(b);
}

const dns = await startDns({});
afterAll(() => dns.stop());

eachApp(
  "tenancy",
  (t) => {
    const document = async () => (await (await fetch(`${t.api.base}/openapi.json`)).json()) as Document;

    test("every call that takes an id has a row, with every place for one", async () => {
      const found = [...callsWithIds(await document())].map(([call, { places }]) => [
        call,
        [...places.keys()].sort(),
      ]);
      const rows = Object.entries(table).map(([call, { takes }]) => [call, Object.keys(takes).sort()]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(found));
    });

    test("a foreign id answers as one that nobody has, and nothing changes", async () => {
      const { database } = t.app.core;
      const receiver = startReceiver();
      const place = { hookUrl: receiver.url, database };
      const calls = callsWithIds(await document());
      const [mine, theirs] = [await t.otherAccount(), await t.otherAccount()];
      const home = await furnish(mine.api, { mark: `home${t.kind}`, ...place });
      const beyond = await furnish(mine.api, { mark: `beyond${t.kind}`, ...place });
      const foreign = await furnish(theirs.api, { mark: `foreign${t.kind}`, ...place });
      const restricted = await restrictedKey(mine.api, [home.ids.identity[0]!]);
      await atRest(database);
      const before = await dumpRows(database, null);
      let tried = 0;
      /** Makes the call with each of these ids in this place, and compares with nobody's. */
      const compare = async (api: Api, name: string, slot: string, from: Furnished) => {
        const [call, row] = [calls.get(name)!, table[name]!];
        const isRestricted = api === restricted;
        const [status, code] = (isRestricted
          ? (from === beyond && row.beyond) || row.restricted?.[slot]
          : undefined) ??
          row.says?.[slot] ?? [404, "not_found"];
        const others = own(row, home);
        if (row.either?.includes(slot)) for (const other of row.either) delete others[other];
        const ask = (given: string): Promise<Answer> => {
          const [path, body] = request(call, row, { ...others, [slot]: given });
          return api.call(call.method, path, body);
        };
        const ids = idsOf(from, row.takes[slot]!);
        const nobody = await ask(nobodys(ids[0]!));
        for (const id of ids) {
          const got = await ask(id);
          const said = [name, slot, got.status, (got.json as Refusal | null)?.error?.code];
          expect(said).toEqual([name, slot, status, code]);
          if (!(isRestricted && from === beyond && row.beyond)) expect(got.text).toBe(nobody.text);
          tried++;
        }
      };
      for (const [name, { places }] of calls) {
        const row = table[name]!;
        for (const slot of places.keys()) {
          await compare(mine.api, name, slot, foreign);
          await compare(restricted, name, slot, foreign);
          await compare(restricted, name, slot, beyond);
        }
        // All at once: ids of the other account that do go together.
        const [path, body] = request(calls.get(name)!, row, own(row, foreign));
        const whole = await mine.api.call(calls.get(name)!.method, path, body);
        const refusals = [...places.keys()].map((slot) => row.says?.[slot]?.[0] ?? 404);
        expect([name, whole.status]).toEqual([name, refusals.includes(404) ? 404 : refusals[0]!]);
        expect([name, await dumpRows(database, null)]).toEqual([name, before]);
      }
      expect(tried).toBeGreaterThan(3 * calls.size);
      // The same calls with ids of one's own: what was refused was refused for its id.
      for (const [name, call] of [...calls].sort(inOrder)) {
        const row = table[name]!;
        if (row.works === null) continue;
        const [path, body] = request(call, row, own(row, home));
        const { status, text } = await mine.api.call(call.method, path, body);
        expect([name, status, status === row.works ? "" : text]).toEqual([name, row.works, ""]);
      }
      await receiver.stop();
    }, 120_000);
  },
  { env: { DNS_SERVERS: dns.server } },
);
