// One DMARC aggregate report: read, written and queued. RFC 9990 3
import type { Dns } from "../../src/lib/dns/dns.ts";
import { type DmarcObservation, writeDmarcReport } from "../../src/mail/report/dmarc-report.ts";
import { reportWish } from "../../src/screening/report-wish.ts";
import {
  type DueReport,
  endReport,
  isReportDue,
  observationsOf,
} from "../../src/store/domains/policy-observations.ts";
import type { Outgoing } from "../identity/message/outgoing.ts";
import { type OutgoingDeps, prepareOutgoing, serviceLetter } from "../identity/sending/prepare.ts";
import { send } from "../identity/sending/send.ts";
import { type SendLoaded, sendPreload } from "../identity/sending/send-loading.ts";
import { type Actors, preloaded } from "../runtime/registry.ts";

export interface ReportSender extends OutgoingDeps {
  actors: Actors;
  dns: Pick<Dns, "txt">;
  /** The address that sends reports. */
  from: string;
}

/** Sources and results of one report. */
const maxRows = 10_000;

/** @throws Failure as sending does; DnsTrouble; Error when the address that sends is not there */
export async function sendDmarcReport(deps: ReportSender, due: DueReport): Promise<"sent" | "unwanted"> {
  const wish = await reportWish(deps.dns, due.domain);
  if (!wish) return "unwanted";
  const rows = await observationsOf<DmarcObservation>(deps.database, due, maxRows);
  if (rows.length === 0) return "unwanted";
  const about = {
    organization: deps.mailHostname,
    email: deps.from,
    hostname: deps.mailHostname,
    day: due.day,
  };
  const report = writeDmarcReport(about, wish.policy, rows);
  const to = wish.destinations.filter(
    ({ maxBytes }) => maxBytes === null || mailedBytes(report.file) <= maxBytes,
  );
  if (to.length === 0) return "unwanted";
  await sendReport(deps, due, {
    to: to.map(({ email }) => email),
    subject: report.subject,
    text: `This is an aggregate report about mail that claimed to be from ${due.domain} on ${due.day} (UTC), as its DMARC record asks for.\n`,
    file: { filename: report.filename, contentType: "application/gzip", bytes: report.file },
  });
  return "sent";
}

/** In base64, with line ends and a header. */
function mailedBytes(file: Uint8Array): number {
  return Math.ceil(file.length * 1.37) + 2048;
}

export interface OutgoingReport {
  to: readonly string[];
  subject: string;
  text: string;
  file: { filename: string; contentType: string; bytes: Uint8Array };
  headers?: Record<string, string>;
}

/** Queues the mail of a report and ends the report in one transaction; nothing where it was sent before. */
export async function sendReport(deps: ReportSender, due: DueReport, mail: OutgoingReport): Promise<void> {
  const { accountId, identityId } = await reportSender(deps);
  const scope = { accountId, identityIds: [identityId] };
  const { identity, outgoing } = await prepareOutgoing(
    deps,
    scope,
    serviceLetter({ from: deps.from, ...mail, files: [mail.file] }),
  );
  await sendAndEnd(deps, due, { identity, outgoing });
}

/** @throws Error when the address that sends is not there */
export async function reportSender({
  routing,
  from,
}: Pick<ReportSender, "routing" | "from">): Promise<{ accountId: string; identityId: string }> {
  const owner = await routing.resolve(from);
  if (owner.kind !== "identity")
    throw new Error(`${from}, which is to send reports, is no address of this service`);
  return owner;
}

/** One transaction. */
export async function sendAndEnd(
  { actors }: Pick<ReportSender, "actors">,
  due: DueReport,
  { identity, outgoing }: { identity: { accountId: string; id: string }; outgoing: Outgoing },
): Promise<void> {
  const work = preloaded(sendPreload, outgoing, async (turn, loaded: SendLoaded) => {
    if (!(await isReportDue(turn, due))) return;
    await send(turn, outgoing, loaded);
    turn.bulk(endReport(due, "sent"));
  });
  await actors.identity(identity.accountId, identity.id).run(work);
}
