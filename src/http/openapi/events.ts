// Events as OpenAPI webhooks: what your endpoint is sent. SPEC Events; DECISIONS Events, webhooks, deliveries.
import { must } from "../../lib/must.ts";
import * as schemas from "../../schema/events/events.ts";
import { plainSchema, type SharedSchemas } from "./schemas.ts";
import type { JsonSchema, Parameter, WebhookObject } from "./types.ts";

const { eventData, eventTypes } = schemas;
const message = {
  message_id: "019a2f4e-9e5f-7202-b776-c21388575532",
  thread_id: "019a2f4e-9f2c-7085-aae2-4d0fbf9f45e2",
  identity_id: "019a2f4e-8b1c-7def-8a90-1234567890ab",
};
const received = {
  ...message,
  to: "support@agents.example.com",
  from: "ada@example.com",
  subject: "Your order",
  has_attachments: false,
  verdict: "clear",
  reasons: [],
};
const recipient = (response: string) => ({ ...message, recipient: "ada@example.com", response });
const thread = {
  thread_id: message.thread_id,
  identity_id: message.identity_id,
  status: "open",
  owner_type: "automation",
  assignee_id: null,
};
const messages = { identity_id: message.identity_id, message_ids: [message.message_id] };
const draft = {
  draft_id: message.message_id,
  thread_id: message.thread_id,
  identity_id: message.identity_id,
};
const labelled = {
  identity_id: message.identity_id,
  label_id: "019a2f4e-9d33-7b14-a5c0-3e4f5a6b7c8d",
  thread_ids: [message.thread_id],
};
const identity = { identity_id: message.identity_id, email: "support@agents.example.com" };
const domain = { domain_id: "019a2f4e-7c11-7a02-9c44-0b1a2c3d4e5f", domain: "agents.example.com" };
const calendarEvent = {
  event_id: "019a2f4e-aa01-7f00-8000-5b6c7d8e9f00",
  identity_id: message.identity_id,
  series_id: null,
  kind: "single",
  uid: "019a2f4e-aa01-7f00-8000-5b6c7d8e9f00@agents.example.com",
  sequence: 0,
  status: "confirmed",
  source: "api",
  start_at: "2026-01-05T08:00:00.000000Z",
  end_at: "2026-01-05T09:00:00.000000Z",
};

const review = (status: string) => ({
  review_id: "019a2f4e-cc03-7b22-8000-7d8e9f0a1b2c",
  ...message,
  direction: "outbound",
  status,
  reasons: ["new_recipient"],
  comment: null,
});

