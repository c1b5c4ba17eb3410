// Notes on calendar objects how far the mails about them have come: when they are queued, when an attempt or a report settles
// them, and when the recipient answers. RFC 6638 3.2.9
import { type ScheduleStatuses, scheduleCodes } from "../../../src/calendar/objects/schedule-status.ts";
import type { BounceReason } from "../../../src/mail/report/bounce-phrases.ts";
import { addScheduleStatuses, setScheduleStatus } from "../../../src/store/calendar/schedule-status.ts";
import type { SendEnvelope } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { Rejected } from "../message/outgoing.ts";
import { newTouch } from "./objects.ts";

const codesOfBounces: Partial<Record<BounceReason, string>> = {
  "unknown-user": scheduleCodes.unknown,
  moved: scheduleCodes.unknown,
  "unknown-host": scheduleCodes.unreachable,
  "no-mail-accepted": scheduleCodes.unreachable,
  filtered: scheduleCodes.refused,
  authentication: scheduleCodes.refused,
  blocked: scheduleCodes.refused,
  content: scheduleCodes.refused,
  policy: scheduleCodes.refused,
  relaying: scheduleCodes.refused,
  sender: scheduleCodes.refused,
};

/** Return the schedule status for a mail that came back. */
export function codeOfBounce(reason: BounceReason | null): string {
  return (reason && codesOfBounces[reason]) ?? scheduleCodes.failed;
}

const codesOfRefusals: Record<Rejected["reason"], string> = {
  invalid_address: scheduleCodes.unknown,
  unknown_local_recipient: scheduleCodes.unknown,
  suppressed: scheduleCodes.unreachable,
  send_policy: scheduleCodes.refused,
  block_list: scheduleCodes.refused,
  unsubscribed: scheduleCodes.refused,
};

/** Return the schedule status for a mail that was not sent. */
export function codeOfRefusal(rejected: readonly Rejected[]): string {
  const [first] = rejected;
  return first ? codesOfRefusals[first.reason] : scheduleCodes.failed;
}

/** Store the statuses of mails about objects, by UID. */
export function noteTold(turn: Turn, told: ReadonlyMap<string, ScheduleStatuses>): void {
  for (const [objectUid, statuses] of told)
    turn.bulk(addScheduleStatuses(turn.owner, { objectUid, statuses }, newTouch(turn, true)));
}

/** Store a mail's outcome for a recipient as schedule status; mail about no calendar object is left out. */
export function noteOutcome(
  turn: Turn,
  mail: { calendarUid: string | null; messageId: string; recipient: string },
  code: string,
): void {
  const { calendarUid: objectUid, messageId, recipient: email } = mail;
  if (objectUid === null) return;
  turn.bulk(setScheduleStatus(turn.owner, { objectUid, email, code, messageId }, newTouch(turn, true)));
}

/** A held mail does not leave. */
export function noteNotSent(turn: Turn, messageId: string, { calendarUid, recipients }: SendEnvelope): void {
  for (const recipient of recipients)
    noteOutcome(turn, { calendarUid: calendarUid ?? null, messageId, recipient }, scheduleCodes.refused);
}

/** An attendee has answered what was mailed. */
export function noteAnswer(turn: Turn, objectUid: string, email: string): void {
  const set = { objectUid, email, code: scheduleCodes.answered, messageId: null };
  turn.bulk(setScheduleStatus(turn.owner, set, newTouch(turn, true)));
}
