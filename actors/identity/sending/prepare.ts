// Preparing a message before its turn: the sender, the answered message, the recipients and the composed mail.

import { type Clock, nowInstant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { parseAddress } from "../../../src/mail/address.ts";
import {
  type ComposeAttachment,
  type ComposeInput,
  checkHeaders,
  type Mailbox,
} from "../../../src/mail/compose/compose.ts";
import { oneLine } from "../../../src/mail/mime/charset.ts";
import { bounceAddress } from "../../../src/outbound/envelope.ts";
import { domainOf, type RelaySettings, routeKey, routeOf } from "../../../src/outbound/targets.ts";
import { compose } from "../../../src/reading/mails.ts";
import type { Destination, Routing } from "../../../src/routing/resolve.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { Senders } from "../../../src/store/addresses/senders.ts";
import type { BlobStore } from "../../../src/store/blobs/blobs.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { getThread } from "../../../src/store/mailbox/threads.ts";
import { readAttachment } from "../../../src/store/message/attachments.ts";
import { getMessageRow, type MessageRow } from "../../../src/store/message/messages.ts";
import type { Scope } from "../../../src/store/scope.ts";
import { localLane } from "../../../src/store/sending/outbound.ts";
import type { StoredListUnsubscribe } from "../../../src/store/tables/index.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import { prepareMail } from "../message/prepare-mail.ts";
import { answersSoFar } from "./answer-count.ts";
import { listUnsubscribeOf } from "./list-unsubscribe.ts";
import { namedIds } from "./named-ids.ts";
import { senderOf } from "./sender.ts";

export interface OutgoingDeps {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  routing: Routing;
  senders: Senders;
  /** Used in HELO, the greeting and Message-ID. */
  mailHostname: string;
  /** Signs envelope senders, to which bounces return, and links to unsubscribe. */
  bounceSecret: Uint8Array;
  /** Links in mails begin with this. */
  baseUrl: () => string;
  config: RelaySettings;
}

/** A file as its writer gives it. */
export interface Upload {
  id: string;
  filename: string;
  contentType: string;
  bytes: Uint8Array;
  /** Without angle brackets; the HTML refers to it as `cid:…`. */
  contentId: string | null;
  /** Shown in the text, not listed below it. */
  inline: boolean;
}

/** A message as its writer gives it. */
export interface SendRequest {
  from: string;
  /** The name that the mail shows; the address's own without it. */
  fromName?: string;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
  subject: string | null;
  text: string | null;
  html: string | null;
  inReplyTo: string | null;
  replyTo: readonly Mailbox[];
  headers: Record<string, string>;
  /** The unsubscribe option of the mail. */
  listUnsubscribe?: StoredListUnsubscribe | null;
  /** A program answers by itself, as out-of-office notes do: the mail says so, and no program is answered. RFC 3834 */
  automatic?: boolean;
  attachmentIds: readonly string[];
  /** Files that come after those of `attachmentIds`. */
  uploads: readonly Upload[];
  /** An iTIP object. RFC 6047 */
  calendar?: { method: string; text: string; filename: string };
  /** A mail of the service itself to a human. */
  service?: boolean;
  /**
   * The stored draft that is sent: it keeps its id, and its References when the answered message is gone.
   * `fromName`: the name in From, where it is not the one that the address has now.
   */
  draft?: { id: string; threadId: string; references: readonly string[]; fromName?: string | null };
}

/** A mail of the service itself. */
export interface ServiceMail {
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  headers?: Record<string, string>;
  files?: readonly Pick<Upload, "filename" | "contentType" | "bytes">[];
}

/** Says in its header that nobody wrote it. RFC 3834 5 */
export function serviceLetter({ from, to, subject, text, headers, files = [] }: ServiceMail): SendRequest {
  return {
    from,
    to: to.map((email) => bare(email)),
    cc: [],
    bcc: [],
    subject,
    text,
    html: null,
    inReplyTo: null,
    replyTo: [],
    headers: { "Auto-Submitted": "auto-generated", ...headers },
    attachmentIds: [],
    uploads: files.map((file) => ({ id: newId(), contentId: null, inline: false, ...file })),
    service: true,
  };
}

export const maxRecipients = 50;
export const maxBytes = 25 * 1024 * 1024;

/**
 * Composes a letter of an identity that the scope reaches.
 * @param given.senderIsChecked the turn finds out when another process has changed the sender: `sending`
 * @throws Failure not_found (from, in_reply_to, attachments), validation_error, payload_too_large, forbidden
 */
export async function prepareOutgoing(
  deps: OutgoingDeps,
  scope: Scope,
  letter: SendRequest,
  given: { senderIsChecked?: boolean } = {},
): Promise<{ identity: IdentityRow; outgoing: Outgoing; raw: Uint8Array }> {
  const asked = recipientsOf(deps, letter);
  // An error of the sender is reported before one of the attachments.
  asked.catch(() => undefined);
  const { identity, email } = await senderOf(deps, scope, letter.from, given.senderIsChecked);
  const parent =
    letter.inReplyTo === null ? null : await parentOf(deps, scope, { id: letter.inReplyTo, identity });
  const { recipients, lanes, rejected } = await asked;
  checkReplyTo(letter.replyTo);
  const messageId = letter.draft?.id ?? newId();
  const named = await namedIds(deps.database, identity, { parent, draft: letter.draft });
  const automatic = letter.automatic === true;
  if (automatic && Object.keys(letter.headers).some((name) => name.toLowerCase() === "auto-submitted"))
    throw invalid("headers and automatic both say Auto-Submitted. Leave it out of headers.");
  const answers = await answersSoFar(deps, { identity, parent });
  const options = { source: identity.accountId };
  const list = listUnsubscribeOf(deps, { identity, letter, recipients });
  const letterMail: ComposeInput = {
    from: {
      email,
      name:
        letter.draft?.fromName === undefined
          ? (letter.fromName ?? identity.displayName)
          : letter.draft.fromName,
    },
    to: letter.to,
    cc: letter.cc,
    replyTo: letter.replyTo,
    subject: letter.subject ?? (parent ? replySubject(parent.subject) : null),
    text: letter.text,
    html: letter.html,
    attachments: await attachmentsOf(deps, scope, letter),
    calendar: letter.calendar,
    ...named,
    headers: checkHeaders(letter.headers),
    messageId: `<${messageId}@${deps.mailHostname}>`,
    date: nowInstant(deps.clock),
    autoSubmitted: automatic,
    answerCount: answers,
    ...(list && { listUnsubscribe: list.field }),
  };
  const raw = await compose(letterMail, options);
  // Base64 with its line ends.
  if (raw.length > maxBytes * 1.4) throw tooLarge();
  const mail = await prepareMail(deps, raw, { from: email, isSpam: false, isOwn: true }, options);
  const outgoing: Outgoing = {
    messageId,
    threadId: letter.draft?.threadId ?? parent?.threadId ?? null,
    mail,
    bcc: [...letter.bcc],
    recipients,
    lanes,
    rejected,
    submitted: null,
    authors: [email],
    envelopeFrom: bounceAddress(messageId, domainOf(email), deps.bounceSecret),
    answersProgram: isOfProgram(parent),
    answers,
    automatic,
    ...(!letter.calendar && { written: writtenOf(letter) }),
    letter: letter.calendar
      ? null
      : {
          headers: letter.headers,
          replyTo: [...letter.replyTo],
          inReplyTo: letter.inReplyTo,
          listUnsubscribe: letter.listUnsubscribe,
          ...(automatic && { automatic }),
        },
    service: letter.service,
    isList: list !== null,
    unsubscribe: list?.link,
  };
  return { identity, outgoing, raw };
}

function writtenOf({ text, html, listUnsubscribe, automatic }: SendRequest): Outgoing["written"] {
  return { text, html, ...(listUnsubscribe && { listUnsubscribe }), ...(automatic && { automatic }) };
}

function checkReplyTo(mailboxes: readonly Mailbox[]): void {
  for (const { email } of mailboxes) {
    if (!parseAddress(email))
      throw invalid(`reply_to: "${email}" is not an email address. Send one such as ada@example.com.`);
  }
}

/** Whether a mail was received from a program: from an automatic sender, or the null one. RFC 3834 2 */
export function isOfProgram(
  mail: Pick<MessageRow, "direction" | "automated" | "envelopeFrom"> | null,
): boolean {
  return mail !== null && mail.direction === "inbound" && (mail.automated || mail.envelopeFrom === "");
}

export async function parentOf(
  { database }: OutgoingDeps,
  scope: Scope,
  { id, identity }: { id: string; identity: IdentityRow },
): Promise<MessageRow> {
  const parent = await getMessageRow(database, scope, id);
  if (!parent) {
    if ((await getThread(database, scope, id)) === null) throw notFound();
    throw notFound(
      `${id} is the id of a thread, and a message is answered: GET /api/v1/messages?thread_id=${id}&order=desc lists its messages.`,
    );
  }
  if (parent.identityId !== identity.id) {
    throw invalid("in_reply_to is a message of another address. Answer it from the address that has it.");
  }
  return parent;
}

/**
 * Return the way of the mail to each recipient of a letter, or the reason of its refusal. @throws Failure
 * validation_error: none, or too many
 */
export async function recipientsOf(
  deps: OutgoingDeps,
  letter: Pick<SendRequest, "from" | "to" | "cc" | "bcc">,
): Promise<{ recipients: string[]; lanes: Map<string, string>; rejected: Rejected[] }> {
  const all = [
    ...new Map(
      [...letter.to, ...letter.cc, ...letter.bcc].map(({ email }) => [email.toLowerCase(), email]),
    ).values(),
  ];
  if (all.length === 0) throw invalid('Name at least one recipient in "to".');
  if (all.length > maxRecipients)
    throw invalid(`${all.length} recipients are too many. Send to at most ${maxRecipients} at once.`);
  const checked = await Promise.all(
    all.map(async (address) => ({ address, ...(await wayOf(deps, letter.from, address)) })),
  );
  const going = checked.flatMap(({ address, lane }) =>
    lane === undefined ? [] : [[address, lane] as const],
  );
  return {
    recipients: going.map(([address]) => address),
    lanes: new Map(going),
    rejected: checked.flatMap(({ address, reason }) => (reason === undefined ? [] : [{ address, reason }])),
  };
}

/** The queue lane of a recipient's mail, or why the recipient is refused. */
async function wayOf(
  deps: OutgoingDeps,
  from: string,
  recipient: string,
): Promise<{ lane: string; reason?: undefined } | { reason: Rejected["reason"]; lane?: undefined }> {
  if (!parseAddress(recipient)) return { reason: "invalid_address" };
  const { kind } = await deps.routing.resolve(recipient);
  if (kind === "unknown" || kind === "suspended") return { reason: "unknown_local_recipient" };
  return { lane: laneOf(deps, { from, recipient, kind }) };
}

/** The queue lane: mail in one lane takes the same route. */
export function laneOf(
  { config }: Pick<OutgoingDeps, "config">,
  { kind, ...mail }: { from: string; recipient: string; kind: Destination["kind"] },
): string {
  return kind === "foreign" ? routeKey(routeOf(config, mail)) : localLane;
}

async function attachmentsOf(
  deps: OutgoingDeps,
  scope: Scope,
  { text, html, attachmentIds, uploads }: SendRequest,
): Promise<ComposeAttachment[]> {
  const found: ComposeAttachment[] = [];
  let total = 0;
  const add = (bytes: number) => {
    total += bytes;
    if (total > maxBytes) throw tooLarge();
  };
  add(Buffer.byteLength(text ?? "") + Buffer.byteLength(html ?? ""));
  for (const { bytes } of uploads) add(bytes.length);
  for (const id of attachmentIds) {
    const attachment = await readAttachment(deps, scope, id);
    if (!attachment) throw notFound();
    add(attachment.bytes.length);
    found.push(composed({ ...attachment.row, bytes: attachment.bytes }));
  }
  return [...found, ...uploads.map(composed)];
}

/** A file as it is composed. */
export function composed(file: Omit<Upload, "id">): ComposeAttachment {
  const { filename, contentType, bytes, contentId, inline } = file;
  return { filename, contentType, content: bytes, ...(contentId === null ? {} : { contentId }), inline };
}

export function bare(email: string): Mailbox {
  return { email, name: null };
}

/** The subject of an answer, on one line. */
export function replySubject(subject: string | null): string {
  if (subject === null) return "Re:";
  return /^re:/i.test(subject) ? oneLine(subject) : `Re: ${oneLine(subject)}`;
}

function tooLarge(): Failure {
  return new Failure(
    "payload_too_large",
    "Texts and attachments are larger than 25 MB together. Send less, or several messages.",
  );
}
