// Effects of a received calendar object on the events of an address: RFC 5546 with the trust and freshness
// rules of
// DECISIONS Calendar. Pure: the caller supplies the facts on the mail and on known events, and carries out
// the decisions. Trust is decided in itip-trust.ts, mail of attendees in itip-answers.ts.
// - An unknown UID creates an event.
// - A change or CANCEL must come From or by Sender from the known organizer, or from the known SENT-BY, with
// a newer SEQUENCE or DTSTAMP.
// - Rules that repeat more often than hourly are not stored: every reader of the calendar would pay for them.

import { type Instant, msOf } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import { attendeeOf } from "../icalendar/participants.ts";
import { isFinerThanHourly } from "../recurrence/rule.ts";
import type { EventStatus, EventTimes } from "../types.ts";
import {
  type ParsedCalendar,
  type ParsedInvitation,
  recurrenceIdAt,
  timesOfInvitation,
} from "./invitation.ts";
import { decideCounter, decideRefresh, decideReply, knownDate } from "./itip-answers.ts";
import type { Decision, IncomingContent } from "./itip-decision.ts";
import {
  type Assurance,
  assuranceOf,
  assurances,
  type Freshness,
  freshness,
  type IncomingMail,
  type KnownEvent,
  type KnownObject,
  refusal,
  refusalOfNew,
  same,
  staleReason,
  stampOf,
} from "./itip-trust.ts";

const eventStatuses: Record<string, EventStatus> = { TENTATIVE: "tentative", CANCELLED: "cancelled" };

/** @param known the event or changed date; for a date that is not changed yet, its series */
function isMoved(
  { recurrence_id: id, recurrence }: ParsedInvitation,
  times: EventTimes,
  known: KnownEvent,
): boolean {
  const length = (of: { start_at: Instant; end_at: Instant }) => msOf(of.end_at) - msOf(of.start_at);
  const start = id && known.recurrence_rule !== null ? recurrenceIdAt(id, known.timezone) : known.start_at;
  if (times.start_at !== start || length(times) !== length(known)) return true;
  return !id && (known.recurrence_rule ?? "") !== (recurrence?.rule ?? "");
}

function atLeastUnproven(assurance: Assurance): Assurance {
  return assurance === assurances.failed ? assurances.unproven : assurance;
}

function contentOf(
  part: ParsedInvitation,
  mail: IncomingMail,
  known: KnownEvent | null,
): IncomingContent | null {
  const { invitation } = part;
  const times = timesOfInvitation(part, mail.default_zone);
  if (!times) return null;
  const moved = known !== null && isMoved(part, times, known);
  // The organizer cannot answer for this address: its answer holds until the event's time changes.
  const response = known === null || moved ? "needs-action" : (known.response_status ?? "needs-action");
  const attendees = part.attendees.map((participant) => {
    const attendee = attendeeOf(participant);
    return same(attendee.email, mail.own_address) ? { ...attendee, status: response } : attendee;
  });
  return {
    ...times,
    uid: invitation.uid,
    sequence: invitation.sequence,
    dtstamp: stampOf(part, mail),
    status: eventStatuses[invitation.status ?? ""] ?? "confirmed",
    title: invitation.summary ?? "",
    description: invitation.description,
    location: invitation.location,
    recurrence: part.recurrence_id && !part.recurrence_id.this_and_future ? null : part.recurrence,
    attendees,
    organizer_email: invitation.organizer_email,
    organizer_name: invitation.organizer_name,
    organizer_sent_by: part.organizer_sent_by,
    response_status: response,
    // A call applies mail that proves nothing: the event counts as unproven.
    assurance: mail.from === null ? assurances.unproven : atLeastUnproven(assuranceOf(mail.from, mail)),
  };
}

