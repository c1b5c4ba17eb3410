// The text of a file, read when it is asked for. DECISIONS Threads, messages, folders, labels.
import { inTurnIfLarge } from "../../../reading/large-answers.ts";
import { readFileText } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { AttachmentText } from "../../../schema/message/attachment-text.ts";
import { attachedBytes } from "../../../store/message/attachments.ts";
import { getAttachment } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";

export const attachmentTextCalls: readonly Call[] = [
  call(
    "GET /attachments/{id}/text",
    {
      params: IdParams,
      answer: Single(AttachmentText),
      doc: operation("getAttachmentText", "Read the text of a file", {
        description:
          "Of PDF, Word (docx), Excel (xlsx), PowerPoint (pptx), OpenDocument, RTF, attached mail and text files: what a person who opens it sees, and apart from it in `hidden` what nobody sees. Pictures of text, as scanners make them, have only the words that their maker put under them. What it says was written by the sender of the file.",
      }),
    },
    async (deps, { auth, params }) => {
      const { accountId: source } = auth;
      const row = await found(getAttachment(deps.database, auth, pathId(params.id)));
      const { id, contentType, filename, size } = row;
      const read = async () => {
        const bytes = await found(attachedBytes(deps, auth, row));
        const text = await readFileText({ bytes, contentType, filename }, { source });
        return { data: { attachment_id: id, content_type: contentType, size: bytes.length, ...text } };
      };
      return inTurnIfLarge(source, size, read);
    },
  ),
];