/** When each is told, and what its data holds. */
const kinds: Readonly<Record<schemas.EventType, readonly [when: string, data: Record<string, unknown>]>> = {
  "message.received": ["Mail has arrived at an address", received],
  "message.received.spam": ["Mail has arrived and was filed as spam", received],
  "message.sent": ["A message was accepted for sending", { ...message, to: ["ada@example.com"] }],
  "message.delivered": ["A recipient's server has taken the message", recipient("250 2.0.0 OK")],
  "message.deferred": [
    "A recipient's server asks to try later",
    recipient("451 4.7.1 Greylisted, try again in five minutes"),
  ],
  "message.bounced": [
    "A recipient is lost for good",
    { ...recipient("550 5.1.1 No such user here"), hard: true },
  ],
  "message.complained": ["A recipient has reported the message as spam", recipient("abuse")],
  "message.forwarded": [
    "A routing rule forwards a received mail: outcomes follow as of sent ones",
    {
      ...message,
      rule_id: "019a2f4e-8b1c-7a01-9c11-0a1b2c3d4e5f",
      to: ["ada@example.com"],
      rejected: [{ address: "bob@example.com", reason: "suppressed" }],
    },
  ],
  "message.failed": ["Every recipient of a message is lost", message],
  "recipient.unsubscribed": [
    "A recipient has used a link of list_unsubscribe",
    { identity_id: message.identity_id, recipient: "ada@example.com", via: "link" },
  ],
  "message.read": ["Messages were marked as read, here or by a mail program", messages],
  "message.unread": ["Messages were marked as unread", messages],
  "message.moved": [
    "Messages were moved to another folder, the trash included",
    { ...messages, folder_id: "019a2f4e-8b1c-7a01-9c11-0a1b2c3d4e5f", folder: "archive" },
  ],
  "message.deleted": ["Messages were deleted for good", messages],
  "draft.created": ["A draft was made", draft],
  "draft.updated": ["A draft's content or schedule was changed", draft],
  "draft.deleted": ["A draft was deleted", draft],
  "thread.labelled": ["A label was put on threads", labelled],
  "thread.unlabelled": ["A label was taken off threads, or off some of their messages", labelled],
  "draft.send_failed": [
    "A scheduled draft was refused and is a draft again",
    {
      draft_id: message.message_id,
      thread_id: message.thread_id,
      identity_id: message.identity_id,
      reason: "Every recipient was refused.",
    },
  ],
  "thread.created": ["A thread has begun", thread],
  "thread.updated": ["A thread's status, owner, assignee or snooze has changed", thread],
  "thread.unsnoozed": ["A thread's snooze is over", { ...thread, reason: "due" }],
  "identity.created": ["An address was created", identity],
  "identity.updated": ["An address was changed", { ...identity, status: "active" }],
  "identity.suspended": ["An address was suspended", { ...identity, status: "suspended" }],
  "identity.deleted": ["An address was deleted", identity],
  "domain.verified": ["A domain's ownership was proven", domain],
  "domain.failed": ["A claim to a domain has failed", domain],
  "calendar.event.created": ["A calendar event was made", calendarEvent],
  "calendar.event.updated": ["A calendar event was changed", calendarEvent],
  "calendar.event.deleted": ["A calendar event was deleted", calendarEvent],
  "calendar.event.responded": [
    "An attendee has answered",
    { ...calendarEvent, attendee: "ada@example.com", response_status: "accepted" },
  ],
  "calendar_event.starting": [
    "A calendar event begins soon: so many minutes before as its calendar, or a reminder of its own, has set",
    { ...calendarEvent, minutes_before: 10 },
  ],
  "calendar_event.ending": ["A calendar event ends soon", { ...calendarEvent, minutes_before: 5 }],
  "review.requested": ["A mail waits for a person", review("pending")],
  "review.approved": ["A mail that waited has left, or was let in", review("approved")],
  "review.rejected": ["A mail that waited does not leave; a received one was deleted", review("rejected")],
  "review.returned": [
    "A send is a draft again: `returned` for its writer to change, `taken_over` by a person",
    { ...review("returned"), comment: "Say when it arrives." },
  ],
  "review.expired": ["Nobody has decided in time; nothing was sent", review("expired")],
  "webhook.test": [
    "You asked for a test: POST /api/v1/webhooks/{id}/test",
    { webhook_id: "019a2f4e-bb02-7a11-8000-6c7d8e9f0a1b" },
  ],
};

const headers: Parameter[] = [
  header("webhook-id", "the event's id, the same on every try", "019a2f4e-8b1c-7def-8a90-1234567890ab"),
  header("webhook-timestamp", "when this try was made, seconds since the epoch", "1767323045"),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, as Standard Webhooks says; two of them for 24 hours after a rotation",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

function header(name: string, description: string, example: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string", examples: [example] } };
}

export function webhookObjects(shared: SharedSchemas): Record<string, WebhookObject> {
  return Object.fromEntries(eventTypes.map((type) => [type, webhookObject(type, shared)]));
}

function webhookObject(type: schemas.EventType, shared: SharedSchemas): WebhookObject {
  const [when, data] = kinds[type];
  const value = {
    id: "019a2f4e-8b1c-7def-8a90-1234567890ab",
    type,
    created_at: "2026-01-02T03:04:05.678901Z",
    data,
  };
  return {
    post: {
      summary: when,
      operationId: `on${type
        .split(/[._]/)
        .map((word) => word[0]!.toUpperCase() + word.slice(1))
        .join("")}`,
      tags: ["Events"],
      parameters: headers,
      requestBody: {
        required: true,
        content: { "application/json": { schema: payloadOf(type, shared), examples: { [type]: { value } } } },
      },
      responses: {
        "2XX": { description: "Taken. Anything else is tried again: 8 tries over 28 hours" },
        "410": { description: "Disables the webhook at once" },
      },
    },
  };
}

/** Calls answer events with open data, so what the data of a kind holds stands where it is told, under its name. */
function payloadOf(type: schemas.EventType, shared: SharedSchemas): JsonSchema {
  const data = {
    title: must(dataNames.get(eventData[type]), "every event kind has a name of its data"),
    ...shared.inner(plainSchema(eventData[type])),
  };
  return {
    allOf: [{ $ref: "#/components/schemas/Event" }, { properties: { type: { const: type }, data } }],
  };
}

/** `MessageReceivedData` */
const dataNames = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
