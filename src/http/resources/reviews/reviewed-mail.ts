// A review as it is shown: to the API and on the reviewer's page.
import { mayReview, type Reviewer } from "../../../../actors/account/reviews/protection.ts";
import { coveredBy } from "../../../../actors/identity/reviews/covered.ts";
import { textToHtml } from "../../../mail/html/text-to-html.ts";
import { quotedBodies, readAllParts, readSafety } from "../../../reading/mails.ts";
import type { AuditEntry, MailUnderReview, Review, ReviewDetail } from "../../../schema/reviews.ts";
import { getDraft, type StoredDraft } from "../../../store/drafts.ts";
import {
  type FullMessage,
  getHeld,
  getMessage,
  type MessageRow,
  readRaw,
} from "../../../store/message/messages.ts";
import type { AuditRow, ReviewRow } from "../../../store/reviews/reviews.ts";
import type { Scope } from "../../../store/scope.ts";
import type { OriginalMail, SendEnvelope, StoredProtection } from "../../../store/tables/index.ts";
import type { HttpDeps } from "../../context.ts";
import { type RampDeps, rampOf } from "./ramp.ts";

/** Characters that are made HTML here, and not in a reading process. */
const smallText = 32_768;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

export function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    identity_id: row.identityId,
    thread_id: row.threadId,
    message_id: row.messageId,
    direction: row.direction,
    status: row.status,
    reasons: row.reasons.map((reason) => {
      const [code, address] = reason.split(" ", 2);
      return { code: code!, ...(address === undefined ? {} : { address }) };
    }),
    raw_sha256: hex(row.rawSha256),
    requested_by: row.requestedBy,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    comment: row.comment,
    covers: coveredBy(row),
    approved_until: row.planned?.refuses === undefined ? row.inForceAt : null,
    expires_at: row.expiresAt,
    created_at: row.createdAt,
  };
}

export function toAuditEntry(row: AuditRow): typeof AuditEntry.static {
  return {
    id: row.id,
    action: row.action,
    actor: row.actor,
    message_id: row.messageId,
    review_id: row.reviewId,
    raw_sha256: row.rawSha256 === null ? null : hex(row.rawSha256),
    detail: row.detail,
    created_at: row.createdAt,
  };
}

/**
 * The review with its mail. A received mail that waits is shown to those who may decide it.
 * @throws Failure unavailable when unpacking the mail takes too long
 */
export async function reviewDetail(
  deps: RampDeps & Pick<HttpDeps, "blobs">,
  row: ReviewRow,
  { reviewer, protection }: { reviewer: Reviewer; protection: StoredProtection | null },
): Promise<ReviewDetail> {
  const scope = { accountId: row.accountId, identityIds: [row.identityId] };
  const waitsForUs = row.direction === "inbound" && row.status === "pending";
  const [mail, ramp] = await Promise.all([
    waitsForUs && !mayReview(reviewer, protection) ? null : mailOf(deps, scope, row),
    rampOf(deps, row),
  ]);
  // A review that gave its mail back keeps what it gave back for the page of the next version.
  const original = row.status === "returned" ? null : row.original && toOriginal(row.original);
  const diff = original && mail ? diffOf(original, mail) : [];
  return { ...toReview(row), mail, original, diff, ...(ramp && { ramp }) };
}

/** Fields that a reviewer changed before the mail left; its parts are not read. @throws Failure unavailable */
export async function editsOf(
  deps: Pick<HttpDeps, "database">,
  row: ReviewRow,
): Promise<ReviewDetail["diff"]> {
  if (!row.original || row.status === "returned") return [];
  const scope = { accountId: row.accountId, identityIds: [row.identityId] };
  const bodies = await bodiesOf(deps, scope, row);
  return bodies ? diffOf(toOriginal(row.original), bodies) : [];
}

type Original = NonNullable<ReviewDetail["original"]>;

