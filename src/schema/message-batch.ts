// PATCH /messages: many messages changed by one call. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, Uuid } from "./common.ts";

const labelIds = Type.Optional(Type.Array(Uuid, { maxItems: 20 }));

export const MessageBatch = Type.Object(
  {
    ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
    is_read: Type.Optional(Type.Boolean()),
    folder: Type.Optional(Type.String({ minLength: 1, description: "a role, an id or a name" })),
    add_label_ids: labelIds,
    remove_label_ids: labelIds,
  },
  { ...closed, minProperties: 2 },
);
export type MessageBatch = Static<typeof MessageBatch>;

/** What a batch has changed. */
export const MessageBatchResult = Type.Object(
  { ids: Type.Array(Id, { description: "the messages, as they were named" }), count: Type.Integer() },
  closed,
);
