// Reports by mail to those who handed a mail over by SMTP: it could not be delivered. Composed from what is stored, so that
// every try makes the same bytes and a repeat after a crash is recognised as such. Whoever sends by REST has the events.
// RFC 3464, RFC 5321 4.5.5 (null sender; never for a mail that had it itself: those ask for no report).
import type { Clock } from "../../src/lib/clock.ts";
import { Failure, messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { composeDsn } from "../../src/mail/dsn.ts";
import { type ScreeningDeps, screenOwn } from "../../src/screening/screen.ts";
import type { BlobStore } from "../../src/store/blobs.ts";
import type { Database } from "../../src/store/database.ts";
import { getIdentity } from "../../src/store/identities.ts";
import { readRaw } from "../../src/store/messages.ts";
import { dueReports, type OutboundRow } from "../../src/store/outbound.ts";
import { outbound } from "../../src/store/tables/index.ts";
import { prepareMail, receiveMail } from "../identity/intake.ts";
import type { Actors } from "../runtime/registry.ts";

export interface ReportDeps {
  database: Database;
  actors: Actors;
  blobs: BlobStore;
  screening: Pick<ScreeningDeps, "mailHostname">;
  clock: Clock;
  log: Log;
}

const batch = 20;

/** One round; true when more is due. */
export async function reportRound(deps: ReportDeps): Promise<boolean> {
  const rows = await dueReports(deps.database, batch);
  // Those that were lost in one attempt share a report.
  const groups = Map.groupBy(rows, ({ messageId, updatedAt }) => `${messageId} ${updatedAt}`);
  let failed = 0;
  for (const group of groups.values()) {
    try {
      await tell(deps, group);
    } catch (error) {
      failed++;
      deps.log.warn("a delivery report could not be written", { error: messageOf(error) });
    }
  }
  return groups.size >= batch && failed === 0;
}

async function tell(deps: ReportDeps, rows: readonly OutboundRow[]): Promise<void> {
  const { accountId, identityId } = rows[0]!;
  const actor = deps.actors.identity(accountId, identityId);
  try {
    const report = await compose(deps, rows);
    if (report) {
      const mail = await prepareMail(deps, report.raw, {
        from: "",
        isSpam: false,
        screen: (arrived) => screenOwn(deps.screening, arrived),
      });
      await receiveMail(deps, mail, {
        kind: "identity",
        accountId,
        identityId,
        recipient: report.to,
        internal: true,
      });
    }
    await actor.run(
      (turn) => {
        for (const { id } of rows) turn.update(outbound, { accountId, id, report: "told" });
      },
      { quiet: true },
    );
  } catch (error) {
    // Its sender was deleted.
    if (!(error instanceof Failure && error.code === "not_found")) throw error;
  }
}

/** null: the mail or its sender is gone. */
async function compose(
  { database, blobs, screening }: ReportDeps,
  rows: readonly OutboundRow[],
): Promise<{ raw: Uint8Array; to: string } | null> {
  const { accountId, identityId, messageId, id, createdAt, updatedAt } = rows[0]!;
  const scope = { accountId, identityIds: [identityId] };
  const original = await readRaw(database, blobs, { scope, id: messageId });
  const sender = await getIdentity(database, scope, identityId);
  if (!original || !sender) return null;
  const to = `${sender.localPart}@${sender.domain}`;
  const hostname = screening.mailHostname;
  const raw = await composeDsn({
    from: `postmaster@${sender.domain}`,
    to,
    hostname,
    messageId: `<${id}.report@${hostname}>`,
    date: updatedAt,
    arrived: createdAt,
    recipients: rows.map(({ recipient, response }) => ({
      address: recipient,
      action: "failed" as const,
      status: statusOf(response),
      diagnostic: response,
      remoteMta: null,
    })),
    original,
    returnFull: false,
  });
  return { raw, to };
}

/** What was put off until its time was over has failed by that. RFC 3463 3.5 */
function statusOf(response: string | null): string {
  const [, status = "5.0.0"] = /(?:^|\s)([45]\.\d{1,3}\.\d{1,3})(?=\s|$)/.exec(response ?? "") ?? [];
  return status.startsWith("4") ? "5.4.7" : status;
}
