// The queue of an address's mail on its way out: its one insert, which takes what the gate let go of and nothing else.
import type { Instant } from "../../../src/lib/clock.ts";
import type { DsnRequest } from "../../../src/mail/report/dsn-request.ts";
import { type Forward, outbound } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { SubmissionEnvelope } from "../message/outgoing.ts";
import type { Departure } from "./departure.ts";

/** The departure of a stored message. */
export interface Leaving {
  messageId: string;
  /** SHA-256 of its bytes. */
  sha256: Uint8Array;
  /** Envelope sender, where bounces return. */
  envelopeFrom: string;
  laneOf(recipient: string): string;
  at: Instant;
  /** The place of its first recipient among all of the message; 0 where this is left out. */
  firstOrdinal?: number;
  submitted?: SubmissionEnvelope | null;
  /** RFC 5321 4.5.5: nothing is to come of it but its end. */
  nullSender?: boolean;
  /** Codes and links to people do not wait for a ramp. */
  service?: boolean;
  calendarUid?: string;
  forward?: Forward;
}

/** Queues a stored message for the recipients that the gate let it leave for. */
export function queue(turn: Turn, departure: Departure, leaving: Leaving): void {
  const { messageId, sha256, envelopeFrom, at, submitted = null } = leaving;
  departure.take(turn, sha256);
  for (const [n, recipient] of departure.recipients.entries()) {
    const dsn = submitted?.dsn.get(recipient) ?? null;
    turn.insert(outbound, {
      accountId: turn.accountId,
      id: turn.newId(),
      identityId: turn.ref.id,
      messageId,
      ordinal: (leaving.firstOrdinal ?? 0) + n,
      recipient,
      envelopeFrom,
      status: "queued",
      attempts: 0,
      response: null,
      nextAttemptAt: turn.now(),
      heldBy: null,
      rampDay: leaving.service ? at.slice(0, 10) : null,
      lane: leaving.laneOf(recipient),
      report: reportOf(submitted, dsn),
      dsn,
      nullSender: leaving.nullSender ?? submitted?.nullSender ?? false,
      calendarUid: leaving.calendarUid ?? null,
      ...(leaving.forward && { forward: leaving.forward }),
      createdAt: at,
      updatedAt: at,
    });
  }
  turn.poke("outbound");
}

/** The first report state. RFC 3461 4.1: NOTIFY=NEVER; RFC 5321 4.5.5: the null sender gets no report. */
function reportOf(submitted: SubmissionEnvelope | null, dsn: DsnRequest | null): "wanted" | null {
  if (!submitted || submitted.nullSender) return null;
  return dsn?.notify?.includes("NEVER") ? null : "wanted";
}
