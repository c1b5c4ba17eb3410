// Preparing a draft before its turn: its fields are composed into the mail that IMAP shows in Drafts and that is sent in the
// end. Uploaded files are blobs beside it, so that their bytes stay exactly as uploaded.
import { nowInstant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import type { ComposeInput, Mailbox } from "../../../src/mail/compose/compose.ts";
import { compose } from "../../../src/reading/mails.ts";
import { maxFiles } from "../../../src/schema/message/file-content.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import { pack } from "../../../src/store/blobs/blobs.ts";
import type { StoredDraft } from "../../../src/store/drafts.ts";
import { readAttachment } from "../../../src/store/message/attachments.ts";
import { getMessageRow, type MessageRow } from "../../../src/store/message/messages.ts";
import type { Scope } from "../../../src/store/scope.ts";
import type { FormMark, StoredListUnsubscribe } from "../../../src/store/tables/index.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { prepareMail } from "../message/prepare-mail.ts";
import type { PreparedMail, StoredFile } from "../message/store-message.ts";
import { bracketed, chainOf, headerIdOf } from "../sending/named-ids.ts";
import {
  bare,
  composed,
  maxBytes,
  type OutgoingDeps,
  parentOf,
  prepareOutgoing,
  replySubject,
  type SendRequest,
  type Upload,
} from "../sending/prepare.ts";
import { answerTo } from "../sending/replying.ts";
import { answeringSender, senderOf, writtenSender } from "../sending/sender.ts";

/** New values of a draft; undefined leaves a value as it is. */
export interface DraftChange {
  /** The address, or a subaddress of it; null: the address. */
  from?: string | null;
  to?: readonly Mailbox[];
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  subject?: string | null;
  text?: string | null;
  html?: string | null;
  listUnsubscribe?: StoredListUnsubscribe | null;
  automatic?: boolean;
  /** Attachments of this draft, or of other messages that the key reaches, which are copied. */
  attachmentIds?: readonly string[];
  /** Files to add. */
  uploads?: readonly Upload[];
  /** Content-IDs that the text shows: the first file of this name is there, and one that is there no more is a file like others. */
  shown?: ReadonlySet<string>;
}

/** A draft that is ready to be stored. */
export interface PreparedDraft {
  id: string;
  parent: Pick<MessageRow, "id" | "threadId"> | null;
  mail: PreparedMail;
  files: StoredFile[];
  text: string | null;
  html: string | null;
  listUnsubscribe: StoredListUnsubscribe | null;
  automatic: boolean;
  /** Columns as the writer gave them, not as parsed from the mail. */
  more: Pick<MessageRow, "mailTo" | "mailCc" | "mailBcc" | "subject" | "inReplyToMessageId">;
  /** The form of a page that it is made from. */
  form?: FormMark;
}

type DraftFile = StoredFile & { bytes: Uint8Array };

/**
 * Prepares a new draft. An answer has the recipients and the subject of a reply, where `change` does not name them.
 * @throws Failure not_found, validation_error, payload_too_large, forbidden
 */
export async function prepareNewDraft(
  deps: OutgoingDeps,
  scope: Scope,
  {
    id = newId(),
    identity,
    inReplyTo,
    change,
  }: { id?: string; identity: IdentityRow; inReplyTo: string | null; change: DraftChange },
): Promise<PreparedDraft> {
  const parent = inReplyTo === null ? null : await parentOf(deps, scope, { id: inReplyTo, identity });
  const references = parent ? chainOf(parent) : [];
  const empty = {
    id,
    references,
    inReplyTo: parent?.headerId ?? null,
    parentId: parent?.id ?? null,
  };
  const filled = parent ? { ...(await answerFields(deps, { parent, identity })), ...change } : change;
  return prepare(deps, scope, { identity, before: { ...empty, parent }, draft: null, change: filled });
}

/** Defaults for the fields of an answer that its writer left out. */
async function answerFields(
  deps: OutgoingDeps,
  { parent, identity }: { parent: MessageRow; identity: IdentityRow },
): Promise<DraftChange> {
  const { to } = answerTo(parent, `${identity.localPart}@${identity.domain}`);
  const from = await answeringSender(deps, identity, parent);
  return { from, to: to.map(bare), subject: replySubject(parent.subject) };
}

/**
 * Prepares a changed draft.
 * @throws Failure not_found, validation_error, payload_too_large, forbidden
 */
export async function prepareDraftChange(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, draft, change }: { identity: IdentityRow; draft: StoredDraft; change: DraftChange },
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
  given: { identity: IdentityRow; before: Before; draft: StoredDraft | null; change: DraftChange },
): Promise<PreparedDraft> {
  const { identity, before, draft, change } = given;
  const from = change.from ?? null;
  const written =
    from === null
      ? change.from === null
        ? undefined
        : draft?.row.fromEmail
      : await ownFrom(deps, scope, { identity, from });
  const email = await writtenSender(deps, identity, written);
  const to = change.to ?? draft?.row.mailTo ?? [];
  const cc = change.cc ?? draft?.row.mailCc ?? [];
  const bcc = change.bcc ?? draft?.row.mailBcc ?? [];
  const subject = change.subject === undefined ? (draft?.row.subject ?? null) : change.subject;
  const text = change.text === undefined ? (draft?.text ?? null) : change.text;
  const html = change.html === undefined ? (draft?.html ?? null) : change.html;
  const listUnsubscribe =
    change.listUnsubscribe === undefined ? (draft?.listUnsubscribe ?? null) : change.listUnsubscribe;
  const automatic = change.automatic ?? draft?.automatic ?? false;
  const files = await filesOf(deps, scope, { draft, change });
  const options = { source: identity.accountId };
  const input: ComposeInput = {
    from: { email, name: identity.displayName },
    to,
    cc,
    subject,
    text,
    html,
    attachments: files.map(composed),
    inReplyTo: headerIdOf(before.inReplyTo),
    references: before.references,
    headers: {},
    messageId: `<${before.id}@${deps.mailHostname}>`,
    date: nowInstant(deps.clock),
    autoSubmitted: false,
  };
  const raw = await compose(input, options);
  const envelope = {
    from: email,
    isSpam: false,
    isOwn: true,
    written: { text, html, ...(listUnsubscribe && { listUnsubscribe }), ...(automatic && { automatic }) },
  };
  const mail = await prepareMail(deps, withBcc(raw, bcc), envelope, options);
  return {
    id: before.id,
    parent: before.parent,
    mail,
    files: files.map(({ bytes: _, ...file }) => file),
    text,
    html,
    listUnsubscribe,
    automatic,
    more: {
      mailTo: [...to],
      mailCc: [...cc],
      mailBcc: [...bcc],
      subject,
      inReplyToMessageId: before.parentId,
    },
  };
}

