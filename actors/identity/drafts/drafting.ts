// Preparing a draft before its turn: its fields are composed into the mail that IMAP shows in Drafts and that is sent in the
// end. Uploaded files are blobs beside it, so that their bytes stay exactly as uploaded.
import { nowInstant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { type ComposeInput, referencesFor } from "../../../src/mail/compose/compose.ts";
import { compose } from "../../../src/reading/mails.ts";
import type { IdentityRow } from "../../../src/store/accounts/identities.ts";
import { pack } from "../../../src/store/blobs/blobs.ts";
import { readAttachment } from "../../../src/store/mail/attachments.ts";
import type { Draft } from "../../../src/store/mail/drafts.ts";
import { getMessageRow, type MessageRow } from "../../../src/store/mail/messages.ts";
import type { Scope } from "../../../src/store/scope.ts";
import { prepareMail } from "../receiving/prepare-mail.ts";
import type { PreparedMail, StoredFile } from "../receiving/store-message.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import {
  bare,
  bracketed,
  headerIdOf,
  maxBytes,
  type OutgoingDeps,
  parentOf,
  prepareOutgoing,
  senderOf,
} from "../sending/prepare.ts";

export const maxFiles = 20;

/** New values of a draft; undefined leaves a value as it is. */
export interface DraftChange {
  from?: string;
  to?: readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
  subject?: string | null;
  text?: string | null;
  html?: string | null;
  /** Attachments of this draft, or of other messages that the key reaches, which are copied. */
  attachmentIds?: readonly string[];
  /** A file to add. */
  upload?: Upload;
}

export interface Upload {
  id: string;
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

/** A draft that is ready to be stored. */
export interface PreparedDraft {
  id: string;
  parent: Pick<MessageRow, "id" | "threadId"> | null;
  mail: PreparedMail;
  files: StoredFile[];
  text: string | null;
  html: string | null;
  /** Columns as the writer gave them, not as parsed from the mail. */
  more: Pick<MessageRow, "mailTo" | "mailCc" | "mailBcc" | "subject" | "inReplyToMessageId">;
}

type File = StoredFile & { bytes: Uint8Array };

/**
 * Prepares a new draft.
 * @throws Failure not_found, validation_error, payload_too_large, forbidden
 */
export async function prepareNewDraft(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, inReplyTo, change }: { identity: IdentityRow; inReplyTo: string | null; change: DraftChange },
): Promise<PreparedDraft> {
  const parent = inReplyTo === null ? null : await parentOf(deps, scope, { id: inReplyTo, identity });
  const references = parent
    ? referencesFor({ messageId: bracketed(parent.headerId), references: parent.referenceIds.map(bracketed) })
    : [];
  const empty = {
    id: newId(),
    references,
    inReplyTo: parent?.headerId ?? null,
    parentId: parent?.id ?? null,
  };
  return prepare(deps, scope, { identity, before: { ...empty, parent }, draft: null, change });
}

/**
 * Prepares a changed draft.
 * @throws Failure not_found, validation_error, payload_too_large, forbidden
 */
export async function prepareDraftChange(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, draft, change }: { identity: IdentityRow; draft: Draft; change: DraftChange },
): Promise<PreparedDraft> {
  const { id, referenceIds, inReplyToMessageId } = draft.row;
  const before = {
    id,
    references: referenceIds.map(bracketed),
    inReplyTo: referenceIds.at(-1) ?? null,
    parentId: inReplyToMessageId,
    parent: null,
  };
  return prepare(deps, scope, { identity, before, draft, change });
}

interface Before {
  id: string;
  references: readonly string[];
  inReplyTo: string | null;
  parentId: string | null;
  parent: MessageRow | null;
}

