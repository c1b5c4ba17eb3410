// Event kinds and payloads: ids and metadata only, never a body. SPEC Events; DECISIONS Events, webhooks, deliveries.
import { Kind, type Static, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import {
  closed,
  Id,
  nullable,
  OwnerFilters,
  oneOf,
  PageQuery,
  queryInteger,
  repeatable,
  Timestamp,
  Uuid,
} from "../common.ts";
import { verdict } from "../message/message-safety.ts";
import { HandedMessage } from "./handed-message.ts";

export const MessageReceivedData = Type.Object(
  {
    message_id: Id,
    thread_id: Id,
    identity_id: Type.String({ description: "empty where a routing rule handed the message to a webhook" }),
    to: Type.String({ description: "envelope recipient" }),
    from: Type.String({ description: "bare address" }),
    subject: Type.String({ description: "empty when there is none" }),
    has_attachments: Type.Boolean(),
    ...verdict,
    message: Type.Optional(HandedMessage),
  },
  closed,
);
export type MessageReceivedData = Static<typeof MessageReceivedData>;

const message = { message_id: Id, thread_id: Id, identity_id: Id };

export const MessageSentData = Type.Object(
  { ...message, to: Type.Array(Type.String(), { description: "envelope recipients" }) },
  closed,
);

export const MessageForwardedData = Type.Object(
  {
    ...message,
    rule_id: { ...Id, description: "the routing rule" },
    to: Type.Array(Type.String(), { description: "addresses that are to get it" }),
    rejected: Type.Array(
      Type.Object(
        {
          address: Type.String(),
          reason: Type.String({
            description:
              "send_policy, suppressed, block_list, protection (a person would have to approve it), or why the address cannot send: daily_limit, domain_unverified, identity_suspended, capability_missing",
          }),
        },
        closed,
      ),
      { description: "addresses that do not get it" },
    ),
  },
  closed,
);

const recipient = {
  ...message,
  recipient: Type.String({ description: "envelope recipient; empty where a report names nobody" }),
  response: Type.String({ description: "what the recipient's server, or the report, said" }),
};
export const RecipientData = Type.Object(recipient, closed);
export const MessageBouncedData = Type.Object(
  { ...recipient, hard: Type.Boolean({ description: "the address does not exist or takes no mail at all" }) },
  closed,
);

export const UnsubscribedData = Type.Object(
  {
    identity_id: { ...Id, description: "the address whose mail it ends" },
    recipient: Type.String({ description: "who has unsubscribed" }),
    via: Type.String({ description: "link or mail" }),
  },
  closed,
);

export const ThreadData = Type.Object(
  {
    thread_id: Id,
    identity_id: Id,
    status: Type.String({ description: "open, waiting, resolved or human_review" }),
    owner_type: Type.String({ description: "human, automation or agent" }),
    assignee_id: nullable(Id),
  },
  closed,
);
export const ThreadWokenData = Type.Object(
  {
    ...ThreadData.properties,
    reason: Type.String({ description: "due: its time has come; mail: new mail" }),
  },
  closed,
);
const messageIds = Type.Array(Id, { maxItems: 200, description: "the messages" });
export const MessagesData = Type.Object({ identity_id: Id, message_ids: messageIds }, closed);
export const MessagesMovedData = Type.Object(
  {
    identity_id: Id,
    message_ids: messageIds,
    folder_id: Id,
    folder: Type.String({ description: "the role of the folder, or the name of one without role" }),
  },
  closed,
);
export const DraftData = Type.Object({ draft_id: Id, thread_id: Id, identity_id: Id }, closed);
export const LabelledData = Type.Object(
  { identity_id: Id, label_id: Id, thread_ids: Type.Array(Id, { description: "the threads" }) },
  closed,
);
export const IdentityData = Type.Object({ identity_id: Id, email: Type.String() }, closed);
export const IdentityStatusData = Type.Object(
  {
    identity_id: Id,
    email: Type.String(),
    status: Type.String({ description: "active, suspended or archived" }),
  },
  closed,
);
export const DomainData = Type.Object({ domain_id: Id, domain: Type.String() }, closed);

const calendarEvent = {
  event_id: Type.String({ description: "the calendar event" }),
  identity_id: Id,
  series_id: nullable(Type.String({ description: "the series that it is one date of" })),
  kind: Type.String({ description: "single, series or instance" }),
  uid: Type.String(),
  sequence: Type.Integer({ description: "version of the event" }),
  status: Type.String({ description: "confirmed, tentative or cancelled" }),
  source: Type.String({ description: "api, email" }),
  start_at: nullable(Timestamp),
  end_at: nullable(Timestamp),
};
export const CalendarEventData = Type.Object(calendarEvent, closed);
export const CalendarNoticeData = Type.Object(
  {
    ...calendarEvent,
    minutes_before: Type.Integer({ description: "as the calendar has set it, or a reminder of the event" }),
  },
  closed,
);
export const CalendarAnswerData = Type.Object(
  {
    ...calendarEvent,
    attendee: Type.Optional(Type.String({ description: "who answered" })),
    response_status: Type.Optional(
      Type.String({ description: "accepted, declined, tentative, delegated or needs-action" }),
    ),
  },
  closed,
);

export const MessageFailedData = Type.Object(message, closed);
export const DraftFailedData = Type.Object(
  {
    draft_id: Id,
    thread_id: Id,
    identity_id: Id,
    reason: Type.String({ description: "as a refusal's message" }),
  },
  closed,
);
export const WebhookTestData = Type.Object({ webhook_id: Id }, closed);

export const ReviewData = Type.Object(
  {
    review_id: { ...Id, description: "what waits" },
    message_id: Type.String({ description: "of a send the draft; of a received mail the held message" }),
    thread_id: Id,
    identity_id: Id,
    direction: oneOf(["outbound", "inbound"], {
      description: "which way the mail goes",
      meanings: { outbound: "a send", inbound: "a received mail" },
    }),
    status: Type.String({ description: "of the review" }),
    reasons: Type.Array(Type.String(), { description: "codes: why it waits" }),
    comment: nullable(Type.String({ description: "the reviewer's words to the writer" })),
  },
  closed,
);

/** The event kinds in the order in which they are listed, each with its data. */
export const eventData = {
  "message.received": MessageReceivedData,
  "message.received.spam": MessageReceivedData,
  "message.sent": MessageSentData,
  "message.delivered": RecipientData,
  "message.deferred": RecipientData,
  "message.bounced": MessageBouncedData,
  "message.complained": RecipientData,
  "message.failed": MessageFailedData,
  "message.forwarded": MessageForwardedData,
  "recipient.unsubscribed": UnsubscribedData,
  "message.read": MessagesData,
  "message.unread": MessagesData,
  "message.moved": MessagesMovedData,
  "message.deleted": MessagesData,
  "draft.created": DraftData,
  "draft.updated": DraftData,
  "draft.deleted": DraftData,
  "draft.send_failed": DraftFailedData,
  "thread.labelled": LabelledData,
  "thread.unlabelled": LabelledData,
  "thread.created": ThreadData,
  "thread.updated": ThreadData,
  "thread.unsnoozed": ThreadWokenData,
  "identity.created": IdentityData,
  "identity.updated": IdentityStatusData,
  "identity.suspended": IdentityStatusData,
  "identity.deleted": IdentityData,
  "domain.verified": DomainData,
  "domain.failed": DomainData,
  "calendar.event.created": CalendarEventData,
  "calendar.event.updated": CalendarEventData,
  "calendar.event.deleted": CalendarEventData,
  "calendar.event.responded": CalendarAnswerData,
  "calendar_event.starting": CalendarNoticeData,
  "calendar_event.ending": CalendarNoticeData,
  "review.requested": ReviewData,
  "review.approved": ReviewData,
  "review.rejected": ReviewData,
  "review.returned": ReviewData,
  "review.expired": ReviewData,
  "webhook.test": WebhookTestData,
} as const satisfies Readonly<Record<string, TSchema>>;
export type EventType = keyof typeof eventData;
export const eventTypes = Object.keys(eventData) as readonly EventType[];

/** As webhooks, the list and the stream show it. SPEC Events 2 */
export const Event = Type.Object(
  {
    id: Id,
    type: oneOf(eventTypes, { description: "see Event kinds" }),
    created_at: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown(), { description: "ids and metadata, never a body" }),
  },
  closed,
);
export type Event = Static<typeof Event>;

