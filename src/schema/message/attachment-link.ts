// A short-lived URL of one file. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, queryInteger, Timestamp } from "../common.ts";

export const AttachmentLink = Type.Object(
  {
    attachment_id: Id,
    url: Type.String({ description: "reads this file without a key, and nothing else, until `expires_at`" }),
    expires_at: Timestamp,
  },
  closed,
);
export type AttachmentLink = Static<typeof AttachmentLink>;

export const AttachmentLinkQuery = Type.Object(
  {
    expires_in: Type.Optional(
      queryInteger({ minimum: 10, maximum: 3600, description: "seconds; 600 without it" }),
    ),
  },
  closed,
);
