// Delivery status notifications (DSNs) to senders who submitted a mail by SMTP: it failed, is delayed, or was delivered. A
// DSN is composed from stored data alone, so that a second attempt after a crash makes the same bytes and is recognised as
// a repeat. Senders by REST get events instead. RFC 3464; RFC 5321 4.5.5 (null sender; a mail with the null sender gets none).
import { addMs, type Clock, type Instant } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { composeDsn } from "../../src/mail/report/classify.ts";
import { giveUpMs } from "../../src/outbound/backoff.ts";
import { serverTimeouts } from "../../src/reading/mails.ts";
import { type ScreeningDeps, screenOwn } from "../../src/screening/screen.ts";
import { getIdentity } from "../../src/store/addresses/identities.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import { readRaw } from "../../src/store/message/messages.ts";
import {
  dropReports,
  dueReports,
  type OutboundRow,
  type SentMessage,
} from "../../src/store/sending/outbound.ts";
import { outbound, type ReportAction } from "../../src/store/tables/index.ts";
import { prepareMail, type Screen } from "../identity/message/prepare-mail.ts";
import { receiveMail } from "../identity/receiving/accept-mail.ts";
import { latestOf, sentPreload } from "../identity/sending/outcomes.ts";
import { stateOnceReported } from "../identity/sending/report-state.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export interface ReportDeps {
  database: Database;
  actors: Actors;
  blobs: BlobStore;
  screening: Pick<ScreeningDeps, "mailHostname" | "clock">;
  clock: Clock;
  log: Log;
}

const batch = 20;

export class DeliveryReports {
  readonly #deps: ReportDeps;
  /** Later outcomes alone are looked at, so that those which failed hold up none behind them; null: a walk begins. */
  #after: Instant | null = null;

  constructor(deps: ReportDeps) {
    this.#deps = deps;
  }

  /** Sends the DSNs that are due, up to one batch. */
  async round(): Promise<Round> {
    const after = this.#after;
    const rows = await dueReports(this.#deps.database, { after, count: batch });
    const { groups, failed } = await sendReports(this.#deps, rows);
    const isFull = groups >= batch;
    if (!isFull) this.#after = null;
    else if (failed > 0) this.#after = rows.at(-1)?.updatedAt ?? null;
    const done = groups - failed;
    if (groups === 0 && after === null) return { done, more: false, next: null };
    return { done, more: isFull && done > 0 };
  }
}

async function sendReports(
  deps: ReportDeps,
  rows: readonly OutboundRow[],
): Promise<{ groups: number; failed: number }> {
  // Recipients with the same outcome of one attempt share a DSN.
  const groups = Map.groupBy(
    rows,
    ({ messageId, updatedAt, report }) => `${messageId} ${updatedAt} ${report}`,
  );
  let failed = 0;
  for (const group of groups.values()) {
    try {
      await sendReport(deps, group);
    } catch (error) {
      failed++;
      deps.log.warn("a delivery report could not be written", {
        message_id: group[0]!.messageId,
        error: messageOf(error),
      });
    }
  }
  return { groups: groups.size, failed };
}

async function sendReport(deps: ReportDeps, rows: readonly OutboundRow[]): Promise<void> {
  const { accountId, identityId, messageId } = rows[0]!;
  const actor = deps.actors.identity(accountId, identityId);
  try {
    const report = await compose(deps, rows);
    if (report) {
      const screen: Screen = (arrived) => screenOwn(deps.screening, arrived);
      const envelope = { from: "", isSpam: false, screen };
      const options = { source: accountId, timeouts: serverTimeouts };
      const mail = await prepareMail(deps, report.raw, envelope, options);
      await receiveMail(deps, mail, {
        kind: "identity",
        accountId,
        identityId,
        recipient: report.to,
        internal: true,
        ownAuthor: true,
      });
    }
    await actor.runWith(sentPreload, { messageId }, (turn, sent) => {
      if (sent) markReported(turn, rows, sent);
    });
  } catch (error) {
    // The sender was deleted or is suspended. The DSN is dropped, as keeping it would delay the ones behind it.
    const isLost =
      error instanceof Failure && (error.code === "not_found" || error.code === "identity_suspended");
    if (!isLost) throw error;
    await dropReports(deps.database, rows);
  }
}

/** Advances the report state of the reported recipients. One whose state changed meanwhile keeps it, and gets another DSN. */
function markReported(turn: Turn, reported: readonly OutboundRow[], sent: SentMessage): void {
  for (const row of latestOf(turn, sent)) {
    const { accountId, id, report } = row;
    if (!reported.some((each) => each.id === id && each.report === report)) continue;
    turn.update(outbound, { accountId, id, report: stateOnceReported(actionOf(row)) }, row);
  }
}

function actionOf({ report }: OutboundRow): ReportAction {
  return report as ReportAction;
}

/** The DSN and its recipient; null when the mail or its sender is gone. */
async function compose(
  { database, blobs, screening }: ReportDeps,
  rows: readonly OutboundRow[],
): Promise<{ raw: Uint8Array; to: string } | null> {
  const { accountId, identityId, messageId, id, createdAt, updatedAt, dsn } = rows[0]!;
  const scope = { accountId, identityIds: [identityId] };
  const original = await readRaw(database, blobs, { scope, id: messageId });
  const sender = await getIdentity(database, scope, identityId);
  if (!original || !sender) return null;
  const to = `${sender.localPart}@${sender.domain}`;
  const hostname = screening.mailHostname;
  const action = actionOf(rows[0]!);
  const raw = await composeDsn({
    from: `postmaster@${sender.domain}`,
    to,
    hostname,
    messageId: `<${id}.${action}@${hostname}>`,
    date: updatedAt,
    arrived: createdAt,
    envelopeId: dsn?.envid,
    recipients: rows.map((row) => ({
      address: row.recipient,
      original: row.dsn?.orcpt,
      action,
      status: statusOf(action, row.response),
      diagnostic: row.response,
      remoteMta: null,
      // Another server that queues the mail has a retry time of its own.
      willRetryUntil:
        action === "delayed" && row.nextAttemptAt !== null ? addMs(row.createdAt, giveUpMs) : null,
    })),
    original,
    // RFC 3461 4.3: RET=FULL applies to failures; other DSNs return the header only.
    returnFull: dsn?.ret === "FULL" && action === "failed",
  });
  return { raw, to };
}

/** An enhanced status code of the action's class. A failure after a 4.x.x response is 5.4.7, delivery time expired. RFC 3463 2, 3.5 */
function statusOf(action: ReportAction, response: string | null): string {
  const [, status = ""] = /(?:^|\s)([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(response ?? "") ?? [];
  if (action === "failed")
    return status.startsWith("4") ? "5.4.7" : status.startsWith("5") ? status : "5.0.0";
  if (action === "delayed") return status.startsWith("4") ? status : "4.0.0";
  return status.startsWith("2") ? status : "2.0.0";
}
