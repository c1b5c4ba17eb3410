// Reports by mail to those who handed a mail over by SMTP: it could not be delivered, waits, or has arrived. Composed from what is stored, so that
// every try makes the same bytes and a repeat after a crash is recognised as such. Whoever sends by REST has the events.
// RFC 3464, RFC 5321 4.5.5 (null sender; never for a mail that had it itself: those ask for no report).
import { addMs, type Clock } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { composeDsn } from "../../src/mail/report/classify.ts";
import { giveUpMs } from "../../src/outbound/backoff.ts";
import { serverTimeouts } from "../../src/reading/mails.ts";
import { type ScreeningDeps, screenOwn } from "../../src/screening/screen.ts";
import { getIdentity } from "../../src/store/accounts/identities.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import { readRaw } from "../../src/store/mail/messages.ts";
import {
  dropReports,
  dueReports,
  type OutboundRow,
  type SentMessage,
} from "../../src/store/queues/outbound.ts";
import { outbound, type ToldAction } from "../../src/store/tables/index.ts";
import { prepareMail, receiveMail, type Screen } from "../identity/receiving/prepare-mail.ts";
import { reportTold } from "../identity/receiving/report-state.ts";
import { latestOf, sentPreload } from "../identity/sending/outcomes.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export interface ReportDeps {
  database: Database;
  actors: Actors;
  blobs: BlobStore;
  screening: Pick<ScreeningDeps, "mailHostname">;
  clock: Clock;
  log: Log;
}

const batch = 20;

/** One round. */
export async function reportRound(deps: ReportDeps): Promise<Round> {
  const rows = await dueReports(deps.database, batch);
  // What one attempt did to several recipients is one report.
  const groups = Map.groupBy(
    rows,
    ({ messageId, updatedAt, report }) => `${messageId} ${updatedAt} ${report}`,
  );
  let failed = 0;
  for (const group of groups.values()) {
    try {
      await tell(deps, group);
    } catch (error) {
      failed++;
      deps.log.warn("a delivery report could not be written", { error: messageOf(error) });
    }
  }
  return { done: groups.size - failed, more: groups.size >= batch && failed === 0 };
}

async function tell(deps: ReportDeps, rows: readonly OutboundRow[]): Promise<void> {
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
      });
    }
    await actor.runWith(sentPreload, { messageId }, (turn, sent) => {
      if (sent) note(turn, rows, sent);
    });
  } catch (error) {
    // Its sender was deleted, or takes no mail now, and a report is never kept for later: others wait behind it.
    const isLost =
      error instanceof Failure && (error.code === "not_found" || error.code === "identity_suspended");
    if (!isLost) throw error;
    await dropReports(deps.database, rows);
  }
}

/** They were told; what has happened to them meanwhile is still to be. */
function note(turn: Turn, told: readonly OutboundRow[], sent: SentMessage): void {
  for (const row of latestOf(turn, sent)) {
    const { accountId, id, report } = row;
    if (!told.some((each) => each.id === id && each.report === report)) continue;
    turn.update(outbound, { accountId, id, report: reportTold(actionOf(row)) }, row);
  }
}

function actionOf({ report }: OutboundRow): ToldAction {
  return report as ToldAction;
}

/** null: the mail or its sender is gone. */
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
      // One that somebody else has is tried for as long as he likes.
      willRetryUntil:
        action === "delayed" && row.nextAttemptAt !== null ? addMs(row.createdAt, giveUpMs) : null,
    })),
    original,
    // RFC 3461 4.3: of what was not lost only the header comes back.
    returnFull: dsn?.ret === "FULL" && action === "failed",
  });
  return { raw, to };
}

/** In the class that the action asks for. What was put off until its time was over has failed by that. RFC 3463 2, 3.5 */
function statusOf(action: ToldAction, response: string | null): string {
  const [, status = ""] = /(?:^|\s)([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(response ?? "") ?? [];
  if (action === "failed")
    return status.startsWith("4") ? "5.4.7" : status.startsWith("5") ? status : "5.0.0";
  if (action === "delayed") return status.startsWith("4") ? status : "4.0.0";
  return status.startsWith("2") ? status : "2.0.0";
}
