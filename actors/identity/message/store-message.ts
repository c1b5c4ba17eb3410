// Writing a message's rows, for receiving, sending and drafts.

import type { ParsedCalendar } from "../../../src/calendar/invitations/invitation.ts";
import type { InvitationSummary } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import type { CutMail } from "../../../src/mail/search/indexed-mail.ts";
import type { AuthenticationResults, SpamReport } from "../../../src/mail/trust/authentication.ts";
import type { MailFacts } from "../../../src/reading/mails.ts";
import { addReference, dropReferences } from "../../../src/store/blobs/references.ts";
import { keepForIndex } from "../../../src/store/mailbox/cut-mails.ts";
import type { AttachmentRow, MessageRow } from "../../../src/store/message/messages.ts";
import { queuePartlyRead } from "../../../src/store/message/partly-read.ts";
import { attachments, bodies, identities, messages, searchQueue } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** A prepared mail: read, screened and packed, and (when large) written to the blob store. All its recipients share it. */
export interface PreparedMail {
  parsed: MailFacts;
  /** SHA-256 of the raw bytes. */
  sha256: Uint8Array;
  size: number;
  /** Compressed raw bytes, or null when `blob` has them. */
  raw: Uint8Array | null;
  blob: string | null;
  /** Compressed header block of a large mail. */
  head: Uint8Array | null;
  /** Packed Content. */
  content: Uint8Array;
  /** Packed Outline. */
  outline: Uint8Array;
  /** Header fields that lists of mails show; null: they are long. */
  fields: Uint8Array | null;
  /** The mail's calendar parts; null: it has none. */
  calendar: ParsedCalendar | null;
  /** Reading it was cut short; it is to be read again. */
  isPartial: boolean;
  /** The invitation in its calendar parts. */
  invitation: InvitationSummary | null;
  /** Envelope sender; "" is the null sender. */
  envelopeFrom: string;
  isSpam: boolean;
  authentication: AuthenticationResults | null;
  spam: SpamReport | null;
  /** Bytes by which the mail that IMAP shows is longer. */
  displayedGrowth: number;
  /** Cut for the search index, as it came to one address; null: the index reads it again. */
  cut: (CutMail & { deliveredTo: string; prefix: string }) | null;
}

/** Hash of the Message-ID, or of the bytes where there is none. */
export function headerHash({ parsed, sha256 }: PreparedMail): number {
  return hash52(parsed.messageId ?? sha256);
}

/** A file of a message: a part of its raw bytes, or a blob where it was uploaded to a draft. */
export type StoredFile = Pick<
  AttachmentRow,
  "id" | "filename" | "contentType" | "size" | "contentId" | "inline" | "part" | "blob"
>;

export type MessageFields = Pick<
  MessageRow,
  "id" | "threadId" | "direction" | "state" | "envelopeFrom" | "deliveredTo" | "mailBcc"
> & {
  at: Instant;
  /** Columns that the mail does not determine. */
  more?: Partial<MessageRow>;
  /** By default the attachments in the mail. */
  files?: readonly StoredFile[];
};

/**
 * Inserts a message with its body and attachments, and counts its bytes. In an account's turn (a routing rule hands the
 * message to a webhook) it belongs to no identity.
 */
export function storeMessage(turn: Turn, mail: PreparedMail, fields: MessageFields): MessageRow {
  const { accountId } = turn;
  const files = fields.files ?? filesOf(turn, mail.parsed);
  const row = messageRow(turn, mail, { ...fields, files });
  turn.insert(messages, row);
  turn.insert(bodies, bodyRow(row, mail));
  for (const [ordinal, file] of files.entries()) {
    turn.insert(attachments, { accountId, messageId: row.id, ordinal, ...file, createdAt: fields.at });
    if (file.blob !== null) keepBlob(turn, file.blob);
  }
  countBytes(turn, mail.size);
  if (mail.blob !== null) keepBlob(turn, mail.blob);
  queueForSearch(turn, row);
  if (isIndexed(row) && fields.files === undefined) keepCut(turn, row, mail);
  readAgainLater(turn, mail, row.id);
  return row;
}

/** Keeps what was cut of a mail for the index, which has it a moment later. */
function keepCut(
  turn: Turn,
  { id, deliveredTo, mailBcc, rawSha256 }: MessageRow,
  { cut }: PreparedMail,
): void {
  if (cut === null || cut.deliveredTo !== deliveredTo || mailBcc.length > 0) return;
  turn.afterCommit(() => keepForIndex(id, { ...cut, sha256: rawSha256 }));
}

/** A stored message with what `replaceMessage` replaces. */
export interface StoredMessage {
  row: MessageRow;
  rawBlob: string | null;
  attachments: readonly AttachmentRow[];
}

