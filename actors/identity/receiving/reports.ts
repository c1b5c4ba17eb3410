// Reports about mail that we sent: bounces, delays and complaints. One that proves by its token which message it is about
// changes that message's recipients, may suppress them, and is attached to the message; one that only names a Message-ID
// emits events, and is filed like any other mail. DECISIONS Drafts and sending.
import type { Instant } from "../../../src/lib/clock.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { ClassifiedReport, ReportedRecipient } from "../../../src/mail/report/classify.ts";
import { type ReadOptions, readReturnedMail } from "../../../src/reading/mails.ts";
import { attachedBlobs } from "../../../src/store/message/attachments.ts";
import { setHasAttachments } from "../../../src/store/message/messages.ts";
import type { OutboundRow, SentMessage } from "../../../src/store/sending/outbound.ts";
import { attachments, outbound } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { keepBlob, type PreparedMail } from "../message/store-message.ts";
import { bounce, latestOf, recipientData } from "../sending/outcomes.ts";
import { reportAfter } from "../sending/report-state.ts";

/** Kinds of report that are about a sent message. */
const aboutSent: ReadonlySet<ClassifiedReport["kind"]> = new Set(["bounce", "complaint", "delay"]);

/**
 * Reads a mail as a report; null for an ordinary mail.
 * @throws Failure unavailable when a large one cannot be read in time
 * @param given.always the mail came to a bounce address: read it whatever it looks like
 */
export async function readReport(
  { raw, mail, always }: { raw: Uint8Array; mail: PreparedMail; always: boolean },
  options: ReadOptions,
): Promise<ClassifiedReport | null> {
  if (!always && mail.envelopeFrom !== "" && !mail.parsed.automated) return null;
  const report = await readReturnedMail(raw, mail.envelopeFrom, options);
  return aboutSent.has(report.kind) ? report : null;
}

/** Reports attached to one message; further ones only emit events. */
const maxAttached = 50;

export interface ProvenReport {
  report: ClassifiedReport;
  mail: PreparedMail;
  messageId: string;
  /** The blob with the report's bytes. */
  blob: string;
}

/** Records a report whose token proves its message; a repeat changes nothing. */
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
      const { hard, reason } = reported;
      bounce(turn, { sent, row, response: diagnosticOf(reported), hard, reason, now });
    } else {
      if (report.kind === "delay" && row) recordDelay(turn, row, { reported, now });
      emitRecipient(turn, { report, reported, message: { id: messageId, threadId: sent.threadId }, row });
    }
  }
}

/** The next server still queues it: schedule a DELAY report if one was requested. */
function recordDelay(
  turn: Turn,
  row: OutboundRow,
  { reported, now }: { reported: ReportedRecipient; now: Instant },
): void {
  const report = reportAfter(row, "delayed");
  if (report === row.report || row.status === "bounced") return;
  const { accountId, id } = row;
  turn.update(outbound, { accountId, id, response: diagnosticOf(reported), updatedAt: now, report }, row);
  turn.poke("reports");
}

/** Emits the events of a report that names our Message-ID without proof, and writes nothing else. */
export function emitReport(
  turn: Turn,
  report: ClassifiedReport,
  message: { id: string; threadId: string },
): void {
  for (const reported of report.recipients) emitRecipient(turn, { report, reported, message, row: null });
}

function emitRecipient(
  turn: Turn,
  {
    report,
    reported,
    message,
    row,
  }: {
    report: ClassifiedReport;
    reported: ReportedRecipient;
    message: { id: string; threadId: string };
    row: OutboundRow | null;
  },
): void {
  const type = eventTypeOf(report, reported);
  if (!type) return;
  const identityId = turn.ref.id;
  const recipient = row?.recipient ?? reported.address ?? "";
  const data = recipientData(
    message,
    { messageId: message.id, identityId, recipient },
    diagnosticOf(reported),
  );
  turn.emit({
    type,
    identityId,
    data: type === "message.bounced" ? { ...data, hard: reported.hard } : data,
  });
}

function eventTypeOf({ kind }: ClassifiedReport, { action }: ReportedRecipient): string | null {
  if (kind === "complaint") return "message.complained";
  if (action === "failed") return "message.bounced";
  return action === "delayed" ? "message.deferred" : null;
}

function diagnosticOf({ status, diagnostic }: ReportedRecipient): string {
  return diagnostic === "" ? (status ?? "") : diagnostic;
}

/** The recipient that a report is about: the named one, or the only one, since forwarding may have changed the address. */
function recipientOf(rows: readonly OutboundRow[], address: string | null): OutboundRow | null {
  const wanted = address === null ? null : canonicalAddress(address);
  const exact = rows.find((row) => wanted !== null && canonicalAddress(row.recipient) === wanted);
  if (exact) return exact;
  return rows.length === 1 ? rows[0]! : null;
}
