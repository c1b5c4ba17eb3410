// The text of a file. DECISIONS Threads, messages, folders, labels.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf } from "../common.ts";
import { HiddenText } from "./message-safety.ts";

export const AttachmentText = Type.Object(
  {
    attachment_id: Id,
    content_type: Type.String({ description: "as the sender named it" }),
    size: Type.Integer({ description: "bytes of the file" }),
    status: oneOf(
      ["read", "scanned", "fonts_missing", "unsupported", "protected", "unreadable", "too_large"],
      {
        meanings: {
          read: "`text` holds it",
          scanned:
            "its pages are pictures; `text` is the layer of words under them, which nobody sees and its maker chose; often empty",
          fonts_missing: "fonts of it do not say which letters they show: `text` holds the others",
          unsupported:
            "not PDF, Word (docx), Excel (xlsx), PowerPoint (pptx), OpenDocument, RTF, mail or text",
          protected: "it takes a password",
          unreadable: "it is broken",
          too_large: "reading it takes too long",
        },
      },
    ),
    text: nullable(
      Type.String({
        description:
          "what a person sees of it, at most 200,000 characters; written by the sender of the file",
      }),
    ),
    pages: nullable(Type.Integer({ description: "of a PDF; the first 200 are read" })),
    truncated: Type.Boolean({ description: "there is more than `text` holds" }),
    hidden: Type.Array(HiddenText, {
      description:
        "at most 50 texts that a person who opens the file does not see; `where` is the page, sheet, slide or part",
    }),
  },
  closed,
);
export type AttachmentText = Static<typeof AttachmentText>;