/** Adds a Bcc field: a stored draft has one, the sent mail has none. RFC 5322 3.6.3 */
function withBcc(raw: Uint8Array, bcc: readonly Mailbox[]): Uint8Array {
  return bcc.length === 0
    ? raw
    : Buffer.concat([Buffer.from(`Bcc: ${bcc.map(({ email }) => email).join(",\r\n ")}\r\n`), raw]);
}

/** The sender as it was written. @throws Failure not_found, validation_error: it is another address */
async function ownFrom(
  deps: OutgoingDeps,
  scope: Scope,
  { identity, from }: { identity: IdentityRow; from: string },
): Promise<string> {
  const sender = await senderOf(deps, scope, from);
  if (sender.identity.id !== identity.id) {
    throw invalid(
      `from must be ${identity.localPart}@${identity.domain}, the address of this draft. Make a draft of the other address instead.`,
    );
  }
  return sender.email;
}

/** The draft's files with their bytes; new ones are written to the blob store. */
async function filesOf(
  deps: OutgoingDeps,
  scope: Scope,
  { draft, change }: { draft: StoredDraft | null; change: DraftChange },
): Promise<DraftFile[]> {
  const own = new Set(draft?.attachments.map(({ id }) => id));
  const ids = [...new Set(change.attachmentIds ?? own)];
  const uploads = change.uploads ?? [];
  if (ids.length + uploads.length > maxFiles) {
    throw new Failure("payload_too_large", `A message has at most ${maxFiles} files. Remove one first.`);
  }
  const files: DraftFile[] = [];
  let total = 0;
  const add = async (file: Omit<DraftFile, "part" | "blob">, blob: string | null) => {
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
  for (const upload of uploads) await add({ ...upload, size: upload.bytes.length }, null);
  return change.shown ? placed(files, change.shown) : files;
}

function placed(files: readonly DraftFile[], shown: ReadonlySet<string>): DraftFile[] {
  const left = new Set(shown);
  for (const { contentId, filename } of files)
    if (contentId !== filename && contentId) left.delete(contentId);
  return files.map((file) => {
    const { filename, contentId, inline } = file;
    if (contentId !== null && contentId !== filename) return file;
    const isShown = left.delete(filename);
    return {
      ...file,
      contentId: isShown ? filename : null,
      inline: isShown || (contentId === null && inline),
    };
  });
}

async function keep({ blobs }: OutgoingDeps, bytes: Uint8Array): Promise<string> {
  const { key, zstd } = await pack(bytes);
  await blobs.put(key, zstd);
  return key;
}

/**
 * Composes a stored draft to be sent.
 * @param letter what its writer gave beyond a draft's fields
 * @throws Failure as prepareOutgoing
 */
export async function prepareDraftSend(
  deps: OutgoingDeps,
  scope: Scope,
  given: {
    identity: IdentityRow;
    draft: StoredDraft;
    letter?: Pick<SendRequest, "replyTo" | "headers" | "listUnsubscribe" | "automatic">;
  },
): Promise<Outgoing> {
  const { identity, draft, letter = { replyTo: [], headers: {} } } = given;
  const { row, text, html, attachments } = draft;
  const isSeen = given.letter !== undefined || row.scheduledBy?.kind === "person";
  const from = await writtenSender(deps, identity, row.fromEmail);
  const parentId = row.inReplyToMessageId;
  const parent = parentId === null ? null : await getMessageRow(deps.database, scope, parentId);
  const { outgoing } = await prepareOutgoing(deps, scope, {
    from,
    to: row.mailTo,
    cc: row.mailCc,
    bcc: row.mailBcc,
    subject: row.subject,
    text,
    html,
    inReplyTo: parent?.id ?? null,
    replyTo: letter.replyTo,
    headers: letter.headers,
    listUnsubscribe: letter.listUnsubscribe ?? draft.listUnsubscribe,
    automatic: letter.automatic ?? draft.automatic,
    attachmentIds: attachments.map(({ id }) => id),
    uploads: [],
    draft: {
      id: row.id,
      threadId: row.threadId,
      references: row.referenceIds,
      // A person has seen the name that is in the draft; what the address is called now, they have not.
      ...(isSeen && row.fromEmail === from && { fromName: row.fromName }),
    },
  });
  return outgoing;
}
