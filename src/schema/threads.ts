// SPEC Thread and Threads; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, MailFilters, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const threadStatuses = ["open", "waiting", "resolved", "human_review"] as const;
export const ownerTypes = ["human", "automation", "agent"] as const;

export const Thread = Type.Object(
  {
    id: Id,
    identity: Id,
    subject: nullable(Type.String()),
    status: oneOf(threadStatuses),
    owner_type: oneOf(ownerTypes),
    assignee_id: nullable(Id),
    assigned_at: nullable(Timestamp),
    message_count: Type.Integer(),
    last_message_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
);
export type Thread = Static<typeof Thread>;

export const ThreadPatch = Type.Object(
  {
    status: Type.Optional(oneOf(threadStatuses)),
    owner_type: Type.Optional(oneOf(ownerTypes)),
    assignee_id: Type.Optional(nullable(Uuid)),
  },
  { ...closed, minProperties: 1 },
);
export type ThreadPatch = Static<typeof ThreadPatch>;

export const ThreadListQuery = Type.Object(
  {
    ...PageQuery,
    identity_id: Type.Optional(Uuid),
    status: Type.Optional(oneOf(threadStatuses)),
    owner_type: Type.Optional(oneOf(ownerTypes)),
    assignee_id: Type.Optional(Uuid),
    ...MailFilters,
  },
  closed,
);
export type ThreadListQuery = Static<typeof ThreadListQuery>;

export const ThreadLabelParams = Type.Object({ id: Type.String(), labelId: Type.String() });