async function prepare(
  deps: OutgoingDeps,
  scope: Scope,
  given: { identity: IdentityRow; before: Before; draft: Draft | null; change: DraftChange },
): Promise<PreparedDraft> {
  const { identity, before, draft, change } = given;
  if (change.from !== undefined) await checkFrom(deps, scope, { identity, from: change.from });
  const to = change.to ?? emailsOf(draft?.row.mailTo);
  const cc = change.cc ?? emailsOf(draft?.row.mailCc);
  const bcc = change.bcc ?? emailsOf(draft?.row.mailBcc);
  const subject = change.subject === undefined ? (draft?.row.subject ?? null) : change.subject;
  const text = change.text === undefined ? (draft?.text ?? null) : change.text;
  const html = change.html === undefined ? (draft?.html ?? null) : change.html;
  const files = await filesOf(deps, scope, { draft, change });
  const email = `${identity.localPart}@${identity.domain}`;
  const options = { source: identity.accountId };
  const input: ComposeInput = {
    from: { email, name: identity.displayName },
    to: to.map(bare),
    cc: cc.map(bare),
    subject,
    text,
    html,
    attachments: files.map(({ filename, contentType, bytes, contentId, inline }) => ({
      filename,
      contentType,
      content: bytes,
      ...(contentId === null ? {} : { contentId, inline }),
    })),
    inReplyTo: headerIdOf(before.inReplyTo),
    references: before.references,
    headers: {},
    messageId: `<${before.id}@${deps.mailHostname}>`,
    date: nowInstant(deps.clock),
    autoSubmitted: false,
  };
  const composed = await compose(input, options);
  const envelope = { from: email, isSpam: false, written: { text, html } };
  const mail = await prepareMail(deps, withBcc(composed, bcc), envelope, options);
  return {
    id: before.id,
    parent: before.parent,
    mail,
    files: files.map(({ bytes: _, ...file }) => file),
    text,
    html,
    more: {
      mailTo: to.map(bare),
      mailCc: cc.map(bare),
      mailBcc: bcc.map(bare),
      subject,
      inReplyToMessageId: before.parentId,
    },
  };
}

function emailsOf(mailboxes: MessageRow["mailTo"] | undefined): string[] {
  return (mailboxes ?? []).map(({ email }) => email);
}

/** Adds a Bcc field: a stored draft has one, the sent mail has none. RFC 5322 3.6.3 */
function withBcc(raw: Uint8Array, bcc: readonly string[]): Uint8Array {
  return bcc.length === 0 ? raw : Buffer.concat([Buffer.from(`Bcc: ${bcc.join(",\r\n ")}\r\n`), raw]);
}

async function checkFrom(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, from }: { identity: IdentityRow; from: string },
): Promise<void> {
  const sender = await senderOf(deps, scope, from);
  if (sender.id !== identity.id) {
    throw invalid(
      `from must be ${identity.localPart}@${identity.domain}, the address of this draft. Make a draft of the other address instead.`,
    );
  }
}

/** The draft's files with their bytes; new ones are written to the blob store. */
async function filesOf(
  deps: OutgoingDeps,
  scope: Scope,
  { draft, change }: { draft: Draft | null; change: DraftChange },
): Promise<File[]> {
  const own = new Set(draft?.attachments.map(({ id }) => id));
  const ids = [...new Set(change.attachmentIds ?? own)];
  if (ids.length + (change.upload ? 1 : 0) > maxFiles) {
    throw new Failure("payload_too_large", `A message has at most ${maxFiles} files. Remove one first.`);
  }
  const files: File[] = [];
  let total = 0;
  const add = async (file: Omit<File, "part" | "blob">, blob: string | null) => {
    total += file.bytes.length;
    if (total > maxBytes) {
      throw new Failure(
        "payload_too_large",
        "The files of a message are larger than 25 MB together. Send fewer or smaller ones.",
      );
    }
    files.push({ ...file, part: null, blob: blob ?? (await keep(deps, file.bytes)) });
  };
  for (const id of ids) {
    const found = await readAttachment(deps, scope, id);
    if (!found) throw notFound();
    const { filename, contentType, size, contentId, inline, blob } = found.row;
    const file = { filename, contentType, size, contentId, inline, bytes: found.bytes };
    await add({ ...file, id: own.has(id) ? id : newId() }, blob);
  }
  if (change.upload) {
    const size = change.upload.bytes.length;
    await add({ ...change.upload, size, contentId: null, inline: false }, null);
  }
  return files;
}

async function keep({ blobs }: OutgoingDeps, bytes: Uint8Array): Promise<string> {
  const { key, zstd } = await pack(bytes);
  await blobs.put(key, zstd);
  return key;
}

/**
 * Composes a stored draft to be sent.
 * @throws Failure as prepareOutgoing
 */
export async function prepareDraftSend(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, draft }: { identity: IdentityRow; draft: Draft },
): Promise<Outgoing> {
  const { row, text, html, attachments } = draft;
  const parentId = row.inReplyToMessageId;
  const parent = parentId === null ? null : await getMessageRow(deps.database, scope, parentId);
  const { outgoing } = await prepareOutgoing(deps, scope, {
    from: `${identity.localPart}@${identity.domain}`,
    to: emailsOf(row.mailTo),
    cc: emailsOf(row.mailCc),
    bcc: emailsOf(row.mailBcc),
    subject: row.subject,
    text,
    html,
    inReplyTo: parent?.id ?? null,
    replyTo: [],
    headers: {},
    attachmentIds: attachments.map(({ id }) => id),
    draft: { id: row.id, threadId: row.threadId, references: row.referenceIds },
  });
  return outgoing;
}
