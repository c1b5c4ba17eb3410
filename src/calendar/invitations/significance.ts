// Significance of changes of an event: which raise SEQUENCE (SPEC Calendar events: time, title, place,
// status, attendee list), and which mails they require.

import type { EventAttendee, EventContent } from "../types.ts";

/** The kinds of change that raise `sequence`. */
const significantKinds = ["time", "title", "location", "status", "attendees"] as const;
export type SignificantKind = (typeof significantKinds)[number];

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function sameTime(before: EventContent, after: EventContent): boolean {
  const [old, now] = [before.recurrence, after.recurrence];
  return (
    before.all_day === after.all_day &&
    before.start === after.start &&
    before.end === after.end &&
    before.timezone === after.timezone &&
    (old === null) === (now === null) &&
    (old?.rule ?? null) === (now?.rule ?? null) &&
    sameList([...(old?.exdates ?? [])].sort(), [...(now?.exdates ?? [])].sort()) &&
    sameList([...(old?.rdates ?? [])].sort(), [...(now?.rdates ?? [])].sort())
  );
}

/** The invited addresses with their roles, without names and answers. */
function askedList(attendees: readonly EventAttendee[]): string[] {
  return attendees.map(({ email, role, optional }) => `${email.toLowerCase()} ${role} ${optional}`).sort();
}

/** The changes between two versions that raise `sequence` by one; empty when it stays. */
export function significantChanges(before: EventContent, after: EventContent): SignificantKind[] {
  const changed: Record<SignificantKind, boolean> = {
    time: !sameTime(before, after),
    title: before.title !== after.title,
    location: (before.location ?? "") !== (after.location ?? ""),
    status: before.status !== after.status,
    attendees: !sameList(askedList(before.attendees), askedList(after.attendees)),
  };
  return significantKinds.filter((kind) => changed[kind]);
}

/** Whether a change affects calendar mail: then attendees who stay get a mail, even when SEQUENCE does not rise. */
export function isVisibleChange(before: EventContent, after: EventContent): boolean {
  return (
    (before.description ?? "") !== (after.description ?? "") || significantChanges(before, after).length > 0
  );
}

export interface Audience {
  /** Newly invited: REQUEST. */
  added: EventAttendee[];
  /** Uninvited: CANCEL, without STATUS:CANCELLED. */
  removed: EventAttendee[];
  /** Invited before and after: REQUEST, or CANCEL when the event is cancelled. */
  kept: EventAttendee[];
}

/** Compares attendee lists by address. The organizer's own ATTENDEE gets no mail. */
export function audience(
  before: readonly EventAttendee[],
  after: readonly EventAttendee[],
  organizer: string,
): Audience {
  const keys = (list: readonly EventAttendee[]) => new Set(list.map(({ email }) => email.toLowerCase()));
  const [old, now] = [keys(before), keys(after)];
  const told = ({ email }: EventAttendee) => email.toLowerCase() !== organizer.toLowerCase();
  return {
    added: after.filter((attendee) => told(attendee) && !old.has(attendee.email.toLowerCase())),
    removed: before.filter((attendee) => told(attendee) && !now.has(attendee.email.toLowerCase())),
    kept: after.filter((attendee) => told(attendee) && old.has(attendee.email.toLowerCase())),
  };
}

export interface CalendarNotice {
  email: string;
  name: string | null;
  method: "REQUEST" | "CANCEL";
  /**
   * For a CANCEL: true if the whole event is cancelled (STATUS:CANCELLED), not just this attendee's
   * invitation.
   */
  whole: boolean;
  /** The attendee was invited before this change. */
  update: boolean;
}

/**
 * The mails that a change requires, one an attendee. `before` is null for a new event, `after` for a deleted one. Empty
 * when nothing changes that a calendar mail carries.
 */
export function notices(
  before: EventContent | null,
  after: EventContent | null,
  organizer: string,
): CalendarNotice[] {
  const { added, removed, kept } = audience(before?.attendees ?? [], after?.attendees ?? [], organizer);
  const off = after === null || after.status === "cancelled";
  const notice =
    (method: "REQUEST" | "CANCEL", update: boolean, whole: boolean) => (attendee: EventAttendee) => ({
      email: attendee.email,
      name: attendee.name,
      method,
      whole,
      update,
    });
  const found = removed.map(notice("CANCEL", true, off));
  // A cancelled event invites nobody.
  if (!off) found.push(...added.map(notice("REQUEST", false, false)));
  if (before && after && isVisibleChange(before, after)) {
    found.push(...kept.map(off ? notice("CANCEL", true, true) : notice("REQUEST", true, false)));
  }
  return found;
}

/**
 * The attendees of a changed event with their answers. A new time resets all answers; otherwise attendees who stay keep
 * theirs (RFC 5546 2.1.4).
 */
export function keepAnswers(before: EventContent, after: EventContent): EventAttendee[] {
  const moved = significantChanges(before, after).includes("time");
  const old = new Map(before.attendees.map((attendee) => [attendee.email.toLowerCase(), attendee]));
  return after.attendees.map((attendee) => {
    const answered = old.get(attendee.email.toLowerCase());
    if (!answered || moved) return { ...attendee, status: "needs-action", responded_at: null };
    return { ...attendee, status: answered.status, responded_at: answered.responded_at };
  });
}
