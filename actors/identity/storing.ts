// Writing a message's rows: what receiving and sending share.

import type { Instant } from "../../src/lib/clock.ts";
import { hash52 } from "../../src/lib/hash.ts";
import type { ParsedMail } from "../../src/mail/parse.ts";
import type { MessageRow } from "../../src/store/messages.ts";
import { attachments, bodies, identities, messages } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

/** A mail that was read, packed and (when large) written to the blob store: shared by all its recipients. */
export interface PreparedMail {
  parsed: ParsedMail;
  /** SHA-256 of the raw bytes. */
  sha256: Uint8Array;
  size: number;
  /** Compressed raw bytes, or null when `blob` has them. */
  raw: Uint8Array | null;
  blob: string | null;
  /** Packed Content. */
  content: Uint8Array;
  /** Envelope sender; "" is the null sender. */
  envelopeFrom: string;
  isSpam: boolean;
}

/** Hash of the Message-ID, or of the bytes where there is none. */
export function headerHash({ parsed, sha256 }: PreparedMail): number {
  return hash52(parsed.messageId ?? sha256);
}

export type MessageFields = Pick<
  MessageRow,
  "id" | "threadId" | "direction" | "state" | "envelopeFrom" | "deliveredTo" | "mailBcc"
> & { at: Instant };

/** Inserts a message with its body and attachments, and counts its bytes. */
export function storeMessage(turn: Turn, mail: PreparedMail, { at, ...fields }: MessageFields): void {
  const { parsed } = mail;
  const { accountId } = turn;
  turn.insert(messages, {
    accountId,
    ...fields,
    identityId: turn.ref.id,
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
    hasAttachments: parsed.attachments.length > 0,
    isSpam: mail.isSpam,
    automated: parsed.automated,
    invitation: null,
    calendarEventId: null,
    dateHeader: parsed.date,
    size: mail.size,
    rawSha256: mail.sha256,
    createdAt: at,
  });
  turn.insert(bodies, {
    accountId,
    messageId: fields.id,
    raw: mail.raw,
    rawBlob: mail.blob,
    content: mail.content,
  });
  storeAttachments(turn, parsed, { messageId: fields.id, at });
  keepBytes(turn, mail);
}

function storeAttachments(
  turn: Turn,
  parsed: ParsedMail,
  { messageId, at }: { messageId: string; at: Instant },
): void {
  for (const [ordinal, attachment] of parsed.attachments.entries()) {
    const { filename, contentType, size, contentId, inline, part } = attachment;
    turn.insert(attachments, {
      accountId: turn.accountId,
      id: turn.newId(),
      messageId,
      ordinal,
      filename,
      contentType,
      size,
      contentId,
      inline,
      part,
      blob: null,
      createdAt: at,
    });
  }
}

/** Counts the bytes that the identity keeps, and the reference to a blob. */
function keepBytes(turn: Turn, { size, blob }: PreparedMail): void {
  const identity = turn.identity();
  const { accountId, id } = identity;
  turn.update(identities, { accountId, id, storageBytes: identity.storageBytes + size }, identity);
  if (blob === null) return;
  turn.bulk({
    text: `insert into blobs (account_id, key, refs) values ($1::uuid, $2::text, 1)
           on conflict (account_id, key) do update set refs = blobs.refs + 1`,
    params: [accountId, blob],
  });
}
