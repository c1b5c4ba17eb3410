// SPEC Thread and Threads; DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import {
  addedMetadata,
  closed,
  Id,
  MailFilters,
  MetadataPair,
  nullable,
  OwnerFilters,
  oneOf,
  PageQuery,
  shownMetadata,
  Timestamp,
  Uuid,
} from "../common.ts";
import { SearchText } from "./search.ts";

export const threadStatuses = ["open", "waiting", "resolved", "human_review"] as const;
export const ownerTypes = ["human", "automation", "agent"] as const;

export const threadStatus = oneOf(threadStatuses, {
  meanings: {
    open: "something is to be done; new threads begin so",
    waiting: "for the other side; mail that comes opens it again",
    resolved: "done; mail that comes opens it again",
    human_review:
      "a person is to look; stays until you change it. Of an address with protection, sends into it wait",
  },
});
const ownerType = oneOf(ownerTypes, {
  description: "who is to act; a new thread has it from the mode of its address",
  meanings: { human: "a person", automation: "a program", agent: "a software agent" },
});
const assigneeId = nullable(
  Type.Unsafe<string>({ ...Uuid, description: "who has taken it: a uuid of yours, never parsed" }),
);

export const Thread = Type.Object(
  {
    id: Id,
    identity: Id,
    subject: nullable(Type.String()),
    status: threadStatus,
    owner_type: ownerType,
    assignee_id: assigneeId,
    assigned_at: nullable(Timestamp),
    message_count: Type.Integer(),
    last_message_at: nullable(Timestamp),
    created_at: Timestamp,
    metadata: shownMetadata,
    parent_id: Type.Optional({ ...Id, description: "the thread that caused this one; only where it is set" }),
    snoozed_until: Type.Optional({ ...Timestamp, description: "it sleeps until then; only while it does" }),
  },
  closed,
);
export type Thread = Static<typeof Thread>;

export const ThreadPatch = Type.Object(
  {
    status: Type.Optional(threadStatus),
    owner_type: Type.Optional(ownerType),
    assignee_id: Type.Optional(assigneeId),
    metadata: addedMetadata,
    parent_id: Type.Optional(
      nullable(
        Type.Unsafe<string>({ ...Uuid, description: "the thread that caused this one; null takes it away" }),
      ),
    ),
    snoozed_until: Type.Optional(
      nullable({
        ...Timestamp,
        description: "a time to come: it is open again then, or when mail comes; null wakes it now",
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type ThreadPatch = Static<typeof ThreadPatch>;

export const ThreadListQuery = Type.Object(
  {
    ...PageQuery,
    q: Type.Optional(SearchText),
    identity_id: Type.Optional(Uuid),
    ...OwnerFilters,
    status: Type.Optional(threadStatus),
    owner_type: Type.Optional(ownerType),
    assignee_id: Type.Optional(Uuid),
    parent_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "caused by this thread" })),
    snoozed: Type.Optional(Type.Boolean({ description: "true: those that sleep, false: the others" })),
    metadata: Type.Optional(MetadataPair),
    ...MailFilters,
  },
  closed,
);
export type ThreadListQuery = Static<typeof ThreadListQuery>;

export const ThreadLabelParams = Type.Object({ id: Type.String(), labelId: Type.String() });
