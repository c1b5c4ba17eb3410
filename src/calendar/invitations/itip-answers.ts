// Mail of attendees about events that this address organises, RFC 5546 3.2.3, 3.2.6 and 3.2.7. A REPLY
// changes its sender's own ATTENDEE. COUNTER and REFRESH change nothing until a call accepts them.

import { type ParsedInvitation, recurrenceIdAt, timesOfInvitation } from "./invitation.ts";
import type { Decision } from "./itip-decision.ts";
import {
  type IncomingMail,
  isOwn,
  type KnownCalendar,
  type KnownEvent,
  refusalOfAnswer,
  same,
  stampOf,
} from "./itip-trust.ts";

/** The changed date of a series that an object is about; null when that date is not stored on its own. */
export function knownDate(part: ParsedInvitation, known: KnownCalendar): KnownEvent | null {
  if (!part.recurrence_id) return null;
  const zone = known.event?.timezone ?? part.invitation.timezone ?? "UTC";
  return known.instances.get(recurrenceIdAt(part.recurrence_id, zone)) ?? null;
}

export function decideReply(part: ParsedInvitation, mail: IncomingMail, known: KnownCalendar): Decision {
  const { invitation } = part;
  const scope = { uid: invitation.uid, recurrence_id: part.recurrence_id };
  const ignore = (reason: string): Decision => ({ ...scope, action: "ignore", reason });
  const current = knownDate(part, known) ?? known.event;
  if (!current) return { ...scope, action: "keep", reason: "The event is not known." };
  if (part.recurrence_id?.this_and_future)
    return { ...scope, action: "keep", reason: "The answer is for many dates of a series at once." };
  if (!isOwn(current, mail)) return ignore("Another address organises the event.");
  if (mail.from === null) return ignore("The mail has no single From.");
  const answer = part.attendees.find(({ email }) => same(email, mail.from));
  const line = current.attendees.find(({ email }) => same(email, mail.from));
  if (!answer) return ignore("The reply is not for its own sender.");
  if (!line) return ignore("The sender is not invited.");
  if (answer.status === "needs-action") return ignore("The reply has no answer.");
  const stamp = stampOf(part, mail);
  if (line.responded_at !== null) {
    // DTSTAMP has a resolution of one second: within it, the answer that arrives later counts.
    const [now, before] = [stamp.slice(0, 19), line.responded_at.slice(0, 19)];
    if (now < before || (now === before && answer.status === line.status))
      return ignore("A newer answer is already known.");
  }
  const older = invitation.sequence < current.sequence;
  // An answer to an older version is valid while the event's time is unchanged.
  if (older && invitation.starts_at !== current.start_at)
    return ignore("The reply answers an older version.");
  const no = refusalOfAnswer(mail.from, mail);
  if (no) return ignore(no);
  const reply = { email: line.email, status: answer.status, responded_at: stamp, comment: part.comment };
  return { ...scope, action: "reply", reply, reason: "An attendee answered." };
}

/** Decides COUNTER and REFRESH for an own event. One from somebody who is not invited cannot be accepted. */
function decideRequestOfAttendee(
  part: ParsedInvitation,
  mail: IncomingMail,
  known: KnownCalendar,
): { current: KnownEvent; email: string | null; reason: string } | Decision {
  const scope = { uid: part.invitation.uid, recurrence_id: part.recurrence_id };
  const current = knownDate(part, known) ?? known.event;
  if (!current) return { ...scope, action: "keep", reason: "The event is not known." };
  if (!isOwn(current, mail))
    return { ...scope, action: "keep", reason: "Another address organises the event." };
  if (mail.spam && !mail.by_call) return { ...scope, action: "ignore", reason: "The mail is spam." };
  const line = current.attendees.find(({ email }) => same(email, mail.from));
  return { current, email: line?.email ?? null, reason: line ? "" : "The sender is not invited." };
}

export function decideCounter(part: ParsedInvitation, mail: IncomingMail, known: KnownCalendar): Decision {
  const asked = decideRequestOfAttendee(part, mail, known);
  if ("action" in asked) return asked;
  const { invitation, has_sequence, recurrence_id } = part;
  const counter = { uid: invitation.uid, recurrence_id, action: "counter" as const };
  const cannot = (reason: string): Decision => ({ ...counter, proposal: null, reason });
  if (asked.email === null) return cannot(asked.reason);
  if (asked.current.status === "cancelled") return cannot("The event is cancelled.");
  if (recurrence_id?.this_and_future)
    return cannot("The proposal is for many dates of a series at once: change them with PATCH ?mode=future.");
  const times = timesOfInvitation(part, mail.default_zone);
  if (!times) return cannot("The proposal has no start.");
  const sequence = has_sequence ? invitation.sequence : null;
  if (sequence !== null && sequence < asked.current.sequence)
    return cannot("The proposal is about an older version of the event.");
  const { summary: title, location } = invitation;
  const proposal = { email: asked.email, sequence, times, title, location };
  return { ...counter, proposal, reason: "An attendee proposes a change." };
}

export function decideRefresh(part: ParsedInvitation, mail: IncomingMail, known: KnownCalendar): Decision {
  const asked = decideRequestOfAttendee(part, mail, known);
  if ("action" in asked) return asked;
  const { uid } = part.invitation;
  const reason = asked.reason || "An attendee asks for the event as it is now.";
  return { uid, recurrence_id: part.recurrence_id, action: "refresh", email: asked.email, reason };
}
