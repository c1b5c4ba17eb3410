// Applies a received calendar object to the calendar, inside the receive turn. Rows are read only for mail with such an
// object; calendar/invitations/itip.ts decides. RFC 5546
import { type ParsedCalendar, primaryInvitation } from "../../../src/calendar/invitations/invitation.ts";
import { decideIncoming } from "../../../src/calendar/invitations/itip.ts";
import type { Decision } from "../../../src/calendar/invitations/itip-decision.ts";
import type { IncomingMail } from "../../../src/calendar/invitations/itip-trust.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import {
  type AuthenticationResults,
  dmarcVerdict,
  isOpen,
  provenDomains,
  refutedDomains,
} from "../../../src/mail/trust/authentication.ts";
import {
  type CalendarEventRow,
  eventsOfUid,
  isFullOfSeries,
  zoneOfCalendar,
} from "../../../src/store/calendar/calendar-events.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { calendarInbox } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { PreparedMail } from "../message/store-message.ts";
import { KnownRows } from "./received-calendar.ts";

export interface ReceivedCalendar {
  calendar: ParsedCalendar;
  mail: PreparedMail;
  messageId: string;
  /** From an address of this service. */
  internal: boolean;
  at: Instant;
}

/** The facts of a mail that decide whether its calendar object is trusted. */
export interface Author {
  /** The address of From; null when there is none or more than one. */
  from: string | null;
  sender: string | null;
  authentication: AuthenticationResults | null;
  internal: boolean;
  spam: boolean;
  at: Instant;
  /** A call applies the object. */
  byCall: boolean;
}

/** The identity whose calendar receives the object. */
export interface CalendarRecipient {
  accountId: string;
  identityId: string;
  address: string;
}

export async function incomingOf(db: Executor, author: Author, to: CalendarRecipient): Promise<IncomingMail> {
  const { authentication, internal } = author;
  return {
    from: author.from,
    sender: author.sender,
    dmarc: dmarcVerdict(authentication),
    authenticated_domains: provenDomains(authentication),
    refuted_domains: refutedDomains(authentication),
    is_open: isOpen(authentication),
    exact_domain: authentication?.dmarc?.readings !== undefined,
    // SPF is checked for all mail but that of TRUSTED_NETWORKS.
    trusted: authentication === null || authentication.spf === null,
    internal,
    spam: author.spam,
    received_at: author.at,
    own_address: to.address,
    default_zone: await zoneOfCalendar(db, to.accountId, to.identityId),
    by_call: author.byCall,
  };
}

/** The rows of the events that a calendar object names by UID. */
export function rowsAbout(
  db: Executor,
  calendar: ParsedCalendar,
  to: CalendarRecipient,
): Promise<CalendarEventRow[]> {
  const uids = [...new Set(calendar.invitations.map(({ invitation }) => invitation.uid))];
  const keys = uids.map((uid) => ({ uid, hash: hash52(uid) }));
  return eventsOfUid(db, to, keys);
}

/** @returns the id of the event that the mail created, changed or asks about; null when there is none */
export async function receiveInvitation(turn: Turn, received: ReceivedCalendar): Promise<string | null> {
  const { calendar, mail, at } = received;
  const author: Author = {
    from: mail.parsed.from.email || null,
    sender: mail.parsed.sender?.email ?? null,
    authentication: mail.authentication,
    internal: received.internal,
    spam: mail.isSpam,
    at,
    byCall: false,
  };
  const { messageId } = received;
  const { eventId } = await applyCalendar(turn, { calendar, author, messageId });
  if (eventId !== null) {
    const { accountId, identityId } = turn.owner;
    const method = calendar.method ?? "REQUEST";
    turn.insert(calendarInbox, { accountId, identityId, id: turn.newId(), messageId, method, createdAt: at });
  }
  return eventId;
}

/**
 * Decides on a calendar object and applies it.
 * @returns the event that the message reports, after the change, and `refused`: why nothing was changed
 */
export async function applyCalendar(
  turn: Turn,
  { calendar, author, messageId }: { calendar: ParsedCalendar; author: Author; messageId: string },
): Promise<{ eventId: string | null; event: CalendarEventRow | null; refused: string | null }> {
  const identity = turn.identity();
  const { accountId, id: identityId } = identity;
  const to = { accountId, identityId, address: `${identity.localPart}@${identity.domain}` };
  const known = new KnownRows(turn, messageId, await rowsAbout(turn, calendar, to));
  const incoming = await incomingOf(turn, author, to);
  const decisions = decideIncoming(calendar, incoming, (uid) => known.lookUp(uid));
  const addsSeries = decisions.some(
    (decision) => "content" in decision && decision.content.recurrence !== null,
  );
  const isFull = addsSeries && (await isFullOfSeries(turn, accountId, identityId));
  // A series that does not fit is reported by the message alone.
  const fits = (decision: Decision) =>
    !isFull || decision.action !== "create" || !decision.content.recurrence;
  const changed = decisions
    .filter(fits)
    .map((decision) => ({ uid: decision.uid, id: known.apply(decision) }));
  known.finish();
  // The message reports one invitation: its event takes precedence over others of the same mail.
  const reported = primaryInvitation(calendar)?.invitation.uid;
  const eventId = changed.find(({ uid, id }) => id !== null && uid === reported)?.id ?? null;
  const event = eventId === null ? null : known.row(eventId);
  if (eventId !== null) return { eventId, event, refused: null };
  if (!decisions.every(fits))
    return { eventId, event, refused: "The calendar has no room for a further series." };
  const decision = decisions.find(({ uid }) => uid === reported) ?? decisions[0];
  return { eventId, event, refused: decision?.reason ?? "The message has no calendar object." };
}
