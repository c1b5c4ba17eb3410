// Every call that takes an id: the places where it takes one, and what a foreign one answers.
import { newId } from "../../src/lib/ids.ts";
import type { Fixtures, Kind } from "../support/app/fixtures.ts";
import { accountRows } from "./tenancy-account.ts";
import { mailCalls } from "./tenancy-mail.ts";

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

export const letter = { to: "friend@elsewhere.example", text: "hello" };

export const answer = { text: "hello" };

export const message = { id: "message" } as const;

export const event = { id: "identity", eventId: "calendar-event" } as const;

export const forbidden: Said = [403, "forbidden"];

export const noCursor: Said = [400, "invalid_cursor"];

export const beyondReach: Said = [403, "reach_exceeded"];

const ownersOnly = (kind: Kind): Row => ({ takes: { id: kind }, works: 200, restricted: { id: forbidden } });

export const table: Record<string, Row> = {
  ...mailCalls,
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
  "GET /api/v1/identities/{id}/counts": { takes: { id: "identity" }, works: 200 },
  "PATCH /api/v1/identities/{id}": {
    takes: { id: "identity", pod_id: "pod" },
    with: { display_name: "x" },
    works: 200,
  },
  "DELETE /api/v1/identities/{id}": { takes: { id: "identity" }, works: 204 },
  "GET /api/v1/identities/{id}/send-list": { takes: { id: "identity" }, works: 200 },
  "PUT /api/v1/identities/{id}/send-list": { takes: { id: "identity" }, with: { entries: [] }, works: 200 },
  "GET /api/v1/identities/{id}/unsubscribes": { takes: { id: "identity" }, works: 200 },
  "DELETE /api/v1/identities/{id}/unsubscribes/{unsubscribeId}": {
    takes: { id: "identity", unsubscribeId: "unsubscribe" },
    works: 200,
  },
  "GET /api/v1/identities/{id}/protection": { takes: { id: "identity" }, works: 200 },
  "PUT /api/v1/identities/{id}/protection": { takes: { id: "identity" }, with: {}, works: 200 },
  "GET /api/v1/identities/{id}/protection/lists": { takes: { id: "identity" }, works: 200 },
  "POST /api/v1/identities/{id}/protection/lists": {
    takes: { id: "identity" },
    with: { direction: "send", list: "allow", entries: ["ada@elsewhere.example"] },
    works: 201,
  },
  "DELETE /api/v1/identities/{id}/protection/lists/{entryId}": {
    takes: { id: "identity", entryId: "protection-entry" },
    works: 200,
  },
  "DELETE /api/v1/protection/lists/{id}": {
    takes: { id: "protection-entry" },
    works: null,
    restricted: { id: forbidden },
  },
  "GET /api/v1/reviews": { takes: { identity_id: "identity" }, works: 200 },
  "GET /api/v1/reviews/{id}": { takes: { id: "review" }, works: 200 },
  "GET /api/v1/reviews/{id}/raw": { takes: { id: "review" }, works: 200 },
  "POST /api/v1/reviews/{id}/approve": { takes: { id: "review" }, works: 200 },
  "POST /api/v1/reviews/{id}/reject": { takes: { id: "review" }, with: { reason: "x" }, works: 409 },
  "POST /api/v1/reviews/{id}/return": { takes: { id: "review" }, with: { comment: "x" }, works: 409 },
  "POST /api/v1/reviews/{id}/take_over": { takes: { id: "review" }, works: 409 },
  "GET /api/v1/threads/{id}/audit": { takes: { id: "thread" }, works: 200 },

  "GET /api/v1/threads": {
    takes: { identity_id: "identity", label_id: "label", pod_id: "pod" },
    works: 200,
  },
  "GET /api/v1/threads/{id}": { takes: { id: "thread" }, works: 200 },
  "PATCH /api/v1/threads/{id}": { takes: { id: "thread" }, with: { status: "waiting" }, works: 200 },
  "PUT /api/v1/threads/{id}/labels/{labelId}": { takes: { id: "thread", labelId: "label" }, works: 200 },
  "DELETE /api/v1/threads/{id}/labels/{labelId}": { takes: { id: "thread", labelId: "label" }, works: 200 },

  "GET /api/v1/threads/{id}/notes": { takes: { id: "thread" }, works: 200 },
  "POST /api/v1/threads/{id}/notes": { takes: { id: "thread" }, with: { text: "a note" }, works: 201 },
  "DELETE /api/v1/threads/{id}/notes/{noteId}": { takes: { id: "thread", noteId: "note" }, works: 200 },
  "DELETE /api/v1/threads/{id}": { takes: { id: "thread" }, works: 200 },

  "GET /api/v1/messages": {
    takes: { thread_id: "thread", identity_id: "identity", label_id: "label" },
    works: 200,
  },
  "PATCH /api/v1/messages": {
    takes: { ids: "message", folder: "folder", add_label_ids: "label", remove_label_ids: "label" },
    with: { is_read: true },
    works: 200,
  },
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
  "GET /api/v1/messages/{id}/safety": { takes: message, works: 200 },
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
  "GET /api/v1/mailboxes/unread-counts": { takes: { identity_id: "identity" }, works: 200 },
  "GET /api/v1/mailboxes/{folder}": {
    takes: { folder: "folder", identity_id: "identity", label_id: "label" },
    works: 200,
  },

  "GET /api/v1/labels": { takes: { identity_id: "identity" }, works: 200 },
  "POST /api/v1/labels": { takes: { identity_id: "identity" }, with: { name: "fresh" }, works: 201 },
  "GET /api/v1/labels/{id}": { takes: { id: "label" }, works: 200 },
  "PATCH /api/v1/labels/{id}": { takes: { id: "label" }, with: { colour: "#112233" }, works: 200 },
  "DELETE /api/v1/labels/{id}": { takes: { id: "label" }, works: 200 },

  "GET /api/v1/webhooks": { takes: { identity_id: "identity", pod_id: "pod" }, works: 200 },
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
    takes: { identity_id: "identity", pod_id: "pod", cursor: "event" },
    works: 200,
    says: { cursor: noCursor },
  },
  "GET /api/v1/events/stream": {
    takes: { identity_id: "identity", pod_id: "pod", cursor: "event" },
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
  "GET /api/v1/domains/{id}/reports": { takes: { id: "domain" }, works: 200 },

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
  "DELETE /api/v1/pods/{id}": { takes: { id: "pod" }, works: 409 },
  "GET /api/v1/pods/{id}/identities": { takes: { id: "pod" }, works: 200 },
  "GET /api/v1/pods/{id}/domains": { takes: { id: "pod" }, works: 200 },

  "GET /api/v1/app-passwords": { takes: { identity_id: "identity" }, works: 200 },
  "POST /api/v1/app-passwords": { takes: { identity_id: "identity" }, with: { name: "x" }, works: 201 },
  "DELETE /api/v1/app-passwords/{id}": { takes: { id: "app-password" }, works: 200 },
  ...accountRows,
  "GET /api/v1/api-keys": { takes: { pod_id: "pod" }, works: 200 },
  "POST /api/v1/api-keys": {
    takes: { identity_ids: "identity", pod_ids: "pod" },
    with: { name: "x" },
    either: ["identity_ids", "pod_ids"],
    works: 201,
    says: { identity_ids: beyondReach, pod_ids: beyondReach },
  },
  "DELETE /api/v1/api-keys/{id}": { takes: { id: "api-key" }, works: 200 },
  "GET /api/v1/api-keys/{id}/made": ownersOnly("api-key"),
  "POST /api/v1/api-keys/{id}/take-over": ownersOnly("api-key"),

  "DELETE /api/v1/oauth-grants/{id}": ownersOnly("oauth-grant"),

  "GET /api/v1/identities/{id}/calendar": { takes: { id: "identity" }, works: 200 },
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
  "GET /api/v1/identities/{id}/calendar-feeds": { takes: { id: "identity" }, works: 200 },
  "POST /api/v1/identities/{id}/calendar-feeds": {
    takes: { id: "identity", identity_ids: "identity" },
    works: 201,
  },
  "DELETE /api/v1/identities/{id}/calendar-feeds/{feedId}": {
    takes: { id: "identity", feedId: "calendar-feed" },
    works: 200,
  },
  "GET /api/v1/identities/{id}/calendar/free-busy": {
    takes: { id: "identity" },
    with: { after: "2027-03-01T00:00:00Z", before: "2027-03-02T00:00:00Z" },
    works: 200,
  },
};

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
  return place === "signup" ? [of.ids.identity[0]!] : of.ids[place];
}
