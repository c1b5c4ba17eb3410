// Reports about mail that we sent: bounces, delays and complaints. One that proves by its token which message it is about
// changes that message's recipients, may suppress them, and is attached to the message; one that only names a Message-ID
// is told, and filed like any other mail. DECISIONS Drafts and sending.
import type { Instant } from "../../../src/lib/clock.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { Report, ReportedRecipient } from "../../../src/mail/report/classify.ts";
import { type ReadOptions, readReturnedMail } from "../../../src/reading/mails.ts";
import { attachedBlobs } from "../../../src/store/mail/attachments.ts";
import { setHasAttachments } from "../../../src/store/mail/messages.ts";
import type { OutboundRow, SentMessage } from "../../../src/store/queues/outbound.ts";
import { attachments, outbound } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { bounce, latestOf, recipientData } from "../sending/outcomes.ts";
import { reportAfter } from "./report-state.ts";
import { keepBlob, type PreparedMail } from "./store-message.ts";

/** The kinds of report that say something about a message of ours. */
const telling: ReadonlySet<Report["kind"]> = new Set(["bounce", "complaint", "delay"]);

/**
 * What a mail reports, or null for an ordinary one.
 * @throws Failure unavailable when a large one cannot be read in time
 * @param given.always the mail came to where bounces return: read it however it looks
 */
export async function readReport(
  { raw, mail, always }: { raw: Uint8Array; mail: PreparedMail; always: boolean },
  options: ReadOptions,
): Promise<Report | null> {
  if (!always && mail.envelopeFrom !== "" && !mail.parsed.automated) return null;
  const report = await readReturnedMail(raw, mail.envelopeFrom, options);
  return telling.has(report.kind) ? report : null;
}

/** More reports than this are told, but not attached to one message. */
const maxAttached = 50;

export interface ProvenReport {
  report: Report;
  mail: PreparedMail;
  messageId: string;
  /** Where the blob store has the report's bytes. */
  blob: string;
}

/** Of a report with a valid token: a repeat changes nothing. */
export async function recordReport(
  turn: Turn,
  { report, mail, messageId, blob }: ProvenReport,
  sent: SentMessage | null,
): Promise<void> {
  if (!sent) return;
  const { accountId } = turn;
  const known = await attachedBlobs(turn, accountId, messageId);
  if (known.includes(blob)) return;
  const now = turn.instant();
  if (known.length < maxAttached) {
    turn.insert(attachments, {
      accountId,
      id: turn.newId(),
      messageId,
      ordinal: known.length,
      filename: `${report.kind}-report.eml`,
      contentType: "message/rfc822",
      size: mail.size,
      contentId: null,
      inline: false,
      part: null,
      blob,
      createdAt: now,
    });
    keepBlob(turn, blob);
    turn.bulk(setHasAttachments(accountId, messageId));
  }
  for (const reported of report.recipients) {
    const row = recipientOf(latestOf(turn, sent), reported.address);
    if (report.kind === "bounce" && reported.action === "failed" && row) {
      bounce(turn, { sent, row, response: wordsOf(reported), hard: reported.hard, now });
    } else {
      if (report.kind === "delay" && row) waits(turn, row, { reported, now });
      tell(turn, { report, reported, message: { id: messageId, threadId: sent.threadId }, row });
    }
  }
}

/** Whoever has it has it still: its sender is told of that, where he wants to be. */
function waits(
  turn: Turn,
  row: OutboundRow,
  { reported, now }: { reported: ReportedRecipient; now: Instant },
): void {
  const report = reportAfter(row, "delayed");
  if (report === row.report || row.status === "bounced") return;
  const { accountId, id } = row;
  turn.update(outbound, { accountId, id, response: wordsOf(reported), updatedAt: now, report }, row);
  turn.poke("reports");
}

/** Of a report that names our Message-ID and proves nothing: events only. */
export function emitReport(turn: Turn, report: Report, message: { id: string; threadId: string }): void {
  for (const reported of report.recipients) tell(turn, { report, reported, message, row: null });
}

function tell(
  turn: Turn,
  {
    report,
    reported,
    message,
    row,
  }: {
    report: Report;
    reported: ReportedRecipient;
    message: { id: string; threadId: string };
    row: OutboundRow | null;
  },
): void {
  const type = typeOf(report, reported);
  if (!type) return;
  const identityId = turn.ref.id;
  const recipient = row?.recipient ?? reported.address ?? "";
  const data = recipientData(message, { messageId: message.id, identityId, recipient }, wordsOf(reported));
  turn.emit({
    type,
    identityId,
    data: type === "message.bounced" ? { ...data, hard: reported.hard } : data,
  });
}

function typeOf({ kind }: Report, { action }: ReportedRecipient): string | null {
  if (kind === "complaint") return "message.complained";
  if (action === "failed") return "message.bounced";
  return action === "delayed" ? "message.deferred" : null;
}

function wordsOf({ status, diagnostic }: ReportedRecipient): string {
  return diagnostic === "" ? (status ?? "") : diagnostic;
}

/** Which recipient a report means: forwarding may have changed the address, and some reports name none. */
function recipientOf(rows: readonly OutboundRow[], address: string | null): OutboundRow | null {
  const wanted = address === null ? null : canonicalAddress(address);
  const exact = rows.find((row) => wanted !== null && canonicalAddress(row.recipient) === wanted);
  if (exact) return exact;
  return rows.length === 1 ? rows[0]! : null;
}