function decideRequest(part: ParsedInvitation, mail: IncomingMail, known: KnownObject): Decision {
  const { uid, organizer_email: organizer } = part.invitation;
  const scope = { uid, recurrence_id: part.recurrence_id };
  if (isFinerThanHourly(part.recurrence?.rule ?? ""))
    return { ...scope, action: "keep", reason: "The event repeats more often than once an hour." };
  const instance = knownDate(part, known);
  const current = part.recurrence_id ? (instance ?? known.event) : known.event;
  if (!current) {
    // A date of the series may be known without the series.
    const sibling = [...known.instances.values()][0];
    const no = sibling ? refusal(sibling, part, mail) : refusalOfNew(organizer, mail);
    if (no) return { ...scope, action: "ignore", reason: no };
    const content = contentOf(part, mail, null);
    if (!content) return { ...scope, action: "keep", reason: "The object has no start." };
    if (sibling) content.assurance = sibling.assurance;
    return { ...scope, action: "create", content, reason: "The event is new." };
  }
  const no =
    refusal(current, part, mail) ?? staleReason(freshnessIn(part, mail, { known, instance }), current);
  if (no) return { ...scope, action: "ignore", reason: no };
  const content = contentOf(part, mail, current);
  if (!content) return { ...scope, action: "keep", reason: "The object has no start." };
  // The organizer and its proof were recorded when the event was created.
  const settled = {
    organizer_email: current.organizer_email,
    organizer_sent_by: current.organizer_sent_by,
    assurance: current.assurance,
  };
  return {
    ...scope,
    action: "update",
    content: { ...content, ...settled },
    reason: "The organizer changed the event.",
  };
}

/**
 * RFC 5546 2.1.5: a date of a series has its own SEQUENCE. The first change of a date may be newer than the series by
 * SEQUENCE or by DTSTAMP: programs differ in which of them they raise.
 */
function freshnessIn(
  part: ParsedInvitation,
  mail: IncomingMail,
  { known, instance }: { known: KnownObject; instance: KnownEvent | null },
): Freshness {
  if (!part.recurrence_id) return known.event ? freshness(part, known.event, mail) : "newer";
  if (instance) return freshness(part, instance, mail);
  const series = known.event;
  if (!series || series.dtstamp === null || stampOf(part, mail) >= series.dtstamp) return "newer";
  return part.invitation.sequence > series.sequence ? "newer" : "older";
}

function decideCancel(part: ParsedInvitation, mail: IncomingMail, known: KnownObject): Decision {
  const scope = { uid: part.invitation.uid, recurrence_id: part.recurrence_id };
  const instance = knownDate(part, known);
  // A CANCEL of the whole applies to a lone date too when the series is unknown.
  const current =
    instance ?? known.event ?? (part.recurrence_id ? null : ([...known.instances.values()][0] ?? null));
  if (!current) return { ...scope, action: "keep", reason: "The event is not known." };
  const no =
    refusal(current, part, mail) ??
    staleReason(
      known.event ? freshnessIn(part, mail, { known, instance }) : freshness(part, current, mail),
      current,
    );
  if (no) return { ...scope, action: "ignore", reason: no };
  const last = part.recurrence_id ? instance : current;
  return {
    ...scope,
    action: "cancel",
    sequence: Math.max(part.invitation.sequence, last?.sequence ?? 0),
    dtstamp: stampOf(part, mail),
    reason: "The organizer cancelled it.",
  };
}

function decide(part: ParsedInvitation, mail: IncomingMail, known: KnownObject): Decision {
  const { uid, method } = part.invitation;
  if (!uid)
    return { uid, recurrence_id: part.recurrence_id, action: "ignore", reason: "The object has no UID." };
  switch (method) {
    case "REQUEST":
      return decideRequest(part, mail, known);
    case "CANCEL":
      return decideCancel(part, mail, known);
    case "REPLY":
      return decideReply(part, mail, known);
    case "COUNTER":
      return decideCounter(part, mail, known);
    case "REFRESH":
      return decideRefresh(part, mail, known);
    default: {
      const reason = `${method ?? "No METHOD"}: the message shows it, and nothing changes.`;
      return { uid, recurrence_id: part.recurrence_id, action: "keep", reason };
    }
  }
}

/**
 * The decision on each VEVENT of a received object, the series before its changed dates. All are compared with what is
 * known before the mail, so dates that come with their series are as new as it is.
 * @param lookUp what is known under a UID; called once for each
 */
export function decideIncoming(
  parsed: ParsedCalendar,
  mail: IncomingMail,
  lookUp: (uid: string) => KnownObject | null,
): Decision[] {
  const known = new Map<string, KnownObject>();
  const parts = [...parsed.invitations].sort(
    (a, b) => Number(a.invitation.is_instance) - Number(b.invitation.is_instance),
  );
  const nothing: KnownObject = { event: null, instances: new Map() };
  return parts.map((part) => {
    const { uid } = part.invitation;
    if (!known.has(uid)) known.set(uid, lookUp(uid) ?? nothing);
    return decide(part, mail, must(known.get(uid), "each UID of the mail was looked up"));
  });
}
