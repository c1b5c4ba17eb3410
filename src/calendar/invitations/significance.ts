// Which changes of an event its participants see, which of them raise SEQUENCE (SPEC Calendar events: time, title,
// place, status, attendee list), and who has to be told what.

import type { EventAttendee, EventContent } from "../types.ts";

/** The kinds of change that raise `sequence`. */
export const significantKinds = ["time", "title", "location", "status", "attendees"] as const;
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

/** Who is asked, and in which role: not what they are called or have answered. */
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

/** Does anything change that a calendar mail carries? Then those who stay are told, even where SEQUENCE does not rise. */
export function isVisibleChange(before: EventContent, after: EventContent): boolean {
  return (
    (before.description ?? "") !== (after.description ?? "") || significantChanges(before, after).length > 0
  );
}

export interface Audience {
  /** Asked from now on: REQUEST. */
  added: EventAttendee[];
  /** No longer asked: CANCEL, without STATUS:CANCELLED. */
  removed: EventAttendee[];
  /** Asked before and after: REQUEST, or CANCEL when the event is cancelled. */
  kept: EventAttendee[];
}

/** Who is new, gone and still there, by address. The organizer's own line is nobody to be told. */
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
  /** Of a CANCEL: the event is off (STATUS:CANCELLED), not just this attendee's part in it. */
  whole: boolean;
  /** The attendee has been told of the event before. */
  update: boolean;
}

/**
 * The mails that a change asks for, one an attendee: null before for a new event, null after for a deleted one. Empty
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
  // Nobody is invited to what is off.
  if (!off) found.push(...added.map(notice("REQUEST", false, false)));
  if (before && after && isVisibleChange(before, after)) {
    found.push(...kept.map(off ? notice("CANCEL", true, true) : notice("REQUEST", true, false)));
  }
  return found;
}

/**
 * The attendees of a changed event with the answers they gave. A time that moves asks everybody again; otherwise
 * those who stay keep their answer (RFC 5546 2.1.4).
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
