// SPEC Webhook and Webhooks; DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, OwnerFilters, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";
import { eventTypes } from "./events.ts";

const fields = {
  id: Id,
  url: Type.String({ description: "where events are posted to" }),
  identity: nullable({ ...Id, description: "events of this address alone; null: of the whole account" }),
  event_types: Type.Array(Type.String(), { description: "the kinds that it is told; empty: all" }),
  status: oneOf(["active", "failing", "disabled"], {
    meanings: {
      active: "events are delivered",
      failing: "its newest delivery ran out of tries; later events are still tried",
      disabled: "nothing is delivered: it answered 410, failed for 5 days, or you said so",
    },
  }),
  consecutive_failures: Type.Integer({ description: "failed tries since the last success" }),
  last_delivered_at: nullable({ ...Timestamp, description: "when a try last succeeded" }),
  last_failed_at: nullable({ ...Timestamp, description: "when a try last failed" }),
  created_at: Timestamp,
};

export const Webhook = Type.Object(fields, closed);
export type Webhook = Static<typeof Webhook>;

export const WebhookCreated = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: "signs every delivery; shown this once", examples: ["whsec_…"] }),
  },
  closed,
);

const eventTypeList = Type.Array(oneOf(eventTypes, { description: "see Event kinds" }), {
  maxItems: eventTypes.length,
  description: "the kinds that it is to be told; empty or left out: all",
});
const url = Type.String({
  format: "uri",
  maxLength: 2048,
  description: "http or https, any port; private networks are refused unless WEBHOOK_ALLOW_NETWORKS has them",
});

export const WebhookCreate = Type.Object(
  {
    url,
    identity_id: Type.Optional(
      nullable(Type.Unsafe<string>({ ...Uuid, description: "events of this address alone; all without it" })),
    ),
    event_types: Type.Optional(eventTypeList),
    events: Type.Optional({ ...eventTypeList, description: "another name of event_types" }),
  },
  closed,
);
export type WebhookCreate = Static<typeof WebhookCreate>;

export const WebhookListQuery = Type.Object(
  { identity_id: Type.Optional(Uuid), ...OwnerFilters, ...PageQuery },
  closed,
);

export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(url),
    event_types: Type.Optional(eventTypeList),
    status: Type.Optional(
      oneOf(["active", "disabled"], {
        meanings: {
          active: "events are delivered; enabled again, it begins with new ones",
          disabled: "nothing is delivered, what is queued fails",
        },
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);