/** The mail with everything in it: what a person decides about is what they are shown. */
async function mailOf(
  deps: Pick<HttpDeps, "database" | "blobs">,
  scope: Scope,
  row: ReviewRow,
): Promise<MailUnderReview | null> {
  const bodies = await bodiesOf(deps, scope, row);
  return bodies && withParts(deps, bodies, { scope, id: row.messageId, isOwn: row.direction === "outbound" });
}

/** A draft with everything in it, as it is stored. */
export function mailOfDraft(
  deps: Pick<HttpDeps, "database" | "blobs">,
  { row, text, html, attachments }: StoredDraft,
): Promise<MailUnderReview | null> {
  const { accountId, identityId, id, mailTo, mailCc, mailBcc } = row;
  const recipients = [...mailTo, ...mailCc, ...mailBcc].map(({ email }) => email);
  const bodies = { ...fieldsOf(row, attachments), text, html, recipients };
  const scope = { accountId, identityIds: identityId === null ? [] : [identityId] };
  return withParts(deps, bodies, { scope, id, isOwn: true });
}

type Bodies = Omit<MailUnderReview, "headers" | "parts" | "hidden" | "cut">;

async function withParts(
  { database, blobs }: Pick<HttpDeps, "database" | "blobs">,
  bodies: Bodies,
  { scope, id, isOwn }: { scope: Scope; id: string; isOwn: boolean },
): Promise<MailUnderReview | null> {
  const raw = await readRaw(database, blobs, { scope, id });
  if (!raw) return null;
  const source = { source: scope.accountId };
  const [whole, safety] = await Promise.all([readAllParts(raw, source), readSafety(raw, { isOwn }, source)]);
  return {
    ...bodies,
    headers: whole.headers,
    parts: whole.parts.map(({ contentType, contentId, ...part }) => ({
      ...part,
      content_type: contentType,
      content_id: contentId,
    })),
    hidden: [
      ...safety.hidden.map(({ technique, text, where }) => ({ technique, text, where })),
      ...safety.invisible.map(({ kind, count, text }) => ({
        technique: `letters that no program shows (${kind})`,
        text: text || `${count}`,
        where: "names, subject or text",
      })),
    ],
    cut: whole.cut,
  };
}

async function bodiesOf(
  { database }: Pick<HttpDeps, "database">,
  scope: Scope,
  row: ReviewRow,
): Promise<Bodies | null> {
  const { messageId, status, direction } = row;
  const recipients = direction === "outbound" ? (row.envelope as SendEnvelope).recipients : [];
  const draft =
    direction === "outbound" && status !== "approved" && (await getDraft(database, scope, messageId));
  if (draft) {
    return { ...fieldsOf(draft.row, draft.attachments), ...draft.read, recipients };
  }
  const find = direction === "inbound" && status === "pending" ? getHeld : getMessage;
  const message: FullMessage | null = await find(database, scope, messageId);
  if (!message) return null;
  const { text, html } = await quotedBodies(message.packed, { source: scope.accountId });
  // The HTML of a mail without any is made from its text.
  const ownHtml = text.length < smallText && html === textToHtml(text) ? null : html;
  return { ...fieldsOf(message.row, message.attachments), text, html: ownHtml, recipients };
}

function fieldsOf(row: MessageRow, attachments: readonly { filename: string }[]) {
  return {
    from: { email: row.fromEmail, name: row.fromName },
    to: row.mailTo,
    cc: row.mailCc,
    bcc: row.mailBcc,
    subject: row.subject,
    attachments: attachments.map(({ filename }) => filename),
    raw_sha256: hex(row.rawSha256),
    size: row.size,
  };
}

function toOriginal({ rawSha256, ...fields }: OriginalMail): Original {
  return { ...fields, raw_sha256: rawSha256 };
}

function diffOf(original: Original, mail: Bodies): ReviewDetail["diff"] {
  const names = ["to", "cc", "bcc", "subject", "text", "html", "attachments"] as const;
  return names.flatMap((field) => {
    const [before, after] = [original[field], mail[field]];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
}
