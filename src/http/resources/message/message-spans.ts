// The parts of a message, by whose words they are. A quote names the message that it repeats only to a reader of that message, too.
// DECISIONS Threads, messages, folders, labels.
import type { InvitationSummary } from "../../../calendar/types.ts";
import { isMail } from "../../../mail/attached/file-text.ts";
import { invitationSpan } from "../../../reading/content-spans.ts";
import { readAttachedMail, readSpans } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { type MessageSpan, MessageSpans } from "../../../schema/message/message-spans.ts";
import { readAttachment } from "../../../store/message/attachments.ts";
import { type AttachmentRow, getMessage, getMessageRows } from "../../../store/message/messages.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { foundMessage } from "../../other-kind.ts";
import { pathId } from "../../params.ts";

const maxFiles = 1000;

/** Attached mails that are read, and octets of each. */
const maxMails = 10;
const maxMailOctets = 10 * 1024 * 1024;

function fileSpan({ id, filename }: AttachmentRow): MessageSpan {
  return { kind: "file", text: filename, of: null, attachment_id: id };
}

/** The files of a message; one that is a mail, as programs forward it, with its author, date, subject and text. */
async function fileSpans(
  deps: Pick<HttpDeps, "database" | "blobs">,
  auth: Auth,
  { files, shown }: { files: readonly AttachmentRow[]; shown: readonly MessageSpan[] },
): Promise<MessageSpan[]> {
  const mails = files.filter((file) => isMail(file) && file.size <= maxMailOctets).slice(0, maxMails);
  const spans = files.map(fileSpan);
  // One after the other: together they are as large as the mail.
  for (const file of mails) {
    const attached = await readAttachment(deps, auth, file.id);
    const mail = attached && (await readAttachedMail(attached.bytes, { source: auth.accountId }));
    if (mail && !shown.some((span) => isSame(span.mail, mail))) spans[files.indexOf(file)]!.mail = mail;
  }
  return spans;
}

/** The mails of a digest stand in the text already. */
function isSame(
  known: MessageSpan["mail"],
  { from, subject, text }: NonNullable<MessageSpan["mail"]>,
): boolean {
  return known?.from?.email === from?.email && known?.subject === subject && known?.text === text;
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
    async (deps, { auth, params }) => {
      const { database } = deps;
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
      const files = await fileSpans(deps, auth, { files: attachments.slice(0, maxFiles), shown });
      return { data: { message_id: id, spans: [...shown, ...files] } };
    },
  ),
];
