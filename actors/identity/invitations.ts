// What a received calendar object does to the calendar, inside the receive turn. Rows are read only for mail that has
// such an object; the decisions are calendar/itip.ts's. RFC 5546
import { type ParsedCalendar, primaryInvitation } from "../../src/calendar/invitation.ts";
import { type Decision, decideIncoming } from "../../src/calendar/itip.ts";
import type { IncomingMail } from "../../src/calendar/itip-trust.ts";
import type { Instant } from "../../src/lib/clock.ts";
import { hash52 } from "../../src/lib/hash.ts";
import { dmarcVerdict, provenDomains } from "../../src/mail/authentication.ts";
import { eventsOfUid, isFullOfSeries, zoneOfCalendar } from "../../src/store/calendar-events.ts";
import type { Turn } from "../runtime/turn.ts";
import { KnownRows } from "./received-calendar.ts";
import type { PreparedMail } from "./storing.ts";

export interface ReceivedCalendar {
  calendar: ParsedCalendar;
  mail: PreparedMail;
  messageId: string;
  /** From an address of this service. */
  internal: boolean;
  at: Instant;
}

/** @returns the id of the event that the mail made or changed, or null */
export async function receiveInvitation(turn: Turn, received: ReceivedCalendar): Promise<string | null> {
  const { calendar, mail, at } = received;
  const identity = turn.identity();
  const { accountId, id: identityId } = identity;
  const uids = [...new Set(calendar.invitations.map(({ invitation }) => invitation.uid))];
  const keys = uids.map((uid) => ({ uid, hash: hash52(uid) }));
  const known = new KnownRows(
    turn,
    received.messageId,
    await eventsOfUid(turn, { accountId, identityId }, keys),
  );
  const incoming: IncomingMail = {
    from: mail.parsed.from.email || null,
    sender: mail.parsed.sender?.email ?? null,
    dmarc: dmarcVerdict(mail.authentication),
    authenticated_domains: provenDomains(mail.authentication),
    internal: received.internal,
    spam: mail.isSpam,
    received_at: at,
    own_address: `${identity.localPart}@${identity.domain}`,
    default_zone: await zoneOfCalendar(turn, accountId, identityId),
  };
  const decisions = decideIncoming(calendar, incoming, (uid) => known.lookUp(uid));
  const asksRoom = decisions.some(
    (decision) => "content" in decision && decision.content.recurrence !== null,
  );
  const isFull = asksRoom && (await isFullOfSeries(turn, accountId, identityId));
  // No room for a further series: the message shows it.
  const fits = (decision: Decision) =>
    !isFull || decision.action !== "create" || !decision.content.recurrence;
  const changed = decisions
    .filter(fits)
    .map((decision) => ({ uid: decision.uid, id: known.apply(decision) }));
  // The message shows one invitation: its event comes before those of others in the same mail.
  const shown = primaryInvitation(calendar)?.invitation.uid;
  return changed.find(({ uid, id }) => id !== null && uid === shown)?.id ?? null;
}
