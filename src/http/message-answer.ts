// Messages as answers. Where their contents are large, a reading process makes the answer, when its turn comes, and writes it
// into a file that is sent at the client's pace: neither its bodies nor a slow client take memory.
import type { FileHandle } from "node:fs/promises";
import { Failure, notFound } from "../lib/failure.ts";
import { Pauses } from "../lib/pauses.ts";
import type { Spills } from "../lib/spill.ts";
import { withoutInvisible } from "../mail/visible/invisible-characters.ts";
import { inTurn, inTurnIfLarge, largeAnswer } from "../reading/large-answers.ts";
import { contentSize, encodeMessages, writeMessages } from "../reading/mails.ts";
import type { MessageView, PackedAnswer, PackedMessage, TextFormat } from "../reading/message-bodies.ts";
import type { Attachment, Invitation, Message } from "../schema/message/messages.ts";
import type { Executor } from "../store/database/database.ts";
import {
  type AttachmentRow,
  type FullMessage,
  getMessage,
  getSmallMessage,
  readListed,
} from "../store/message/messages.ts";
import { streamOf } from "./answers/bytes.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { chosen, maxAnsweredBytes, type PageMessage } from "./message-page.ts";
import type { PageOf } from "./paging.ts";

type MessageAnswerDeps = Pick<HttpDeps, "baseUrl" | "database" | "spills">;

/** How messages are written. */
interface Form {
  /** Plain without it. */
  format?: TextFormat | undefined;
  /** All without it. */
  view?: MessageView | undefined;
  /** With the view `text`: characters that are passed over; none without it. */
  textFrom?: number | undefined;
}

function formOf({ format, view, textFrom }: Form): Pick<PackedAnswer, "format" | "view" | "textFrom"> {
  return { ...(format && { format }), ...(view && { view }), ...(textFrom && { textFrom }) };
}

/** @throws Failure unavailable when encoding takes too long */
export function messageAnswer(
  deps: MessageAnswerDeps & Form,
  auth: Auth,
  message: FullMessage,
): Promise<Response> {
  const data = toPacked(message, pictureAt(deps));
  const make = async () => ({ answer: {}, data, ...formOf(deps) });
  return encoded(deps, auth, { bytes: contentSize([data]), make });
}

/**
 * One message whose bodies are large.
 * @param read the message, once its turn has come; null: it is gone
 * @throws Failure not_found; unavailable when it takes too long
 */
export function largeMessageAnswer(
  deps: MessageAnswerDeps & Form,
  auth: Auth,
  { size, read }: { size: number; read: () => Promise<FullMessage | null> },
): Promise<Response> {
  const make = async () => {
    const message = await read();
    if (!message) throw notFound();
    return { answer: {}, data: toPacked(message, pictureAt(deps)), ...formOf(deps) };
  };
  return encoded(deps, auth, { bytes: size, make });
}

/**
 * A page of messages, which ends early where it is full in bytes.
 * @param from where they are read; without it as lists are
 * @throws Failure unavailable when encoding takes too long
 */
export function messagesAnswer(
  deps: MessageAnswerDeps & Form & { from?: Executor },
  auth: Auth,
  { data: page, ...answer }: PageOf<PageMessage>,
): Promise<Response> {
  const { view = "full", from = deps.database.replica } = deps;
  const { listed, bare, bytes } = chosen(page, view);
  const isCut = listed.length < page.length;
  const ends = isCut ? { has_more: true, next_cursor: listed.at(-1)!.cursor } : answer;
  const make = async (): Promise<PackedAnswer> => {
    const known = listed.flatMap(({ read }) => read ?? []);
    const left = listed.flatMap(({ id, read }) => (read ? [] : [id]));
    const read = [...known, ...(await readListed(from, auth, { ids: left, bare }))];
    const byId = new Map(read.map((message) => [message.row.id, message]));
    const bareIds = new Set(bare);
    const there = listed.filter(({ id }) => byId.has(id));
    const data = there.map(({ id, snippet }) => {
      const message = byId.get(id)!;
      const { fields, ...packed } = toPacked(message, pictureAt(deps));
      const shown = snippet === undefined ? fields : { ...fields, snippet };
      return { ...packed, fields: shown, ...(bareIds.has(id) && { preview: message.row.preview }) };
    });
    const within = { bytes: maxAnsweredBytes, cursors: there.map(({ cursor }) => cursor) };
    return { answer: ends, data, within, ...formOf(deps) };
  };
  return encoded(deps, auth, { bytes, make });
}

/**
 * Messages as clients see them, for a page; those without a content in summary.
 * @param shown.pictureUrl the address of a picture of the mail itself, by attachment id
 * @param shown.most characters of each body; all without it
 * @throws Failure unavailable when unpacking takes too long
 */
