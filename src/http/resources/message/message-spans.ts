// The parts of a message, by whose words they are. A quote names the message that it repeats only to a reader of that message, too.
// DECISIONS Threads, messages, folders, labels.
import type { InvitationSummary } from "../../../calendar/types.ts";
import { invitationSpan } from "../../../reading/content-spans.ts";
import { readSpans } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { type MessageSpan, MessageSpans } from "../../../schema/message/message-spans.ts";
import { type AttachmentRow, getMessage, getMessageRows } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { foundMessage } from "../../other-kind.ts";
import { pathId } from "../../params.ts";

const maxFiles = 1000;

function fileSpan({ id, filename }: AttachmentRow): MessageSpan {
  return { kind: "file", text: filename, of: null, attachment_id: id };
}

export const messageSpanCalls: readonly Call[] = [
  call(
    "GET /messages/{id}/parts",
    {
      params: IdParams,
      answer: Single(MessageSpans),
      doc: operation("getMessageParts", "Read whose words the text of a message is", {
        description: "`reply_text` has all but the quotes.",
      }),
    },
    async ({ database }, { auth, params }) => {
      const id = pathId(params.id);
      const found = getMessage(database, auth, id);
      const { packed, row, attachments } = await foundMessage({ database }, auth, { id, row: found });
      const read = await readSpans(packed, { source: auth.accountId });
      const invitation = row.invitation as InvitationSummary | null;
      const isInvited = read.some(({ kind }) => kind === "invitation");
      const spans = invitation === null || isInvited ? read : [...read, invitationSpan(invitation)];
      const named = [...new Set(spans.flatMap(({ of }) => of ?? []))];
      const readable = new Set((await getMessageRows(database, auth, named)).map((known) => known.id));
      const shown = spans.map((span) => ({
        ...span,
        of: span.of !== null && readable.has(span.of) ? span.of : null,
      }));
      const files = attachments.slice(0, maxFiles).map((file) => fileSpan(file));
      return { data: { message_id: id, spans: [...shown, ...files] } };
    },
  ),
];
