// Shapes of the items that a key takes in turn. DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, MailFilters, nullable, oneOf, Timestamp, Uuid } from "../common.ts";
import { Message, MessageListQuery, MessageWait } from "../message/messages.ts";
import { eventTypes } from "./events.ts";

export const nextKinds = ["mail", "review", "bounce", "invitation", "draft"] as const;
export type NextKind = (typeof nextKinds)[number];

const NextKindName = oneOf(nextKinds, {
  meanings: {
    mail: "mail has come, or was let in by a person",
    review: "a person has decided on a send of this key, or nobody has in time",
    bounce: "a recipient is lost for good",
    invitation: "somebody has answered an invitation",
    draft: "a scheduled draft was due and could not leave",
  },
});

const maxLeaseSeconds = 600;

export const NextAsk = Type.Object(
  {
    address: MessageWait.properties.address,
    identity_id: Type.Optional(Uuid),
    thread_id: Type.Optional(Uuid),
    ...MailFilters,
    subject: MessageListQuery.properties.subject,
    kinds: Type.Optional(
      Type.Array(NextKindName, {
        minItems: 1,
        maxItems: nextKinds.length,
        uniqueItems: true,
        description: "all without it; mail alone where a filter asks about mail",
      }),
    ),
    begin: Type.Optional(
      oneOf(["start", "now"], {
        description: "where the first call with these filters begins; later ones go on",
        meanings: {
          start:
            "with what is there already: unread mail and what else happened in the last 30 days, among the newest 5,000 of it",
          now: "with what comes from now on",
        },
        absent: "start",
      }),
    ),
    ack: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "the `ack` of the item before: it is done, and does not come again",
      }),
    ),
    lease: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxLeaseSeconds,
        description: "seconds until the item comes again unless its `ack` is given; 60",
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: "seconds to wait where nothing is there; 60 without it",
      }),
    ),
    format: MessageWait.properties.format,
  },
  closed,
);
export type NextAsk = Static<typeof NextAsk>;

export const NextItem = Type.Object(
  {
    id: { ...Id, description: "of the message; of what is no mail, of the event" },
    kind: NextKindName,
    type: oneOf(eventTypes, { description: "of the event; see Event kinds" }),
    created_at: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown(), { description: "of the event: ids and metadata" }),
    message: {
      ...nullable(Message),
      description: "the mail, with the first 100,000 characters of its texts",
    },
    ack: Type.String({ description: "give it back with the next call" }),
    leased_until: { ...Timestamp, description: "then the item comes again" },
    attempt: Type.Integer({ minimum: 1, description: "how often it was handed out" }),
  },
  closed,
);
export type NextItem = Static<typeof NextItem>;

export const NextAnswer = Type.Object(
  {
    item: { ...nullable(NextItem), description: "null: nothing came in time" },
    acknowledged: nullable(
      Type.Boolean({
        description:
          "whether the `ack` that was given holds: false where the item was handed out anew after its lease; null: none was given",
      }),
    ),
    skipped_since: {
      ...nullable(Timestamp),
      description:
        "events from then until 30 days ago are no longer kept; unread mail from that time is handed out all the same. null: nothing is missing",
    },
  },
  closed,
);
export type NextAnswer = Static<typeof NextAnswer>;