export async function readableMessages(
  { accountId }: Pick<Auth, "accountId">,
  messages: readonly (FullMessage & { isBare?: boolean })[],
  { pictureUrl, most }: { pictureUrl: (attachmentId: string) => string; most?: number },
): Promise<Message[]> {
  const data = messages.map((message) => ({
    ...toPacked(message, pictureUrl),
    ...(message.isBare && { preview: message.row.preview }),
  }));
  const source = accountId;
  const read = async () => {
    const asked = { answer: {}, data, ...(most !== undefined && { most }) };
    const bytes = await encodeMessages(asked, { source });
    return (await parsedAnswer<{ data: Message[] }>(bytes)).data;
  };
  const size = contentSize(data);
  return inTurnIfLarge(source, size, read);
}

/**
 * A message with the first part of its texts, for an answer that holds more than messages; null: it is gone.
 * @throws Failure unavailable when unpacking takes too long
 */
export async function readableTexts(
  deps: MessageAnswerDeps & Pick<Form, "format">,
  auth: Auth,
  id: string,
): Promise<Message | null> {
  const { database, format } = deps;
  const source = auth.accountId;
  const read = async (message: FullMessage | null) => {
    if (!message) return null;
    const data = toPacked(message, pictureAt(deps));
    const asked = { answer: {}, data, ...formOf({ format, view: "text" }) };
    const bytes = await encodeMessages(asked, { source });
    return (await parsedAnswer<{ data: Message }>(bytes)).data;
  };
  const small = await getSmallMessage(database, auth, id);
  if (small === null) return null;
  const size = "size" in small ? small.size : contentSize([small]);
  if ("size" in small) return inTurn(source, size, async () => read(await getMessage(database, auth, id)));
  return inTurnIfLarge(source, size, () => read(small));
}

/** Bytes from which on an answer is large. */
const largeJson = 1024 * 1024;

/** A large one has each step in a turn of its own. */
async function parsedAnswer<T>(bytes: Uint8Array): Promise<T> {
  const pauses = new Pauses();
  if (bytes.length > largeJson) await pauses.take();
  const text = new TextDecoder().decode(bytes);
  if (bytes.length > largeJson) await pauses.take();
  return JSON.parse(text) as T;
}

interface ToEncode {
  /** Octets of the bodies, unpacked. */
  bytes: number;
  /** Reads what is answered, once its turn has come. */
  make: () => Promise<PackedAnswer>;
}

async function encoded(deps: MessageAnswerDeps, auth: Auth, { bytes, make }: ToEncode): Promise<Response> {
  const source = auth.accountId;
  if (bytes > largeAnswer)
    return inTurn(source, bytes, async () =>
      fileAnswer(deps.spills.clients, await make(), { source, bytes }),
    );
  const body = await encodeMessages(await make(), { source });
  return new Response(body as Uint8Array<ArrayBuffer>, { headers: { "content-type": "application/json" } });
}

/** Disk octets of an answer for each octet of its bodies: it has text four times, with escapes. */
const growth = 5;

/** @throws Failure unavailable, storage_full */
async function fileAnswer(
  spills: Spills,
  answer: PackedAnswer,
  { source, bytes }: { source: string; bytes: number },
): Promise<Response> {
  const file = await spills.file(bytes * growth);
  if (!file)
    throw new Failure("storage_full", "The server has no room for an answer this large. Try again later.");
  try {
    const size = await writeMessages(answer, { source, file: file.path }).finally(file.dropName);
    const body = await streamOf(piecesOf(file.handle, { size, release: file.release }));
    // Set headers here: an answer of megabytes is neither gathered for an ETag nor compressed.
    const headers = { "content-type": "application/json", "cache-control": "private, no-store" };
    return new Response(body, { headers });
  } catch (error) {
    await file.release();
    throw error;
  }
}

const pieceBytes = 256 * 1024;

async function* piecesOf(
  handle: FileHandle,
  { size, release }: { size: number; release: () => Promise<void> },
): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < size; ) {
      const piece = new Uint8Array(Math.min(pieceBytes, size - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new Error("an answer's file ends early");
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await release();
  }
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

function pictureAt({ baseUrl }: Pick<MessageAnswerDeps, "baseUrl">): (attachmentId: string) => string {
  return (id) => `${baseUrl()}/api/v1/attachments/${id}`;
}

/**
 * Answers of attendees in the words of calendar events: `accepted`. They are stored as the mail has them (RFC 5545 3.2.12), and
 * those of an earlier version with its invisible letters too.
 */
function toInvitation(invitation: Invitation | null): Invitation | null {
  if (!invitation) return null;
  const seen = (text: string | null) => text && withoutInvisible(text);
  const attendees = invitation.attendees.map((each) => ({
    ...each,
    name: seen(each.name),
    status: each.status.toLowerCase(),
  }));
  return {
    ...invitation,
    summary: seen(invitation.summary),
    description: seen(invitation.description),
    location: seen(invitation.location),
    organizer_name: seen(invitation.organizer_name),
    attendees,
  };
}

/** Return the pictures by Content-ID; among attachments with the same one the first counts. */
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
