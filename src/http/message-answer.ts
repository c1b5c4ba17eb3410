// Messages as answers. Where their contents are large, a reading thread makes the answer.
import { encodeMessages } from "../reading/mails.ts";
import type { PackedAnswer, PackedMessage, TextFormat } from "../reading/message-bodies.ts";
import type { Attachment, Invitation, Message } from "../schema/messages.ts";
import type { AttachmentRow, FullMessage } from "../store/mail/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import type { SearchResult } from "./message-search.ts";
import type { PageOf } from "./paging.ts";

type Deps = Pick<HttpDeps, "baseUrl">;

/** What texts are written in; plain without it. */
interface Format {
  format?: TextFormat | undefined;
}

function formatOf({ format }: Format): Pick<PackedAnswer, "format"> {
  return format === undefined ? {} : { format };
}

/** @throws Failure unavailable when encoding takes too long */
export function messageAnswer(deps: Deps & Format, auth: Auth, message: FullMessage): Promise<Response> {
  return encoded({ answer: {}, data: toPacked(message, pictureAt(deps)), ...formatOf(deps) }, auth);
}

/** @throws Failure unavailable when encoding takes too long */
export function messagesAnswer(
  deps: Deps & Format,
  auth: Auth,
  { data: messages, ...answer }: PageOf<FullMessage>,
): Promise<Response> {
  return encoded(
    { answer, data: messages.map((message) => toPacked(message, pictureAt(deps))), ...formatOf(deps) },
    auth,
  );
}

/**
 * Messages as clients see them, for a page. @param pictureUrl the address of a picture of the mail itself, by attachment id
 * @throws Failure unavailable when unpacking takes too long
 */
export async function readableMessages(
  { accountId }: Pick<Auth, "accountId">,
  messages: readonly FullMessage[],
  pictureUrl: (attachmentId: string) => string,
): Promise<Message[]> {
  const data = messages.map((message) => toPacked(message, pictureUrl));
  const bytes = await encodeMessages({ answer: {}, data }, { source: accountId });
  return (JSON.parse(new TextDecoder().decode(bytes)) as { data: Message[] }).data;
}

/** @throws Failure unavailable when encoding takes too long */
export function searchAnswer(
  deps: Deps,
  auth: Auth,
  { data: results, ...answer }: PageOf<SearchResult>,
): Promise<Response> {
  const data = results.map(({ message, snippet }) => {
    const packed = toPacked(message, pictureAt(deps));
    return { ...packed, fields: { ...packed.fields, snippet } };
  });
  return encoded({ answer, data }, auth);
}

async function encoded(answer: PackedAnswer, { accountId }: Auth): Promise<Response> {
  const bytes = await encodeMessages(answer, { source: accountId });
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": "application/json" } });
}

/** A message as it is shown: pictures of the mail itself have the addresses of its attachments. */
function toPacked(
  { row, packed, attachments, isRead }: FullMessage,
  pictureUrl: (attachmentId: string) => string,
): PackedMessage {
  const fields: Message = {
    id: row.id,
    thread_id: row.threadId,
    identity: row.identityId,
    direction: row.direction,
    from: { email: row.fromEmail, name: row.fromName },
    to: row.mailTo,
    cc: row.mailCc,
    subject: row.subject,
    delivered_to: row.deliveredTo,
    text: null,
    html: "",
    reply_html: "",
    quoted_html: null,
    reply_text: "",
    is_read: isRead,
    is_spam: row.isSpam,
    attachments: attachments.map(toAttachment),
    invitation: toInvitation(row.invitation as Invitation | null),
    calendar_event_id: row.calendarEventId,
    created_at: row.createdAt,
    ...(row.state === "held" ? { status: "held" as const } : {}),
  };
  return { fields, packed, pictures: picturesOf(attachments, pictureUrl) };
}

function pictureAt({ baseUrl }: Deps): (attachmentId: string) => string {
  return (id) => `${baseUrl()}/api/v1/attachments/${id}`;
}

/** Answers of attendees in the words of calendar events: `accepted`. They are stored as the mail has them. RFC 5545 3.2.12 */
function toInvitation(invitation: Invitation | null): Invitation | null {
  if (!invitation) return null;
  const attendees = invitation.attendees.map((each) => ({ ...each, status: each.status.toLowerCase() }));
  return { ...invitation, attendees };
}

/** Of attachments with the same Content-ID the first counts. */
function picturesOf(
  attachments: readonly AttachmentRow[],
  pictureUrl: (attachmentId: string) => string,
): Record<string, string> {
  const named = attachments.flatMap(({ id, contentId }): [string, string][] =>
    contentId === null ? [] : [[contentId, pictureUrl(id)]],
  );
  return Object.fromEntries(named.toReversed());
}

export function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    filename: row.filename,
    content_type: row.contentType,
    size: row.size,
    downloadable: row.part !== null || row.blob !== null,
  };
}
