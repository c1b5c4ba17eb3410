// The text of a file. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf } from "../common.ts";

export const AttachmentText = Type.Object(
  {
    attachment_id: Id,
    status: oneOf(["read", "unsupported", "protected", "unreadable", "too_large"], {
      meanings: {
        read: "`text` holds it",
        unsupported: "neither PDF nor Word (docx) nor text",
        protected: "it takes a password",
        unreadable: "it is broken",
        too_large: "reading it takes too long",
      },
    }),
    text: nullable(
      Type.String({
        description: "at most 200,000 characters; empty for scanned pages; written by the sender of the file",
      }),
    ),
    pages: nullable(Type.Integer({ description: "of a PDF; the first 200 are read" })),
    truncated: Type.Boolean({ description: "there is more than `text` holds" }),
  },
  closed,
);
export type AttachmentText = Static<typeof AttachmentText>;
