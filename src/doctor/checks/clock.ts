// The machine's clock against one that is known: certificates, signatures and schedules depend on it.
import { peerMessage } from "../../lib/peer-trouble.ts";
import { vitalsOf } from "../../store/maintenance/vitals.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, problem, skipped, warning } from "../finding.ts";

const answerMs = 10_000;

/** By the Date field of a server that the operator named; it tells whole seconds. RFC 9110 6.6.1 */
export async function checkClock(context: DoctorContext): Promise<CheckResult[]> {
  const { options, config, limits } = context;
  const url = options.clockUrl ?? options.peer?.url ?? config.acme?.directoryUrl ?? null;
  if (url === null)
    return [
      skipped("nobody_asked", "No server is known whose clock could be compared.", {
        remedy: "Name one that you trust: postroom doctor --clock https://example.com",
      }),
    ];
  const host = new URL(url).host;
  let ahead: number;
  try {
    ahead = await secondsAhead(context, url);
  } catch (error) {
    return [
      warning("no_answer", `The clock of ${host} could not be asked: ${peerMessage(error)}.`, {
        subject: host,
        remedy: "Look whether this machine reaches other servers by HTTPS.",
      }),
    ];
  }
  return [judgeClock(ahead, { of: host, limits })];
}

/** Return the seconds by which this machine's clock is ahead of the server's. */
async function secondsAhead({ clock, options }: DoctorContext, url: string): Promise<number> {
  const before = clock.now();
  const response = await fetch(url, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(answerMs),
    ...(options.ca === null ? {} : { tls: { ca: options.ca } }),
  });
  const after = clock.now();
  const theirs = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(theirs)) throw new Error("the answer has no Date field");
  // The field was cut to a second: its moment is half a second later, and half the way ago.
  return ((before + after) / 2 - (theirs + 500)) / 1000;
}

/** A database on another machine has a clock of its own. */
export async function checkDatabaseClock(context: DoctorContext): Promise<CheckResult[]> {
  const { store, clock, limits } = context;
  if (store?.core.database.kind !== "postgres") return [];
  const before = clock.now();
  const { nowMs } = await vitalsOf(store.core.database);
  return [judgeClock(((before + clock.now()) / 2 - nowMs) / 1000, { of: "the database", limits })];
}

function judgeClock(
  ahead: number,
  { of, limits }: { of: string } & Pick<DoctorContext, "limits">,
): CheckResult {
  const off = Math.abs(ahead);
  const { warn, fail } = limits.clockSeconds;
  if (off < warn) return fine(`The clock agrees with that of ${of}.`);
  const seconds = `${off.toFixed(0)} seconds ${ahead > 0 ? "ahead of" : "behind"}`;
  return problem(off < fail ? "warn" : "fail", {
    code: "off",
    message: `This machine's clock is ${seconds} that of ${of}.`,
    subject: of,
    remedy: "Let it be set by NTP: timedatectl set-ntp true (systemd-timesyncd), or chrony.",
  });
}
