// The queue over all addresses of the service, for its operator. DECISIONS Drafts and sending.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

const state = oneOf(["active", "due", "deferred", "paced", "held"], {
  meanings: {
    active: "a process has taken it, and tries it now or next",
    due: "to be tried as soon as there is room",
    deferred: "it was tried, and waits for the next attempt",
    paced: "it waits for a provider that takes less mail, or for the ramp of a new domain",
    held: "the operator holds it: nothing is sent until it is released",
  },
});

export const QueueEntry = Type.Object(
  {
    id: Id,
    account_id: { ...Id, description: "the account that sends" },
    identity_id: Id,
    message_id: Id,
    from: nullable(Type.String({ description: "the author of the message" })),
    recipient: Type.String({ description: "the address that it goes to" }),
    state,
    destination: Type.String({
      description: "the queue that it stands in: `here`, or the domain or relay that it goes to",
    }),
    attempts: Type.Integer({ minimum: 0, description: "how often it was tried, this time included" }),
    response: nullable(Type.String({ description: "the last answer, or why it waits" })),
    next_attempt_at: nullable({ ...Timestamp, description: "null: it is held" }),
    waits_for: nullable(
      Type.String({ description: "`operator`, `slot` or `pace` and a provider, `ramp` and a domain" }),
    ),
    size: nullable(Type.Integer({ minimum: 0, description: "bytes of the message" })),
    queued_at: Timestamp,
    explanation: Type.String({ description: "why it is still here, in a sentence" }),
  },
  closed,
);
export type QueueEntry = Static<typeof QueueEntry>;

const filters = {
  domain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, description: "of the recipient", examples: ["example.com"] }),
  ),
  account_id: Type.Optional({ ...Uuid, description: "of this account" }),
  identity_id: Type.Optional(Uuid),
  message_id: Type.Optional(Uuid),
  state: Type.Optional(state),
  error: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "a part of the last answer, in any case" }),
  ),
  before: Type.Optional({ ...Timestamp, description: "queued before" }),
};

export const QueueListQuery = Type.Object({ ...PageQuery, ...filters }, closed);

/** Recipients that a call may name. */
const maxIds = 200;

export const QueueChange = Type.Object(
  {
    ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: maxIds, description: "these entries" })),
    ...filters,
    all: Type.Optional(
      Type.Literal(true, { description: "every entry: needed where neither ids nor a filter is given" }),
    ),
    cursor: Type.Optional(Type.String({ description: "the next_cursor of the call before" })),
  },
  { ...closed, description: "entries that fit all that is given" },
);
export type QueueChange = Static<typeof QueueChange>;

export const QueueChanged = Type.Object(
  {
    changed: Type.Integer({ minimum: 0, description: "recipients to whom it was done" }),
    left: Type.Array(
      Type.Object(
        {
          id: Id,
          recipient: Type.String({ description: "the address that it goes to" }),
          reason: oneOf(["active", "held", "not_held", "ramp", "settled"], {
            meanings: {
              active: "it may be on its way just now: hold it first",
              held: "it is held: release it first",
              not_held: "it was not held",
              ramp: "its new domain may send no more today",
              settled: "it waits no more",
            },
          }),
        },
        closed,
      ),
      { description: "those that stayed as they are" },
    ),
    next_cursor: nullable(
      Type.String({ description: "more may fit: call again with it as cursor; null at the end" }),
    ),
  },
  closed,
);
export type QueueChanged = Static<typeof QueueChanged>;