/** Kinds that one query names at most. */
const maxTypes = 20;
/** One kind, or several with commas between them. */
const kindsKind = "EventTypes";
TypeRegistry.Set(
  kindsKind,
  (_, value) =>
    typeof value === "string" &&
    value.length < 2000 &&
    value.split(",").every((type) => eventTypes.includes(type as EventType)),
);
export const EventTypeQuery = repeatable(
  {
    ...oneOf(eventTypes, {
      description:
        "of this kind alone; several stand with commas between them, or each in a `type` of its own; see Event kinds",
    }),
    [Kind]: kindsKind,
  },
  maxTypes,
);

const filters = {
  cursor: Type.Optional(
    Type.String({
      description:
        "the next_cursor of the page before, the id of the last event seen, or now: what happens from now on",
    }),
  ),
  type: Type.Optional(EventTypeQuery),
  identity_id: Type.Optional(Uuid),
  ...OwnerFilters,
};

export const EventListQuery = Type.Object(
  {
    ...PageQuery,
    ...filters,
    after: Type.Optional(Type.String({ format: "date-time", description: "created at or after" })),
    order: Type.Optional(
      oneOf(["asc", "desc"], { meanings: { asc: "oldest first", desc: "newest first" }, absent: "asc" }),
    ),
    wait: Type.Optional(
      queryInteger({
        minimum: 0,
        maximum: 60,
        description:
          "seconds to wait for the next event where there is none; next_cursor then always says where to go on",
      }),
    ),
  },
  closed,
);

/** The header Last-Event-ID counts before `cursor`; without either the stream begins with what happens next. */
export const EventStreamQuery = Type.Object(filters, closed);
