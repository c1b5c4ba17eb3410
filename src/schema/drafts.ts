// SPEC Drafts; DECISIONS Drafts and sending.
import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";
import { clearableRecipients, recipients, sender } from "./message/addressees.ts";
import { FileContent, files, maxFiles } from "./message/file-content.ts";
import { Attachment, automatic, markdown } from "./message/messages.ts";
import { listUnsubscribe } from "./sending/list-unsubscribe.ts";

const draftStatuses = ["draft", "scheduled", "sending", "pending_review"] as const;

const text = nullable(Type.String());
const emails = Type.Array(Type.String());

export const Draft = Type.Object(
  {
    id: Id,
    identity_id: Id,
    thread_id: Id,
    from: Type.String(),
    to: emails,
    cc: emails,
    bcc: emails,
    subject: text,
    text,
    html: text,
    in_reply_to_message_id: nullable(Id),
    attachments: Type.Array(Attachment),
    status: oneOf(draftStatuses, {
      meanings: {
        draft: "waits for you",
        scheduled: "goes at send_at",
        sending: "on its way now; a change is refused",
        pending_review: "waits for a person; see /reviews",
      },
    }),
    send_at: nullable({ ...Timestamp, description: "when it goes; null: not scheduled" }),
    failed_reason: nullable(Type.String({ description: "why the last scheduled sending was refused" })),
    list_unsubscribe: Type.Optional(
      Type.Unsafe<Static<typeof listUnsubscribe>>({
        ...listUnsubscribe,
        description: "only where it was given",
      }),
    ),
    automatic: Type.Optional(Type.Boolean({ description: "only where it is true" })),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type Draft = Static<typeof Draft>;

const from = sender(
  "the address of identity_id, a subaddress of it (`bot+tag@…`), or one that a routing rule with `send_as` leads to it; without identity_id the draft is of the address that writes from it",
);
const subject = nullable(Type.String({ maxLength: 998 }));

export const DraftCreate = Type.Object(
  {
    identity_id: Type.Optional(Uuid),
    from: Type.Optional(from),
    to: Type.Optional(recipients),
    cc: Type.Optional(recipients),
    bcc: Type.Optional(recipients),
    subject: Type.Optional(subject),
    text: Type.Optional(text),
    html: Type.Optional(text),
    markdown,
    in_reply_to_message_id: Type.Optional(nullable(Uuid)),
    list_unsubscribe: Type.Optional(listUnsubscribe),
    automatic,
    ...files,
  },
  closed,
);
export type DraftCreate = Static<typeof DraftCreate>;

const addedFiles = Type.Optional(
  Type.Array(FileContent, { maxItems: maxFiles, description: "files to add to those that the draft keeps" }),
);
const keptFiles = Type.Optional(
  nullable(
    Type.Array(Uuid, {
      maxItems: maxFiles,
      description:
        "the files that the draft is to have: its own `id`s, and those of other messages, which are copied",
    }),
  ),
);

/** An omitted field is kept, null clears it. */
export const DraftPatch = Type.Object(
  {
    from: Type.Optional(nullable(from)),
    to: Type.Optional(clearableRecipients),
    cc: Type.Optional(clearableRecipients),
    bcc: Type.Optional(clearableRecipients),
    subject: Type.Optional(subject),
    text: Type.Optional(text),
    html: Type.Optional(text),
    markdown,
    list_unsubscribe: Type.Optional(listUnsubscribe),
    automatic,
    attachments: addedFiles,
    attachment_ids: keptFiles,
  },
  { ...closed, minProperties: 1 },
);
export type DraftPatch = Static<typeof DraftPatch>;

export const DraftListQuery = Type.Object({ identity_id: Uuid, ...PageQuery }, closed);

export const DraftSchedule = Type.Object(
  {
    send_at: Type.String({
      format: "date-time",
      description: "at least one minute and at most thirty days from now",
    }),
  },
  closed,
);

export const DraftAttachmentParams = Type.Object({ id: Type.String(), attachmentId: Type.String() });

/** A file of a multipart body, as its sender described it; "" where he did not. */
export class UploadedFile {
  constructor(
    readonly filename: string,
    readonly contentType: string,
    readonly bytes: Uint8Array,
  ) {}
}

/** An OpenAPI binary string, which TypeBox has no kind for. */
const FileKind = "MultipartFile";
TypeRegistry.Set(FileKind, (_, value) => value instanceof UploadedFile);
const MultipartFile = Type.Unsafe<UploadedFile>({
  [Kind]: FileKind,
  type: "string",
  format: "binary",
  description: "in multipart/form-data only",
});

/** As multipart: draft_id and file. As JSON: all but file. */
export const AttachmentUpload = Type.Object(
  {
    draft_id: Uuid,
    file: Type.Optional(MultipartFile),
    filename: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: "in JSON; a path is cut to its last part" }),
    ),
    content_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "in JSON: the media type; without it what the ending of `filename` says",
      }),
    ),
    content_base64: Type.Optional(
      Type.String({
        description:
          "in JSON: the whole file in base64 (RFC 4648 4), named `content` where a message is sent with it",
      }),
    ),
  },
  closed,
);
