// PATCH /messages: many messages changed by one call. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, Uuid } from "../common.ts";

const labelIds = (description: string) => Type.Optional(Type.Array(Uuid, { maxItems: 20, description }));

export const MessageBatch = Type.Object(
  {
    ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, description: "the messages" }),
    is_read: Type.Optional(Type.Boolean({ description: "true: mark as read; false: as unread" })),
    folder: Type.Optional(
      Type.String({ minLength: 1, description: "where to move them: a role, an id or a name of a folder" }),
    ),
    add_label_ids: labelIds("labels to put on the messages"),
    remove_label_ids: labelIds("labels to take off the messages"),
  },
  { ...closed, minProperties: 2 },
);
export type MessageBatch = Static<typeof MessageBatch>;

/** The result of a batch. */
export const MessageBatchResult = Type.Object(
  {
    ids: Type.Array(Id, { description: "the messages, as they were named" }),
    count: Type.Integer({ description: "how many they are" }),
  },
  closed,
);
