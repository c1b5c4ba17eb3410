// Why a recipient still waits to leave, in a sentence for who runs the service.
import { type Instant, msOf } from "../lib/clock.ts";
import { type PeerFault, peerTrouble } from "../lib/peer-trouble.ts";
import { secondsAfterStops } from "../store/sending/outbound.ts";

interface Waiting {
  state: "active" | "due" | "deferred" | "paced" | "held";
  attempts: number;
  response: string | null;
  nextAttemptAt: Instant | null;
  heldBy: string | null;
  claimedBy: string | null;
  createdAt: Instant;
  /** The destination, as attempts are counted. */
  lane: string;
}

/** Faults of the way out of this machine, whichever host is asked. */
const faultsOfWayOut: readonly PeerFault[] = ["silent", "no_dns", "no_route"];

/** The operator's part in an answer that this service gave itself; "" for a server's reply, which begins with its code. */
function remedyOf(response: string, lane: string): string {
  const isRelay = lane.startsWith("relay ");
  if (/^Login at the relay failed/.test(response))
    return " Look at user and password in SMTP_RELAY_URL; postroom doctor --only relay tries them.";
  if (/^\d{3}[ -]/.test(response)) return "";
  const fault = peerTrouble(new Error(response))?.fault;
  if (fault === undefined) return "";
  if (isRelay) return " postroom doctor --only relay says what to do.";
  return faultsOfWayOut.includes(fault)
    ? " If it is so for every domain: postroom doctor --only way_out,resolver."
    : "";
}

export function explainQueued(row: Waiting, now: Instant): string {
  const { state, attempts, response, nextAttemptAt, heldBy, claimedBy } = row;
  const said =
    response === null ? "" : ` The last answer: ${stopped(response)}${remedyOf(response, row.lane)}`;
  const age = ageOf(row.createdAt, now);
  const tries = attempts === 1 ? "one attempt" : `${attempts} attempts`;
  switch (state) {
    case "held":
      return `Held by the operator; it is ${age} old, after ${tries}. It goes when it is released.${said}`;
    case "active":
      return `Process ${claimedBy} tries it now, or next: attempt ${attempts}, ${age} after it was queued. Were that process killed, others would take this over 20 to 30 s later${waitText(attempts)}.${said}`;
    case "due":
      return attempts === 0
        ? `Due since ${nextAttemptAt}, not tried yet. If it stays so, no server runs its workers, or its destination has as many attempts at once as it gets.`
        : `Due since ${nextAttemptAt}, after ${tries}.${said}`;
    case "paced":
      return `Waits until ${nextAttemptAt} (${heldBy}), ${age} after it was queued.${said}`;
    case "deferred":
      return response === null
        ? `The process that tried it ended before there was an answer; it is tried again at ${nextAttemptAt}.`
        : `After ${tries} it is tried again at ${nextAttemptAt}.${said}`;
  }
}

/** More than one attempt that ended with its process makes the next one wait. */
function waitText(attempts: number): string {
  const seconds = secondsAfterStops(attempts);
  return seconds === 0 ? ", and try at once" : `, and try ${seconds} s after that`;
}

function stopped(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Time since then in the largest unit that gives at least 2. */
export function ageOf(then: Instant, now: Instant): string {
  const seconds = Math.max(0, Math.round((msOf(now) - msOf(then)) / 1000));
  const units: [string, number][] = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
  ];
  const unit = units.find(([, length]) => seconds >= 2 * length);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}
