// DECISIONS Addresses: what an address holds, in numbers.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id } from "../common.ts";
import { Folder } from "./folders.ts";

/** Threads are counted no further. */
export const mostCounted = 1000;

export const ThreadCount = Type.Object(
  {
    count: Type.Integer({ description: `threads; counting ends at ${mostCounted}` }),
    more: Type.Boolean({ description: "there are more than were counted" }),
  },
  closed,
);
export type ThreadCount = Static<typeof ThreadCount>;

export const StatusCounts = Type.Object(
  {
    open: { ...ThreadCount, description: "something is to be done" },
    waiting: { ...ThreadCount, description: "for the other side" },
    resolved: { ...ThreadCount, description: "done" },
    human_review: { ...ThreadCount, description: "a person is to look" },
  },
  { ...closed, description: "threads by status" },
);

export const LabelCount = Type.Object(
  { label_id: Id, threads: { ...ThreadCount, description: "threads that have the label" } },
  closed,
);

export const IdentityCounts = Type.Object(
  {
    identity_id: Id,
    folders: Type.Array(Folder, { description: "messages by folder, in the order of GET /mailboxes" }),
    threads: StatusCounts,
    labels: Type.Array(LabelCount, { description: "of the labels that `label_ids` names, in its order" }),
  },
  closed,
);
export type IdentityCounts = Static<typeof IdentityCounts>;

export const IdentityCountsQuery = Type.Object(
  {
    label_ids: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,19}$",
        description: "labels of the address whose threads are counted: up to 20 ids with commas between them",
      }),
    ),
  },
  closed,
);
