// SPEC Drafts (POST /attachments); DECISIONS Threads, messages, folders, labels; Drafts and sending.
import { prepareDraftChange } from "../../../../actors/identity/drafts/drafting.ts";
import { changeDraft } from "../../../../actors/identity/drafts/drafts.ts";
import { maxBytes, type Upload } from "../../../../actors/identity/sending/prepare.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { Failure, invalid } from "../../../lib/failure.ts";
import { newId } from "../../../lib/ids.ts";
import { sha256InPieces } from "../../../lib/secrets.ts";
import { typeOfName } from "../../../mail/parse/attachments.ts";
import { IdParams } from "../../../schema/common.ts";
import { AttachmentUpload, type UploadedFile } from "../../../schema/drafts.ts";
import { Single } from "../../../schema/envelope.ts";
import { Attachment } from "../../../schema/message/messages.ts";
import { openAttachment } from "../../../store/blobs/stored-bytes.ts";
import { bytesAnswer } from "../../answers/bytes.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { fileName, mediaType } from "../../files/file-names.ts";
import { base64Bytes } from "../../files/given-files.ts";
import { toAttachment } from "../../message-answer.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { checkStrings } from "../../validation.ts";
import { writePrepared } from "../../write.ts";
import { findDraft, retryChanged } from "../drafts.ts";

export const attachmentCalls: readonly Call[] = [
  call(
    "POST /attachments",
    {
      body: AttachmentUpload,
      answer: { 201: Single(Attachment) },
      doc: operation("uploadAttachment", "Add a file to a draft", {
        description:
          "As multipart/form-data with `draft_id` and `file`, or as JSON with `content_base64`. At most 25 MB. Sending in one call: `attachments` of POST /api/v1/messages.",
        errors: ["draft_state", "conflict", "forbidden"],
        accepts: ["multipart/form-data"],
        example: {
          draft_id: exampleId,
          filename: "hello.txt",
          content_type: "text/plain",
          content_base64: "SGVsbG8K",
        },
      }),
    },
    async (deps, { auth, request, body }) => {
      const upload = await readUpload(body);
      const { filename, contentType, bytes } = upload;
      // Equal bytes are an equal body, however they were encoded. DECISIONS Authentication and keys: Idempotency
      const seen = {
        draft_id: body.draft_id,
        filename,
        contentType,
        sha256: (await sha256InPieces(bytes)).toString("hex"),
      };
      return retryChanged(() =>
        writePrepared(
          { request, body: seen },
          {
            actors: deps.actors,
            prepare: () => prepareUpload(deps, auth, { draftId: body.draft_id, upload }),
          },
          (draft) => ({
            status: 201,
            body: { data: toAttachment(draft.attachments.find(({ id }) => id === upload.id)!) },
          }),
        ),
      );
    },
  ),
  call(
    "GET /attachments/{id}",
    {
      params: IdParams,
      doc: operation("downloadAttachment", "Download a file", {
        description:
          "In the media type that it was sent with. `Range` asks for a part of it (206), also behind `If-Range`.",
        ranges: true,
        produces: ["application/octet-stream", "*/*"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { row, bytes } = await found(openAttachment(deps, auth, pathId(params.id)));
      return bytesAnswer(request, { ...row, bytes, tag: row.id });
    },
  ),
];

async function prepareUpload(
  deps: HttpDeps,
  auth: Auth,
  { draftId, upload }: { draftId: string; upload: Upload },
) {
  const { draft, identity } = await findDraft(deps, auth, draftId);
  const prepared = await prepareDraftChange(deps, auth, { identity, draft, change: { uploads: [upload] } });
  const version = { id: draft.row.id, updatedAt: draft.row.updatedAt };
  return {
    actor: deps.actors.identity(identity.accountId, identity.id),
    work: (turn: Turn) => changeDraft(turn, version, prepared),
  };
}

/** @throws Failure validation_error, payload_too_large */
async function readUpload(body: typeof AttachmentUpload.static): Promise<Upload> {
  const upload = body.file === undefined ? await jsonUpload(body) : multipartUpload(body, body.file);
  if (upload.bytes.length > maxBytes) {
    throw new Failure(
      "payload_too_large",
      "A file may have at most 25 MB. Send a smaller one, or a link to it.",
    );
  }
  return { id: newId(), ...upload };
}

type NewUpload = Omit<Upload, "id">;

function multipartUpload(body: typeof AttachmentUpload.static, file: UploadedFile): NewUpload {
  if (body.content_base64 !== undefined) throw invalid("Send either file or content_base64, not both.");
  const filename = body.filename ?? file.filename;
  // As the part has it: a charset is its sender's to name. RFC 7578 4.4
  const contentType = body.content_type ?? (file.contentType || "application/octet-stream");
  checkStrings({ draft_id: body.draft_id, filename, content_type: contentType });
  return named({ filename, contentType, bytes: file.bytes });
}

async function jsonUpload({
  filename,
  content_type,
  content_base64,
}: typeof AttachmentUpload.static): Promise<NewUpload> {
  if (filename === undefined || content_base64 === undefined) {
    throw invalid(
      "Send draft_id and file as multipart/form-data, or draft_id, filename, content_type and content_base64 as JSON.",
    );
  }
  const bytes = await base64Bytes(content_base64, "content_base64");
  return named({ filename, contentType: content_type ?? typeOfName(filename), bytes });
}

function named({
  filename,
  contentType,
  bytes,
}: Pick<NewUpload, "filename" | "contentType" | "bytes">): NewUpload {
  return {
    filename: fileName(filename, "filename"),
    contentType: mediaType(contentType, "content_type"),
    bytes,
    contentId: null,
    inline: false,
  };
}