/** Replaces a message's mail; a file that keeps its id keeps its row. */
export function replaceMessage(
  turn: Turn,
  before: StoredMessage,
  { mail, fields }: { mail: PreparedMail; fields: MessageFields },
): MessageRow {
  const files = fields.files ?? filesOf(turn, mail.parsed);
  const row = messageRow(turn, mail, { ...fields, files });
  turn.update(messages, row, before.row);
  turn.update(bodies, bodyRow(row, mail));
  replaceFiles(turn, before, { files, at: fields.at });
  countBytes(turn, mail.size - before.row.size);
  if (mail.blob !== before.rawBlob) {
    if (mail.blob !== null) keepBlob(turn, mail.blob);
    if (before.rawBlob !== null) releaseBlob(turn, before.rawBlob);
  }
  queueForSearch(turn, row);
  readAgainLater(turn, mail, row.id);
  return row;
}

function replaceFiles(
  turn: Turn,
  { row, attachments: old }: StoredMessage,
  { files, at }: { files: readonly StoredFile[]; at: Instant },
): void {
  const { accountId } = turn;
  for (const [ordinal, file] of files.entries()) {
    const known = old.find(({ id }) => id === file.id);
    if (known) turn.update(attachments, { accountId, ordinal, ...file }, known);
    else turn.insert(attachments, { accountId, messageId: row.id, ordinal, ...file, createdAt: at });
    if (file.blob !== null && file.blob !== known?.blob) keepBlob(turn, file.blob);
  }
  for (const { id, blob } of old) {
    const file = files.find((candidate) => candidate.id === id);
    if (!file) turn.remove(attachments, { accountId, id });
    if (blob !== null && file?.blob !== blob) releaseBlob(turn, blob);
  }
}

function messageRow(
  turn: Turn,
  mail: PreparedMail,
  { at, more, files, ...fields }: MessageFields & { files: readonly StoredFile[] },
): MessageRow {
  const { parsed } = mail;
  return {
    accountId: turn.accountId,
    ...fields,
    identityId: turn.ref.kind === "identity" ? turn.ref.id : null,
    headerId: parsed.messageId,
    headerHash: headerHash(mail),
    referenceIds: [...new Set([...parsed.references, ...parsed.inReplyTo])],
    fromEmail: parsed.from.email,
    fromName: parsed.from.name,
    replyTo: parsed.replyTo,
    mailTo: parsed.to,
    mailCc: parsed.cc,
    subject: parsed.subject,
    preview: parsed.preview,
    hasAttachments: files.length > 0,
    isSpam: mail.isSpam,
    automated: parsed.automated,
    invitation: mail.invitation as MessageRow["invitation"],
    calendarEventId: null,
    dateHeader: parsed.date,
    size: mail.size,
    rawSha256: mail.sha256,
    inReplyToMessageId: null,
    sendAt: null,
    sendDue: null,
    scheduledBy: null,
    writtenBy: null,
    failedReason: null,
    updatedAt: null,
    authentication: mail.authentication,
    spam: mail.spam,
    displayedGrowth: mail.displayedGrowth,
    withheld: false,
    createdAt: at,
    ...more,
  };
}

/** The row of `bodies` for a mail. */
function bodyRow({ accountId, id }: MessageRow, mail: PreparedMail) {
  return {
    accountId,
    messageId: id,
    raw: mail.raw,
    rawBlob: mail.blob,
    head: mail.head,
    content: mail.content,
    outline: mail.outline,
    fields: mail.fields,
    fieldsLeftOut: mail.fields === null ? true : null,
    digest: mail.parsed.digest,
  };
}

/** The attachments in a mail, each with a new id. */
function filesOf(turn: Turn, parsed: MailFacts): StoredFile[] {
  return parsed.attachments.map(({ filename, contentType, size, contentId, inline, part }) => ({
    id: turn.newId(),
    filename,
    contentType,
    size,
    contentId,
    inline,
    part,
    blob: null,
  }));
}

/** Queues a partly read mail to be read again, first in a minute. */
function readAgainLater(turn: Turn, { isPartial }: PreparedMail, messageId: string): void {
  if (isPartial) turn.bulk(queuePartlyRead(turn.accountId, messageId, turn.instant()));
}

/** Queues a message for the search index; search finds what lists show. */
function queueForSearch(turn: Turn, row: MessageRow): void {
  if (isIndexed(row)) turn.insert(searchQueue, { accountId: turn.accountId, messageId: row.id });
}

function isIndexed({ state, identityId }: MessageRow): boolean {
  return identityId !== null && (state === "received" || state === "sent");
}

/** Counts bytes that the identity stores from now on; negative: no longer. */
export function countBytes(turn: Turn, bytes: number): void {
  if (turn.ref.kind !== "identity") return;
  const identity = turn.identity();
  const { accountId, id } = identity;
  turn.update(identities, { accountId, id, storageBytes: identity.storageBytes + bytes }, identity);
}

/** Counts one more reference to a blob. */
export function keepBlob(turn: Turn, key: string): void {
  turn.bulk(addReference(turn.accountId, key));
}

/** Counts one reference less. */
export function releaseBlob(turn: Turn, key: string): void {
  turn.bulk(dropReferences(turn.accountId, [key]));
}
