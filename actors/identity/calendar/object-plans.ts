// Plans what storing or deleting an object does to the rows of a calendar: the same steps that REST's calls apply, with the
// mails that they require. Pure. RFC 6638 3.2

import { attendeeOf } from "../../../src/calendar/icalendar/participants.ts";
import { recurrenceIdAt, timesOfInvitation } from "../../../src/calendar/invitations/invitation.ts";
import { isVisibleChange, significantChanges } from "../../../src/calendar/invitations/significance.ts";
import type { ObjectPart, ReadObject } from "../../../src/calendar/objects/object-read.ts";
import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { instanceOf } from "../../../src/calendar/recurrence/instance-id.ts";
import type { AttendeeStatus, EventAttendee, EventStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { instanceRow } from "../../../src/store/calendar/window.ts";
import { contentOf } from "../../../src/store/calendar/written.ts";
import { type CalendarOwner, derived, freshEvent, timeColumns } from "./calendar-content.ts";
import { type CalendarPlan, type EventStep, isForeign } from "./calendar-plans.ts";

/** A plan with the mails of its object. */
export interface ObjectPlan extends CalendarPlan {
  /** The steps that attendees are told; empty for an attendee's object. */
  told: EventStep[];
  /** Attendees, in lower case, who get the invitation whatever changed. RFC 6638 7.2 */
  forced: string[];
  /** This address's new answers to an event that others organise. */
  answers: { row: CalendarEventRow; status: AttendeeStatus }[];
  /** All rows of the object after it. */
  rows: CalendarEventRow[];
  /** Only answers of attendees changed. */
  answersOnly: boolean;
}

/** An attendee changed what only the organizer may. RFC 6638 3.2.4.3 */
export class AttendeeChange extends Error {
  override readonly name = "AttendeeChange";
}

const statuses: Record<string, EventStatus> = { TENTATIVE: "tentative", CANCELLED: "cancelled" };

interface ObjectPlanInput {
  owner: CalendarOwner;
  /** The object's rows: the event or series first, then changed dates. */
  rows: readonly CalendarEventRow[];
  /** Ids of new events: the same one for the same number. */
  freshId(number: number): string;
  /** The calendar's zone, of floating times. */
  zone: string;
  at: Instant;
  /** Addresses, in lower case, that the server tells nothing, by the text that stood before. RFC 6638 7.1 */
  silent: ReadonlySet<string>;
}

/** @throws AttendeeChange */
export function planObject(read: ReadObject, target: ObjectPlanInput): ObjectPlan {
  const { owner, rows } = target;
  const main = rows.find(({ kind }) => kind !== "instance") ?? null;
  const known = new Map(rows.filter(({ kind }) => kind === "instance").map((row) => [row.id, row]));
  const mainPart = read.parts.find(({ recurrence_id }) => recurrence_id === null) ?? null;
  const steps: EventStep[] = [];
  const written: CalendarEventRow[] = [];
  const add = (before: CalendarEventRow | null, after: CalendarEventRow, stored: boolean) => {
    steps.push({ before, after, stored, isReported: true });
    written.push(after);
  };
  const fresh = () => freshEvent(owner, { id: target.freshId(0), uid: read.uid });
  let now = mainPart && rowOf(mainPart, main ?? fresh(), { ...target, isNew: main === null });
  if (now) add(main, now, main !== null);
  for (const part of read.parts) {
    if (part === mainPart) continue;
    const place = placeOf(part, now, { ...target, number: written.length });
    const stored = known.get(place.id);
    known.delete(place.id);
    const base = stored ? { ...stored, seriesId: place.seriesId } : baseOf(now ?? fresh(), place);
    const row = rowOf(part, base, { ...target, isNew: stored === undefined });
    add(stored ?? null, stored ? row : newer(row, dateOf(main, row)), stored !== undefined);
  }
  if (written.length === 0) throw new Error("an object has no event");
  const foreign = isForeign(written[0]!, owner);
  if (foreign && rows.length > 0) keepOrganizers(steps, rows);
  const answers = foreign ? answersIn(steps, { main, read, owner }) : [];
  if (foreign && main && now) answers.push(...leftOut(main, now, target));
  const gone = [...known.values()];
  const removals = gone.map((before) => ({ before, after: null, stored: true, isReported: true }));
  steps.push(...removals);
  if (now && !foreign) steps[0]!.after = now = above(now, gone);
  const told = foreign ? [] : toldSteps(steps, { ...target, read, main, now });
  const dropped = main && !now ? [main] : [];
  return {
    steps,
    dropped,
    kept: steps.flatMap(({ after }) => (after?.kind === "instance" ? [after] : [])),
    result: steps[0]!.after,
    told,
    forced: foreign ? [] : [...new Set(read.parts.flatMap(({ forced }) => forced))],
    answers: isOrganizerSilent(read) ? [] : answers,
    rows: steps.flatMap(({ after }) => after ?? []),
    answersOnly: dropped.length === 0 && steps.every(isAnswer),
  };
}

/** Whether an address is among an event's attendees. */
export function attends({ attendees }: CalendarEventRow, { email }: CalendarOwner): boolean {
  return attendees.some((line) => same(line.email, email));
}

/** A version of a row without those attendees that the server tells nothing. RFC 6638 7.1 */
export function heard(
  row: CalendarEventRow,
  silent: ReadonlySet<string>,
  { email }: CalendarOwner,
): CalendarEventRow {
  const isHeard = (line: EventAttendee) => !silent.has(line.email.toLowerCase()) || same(line.email, email);
  return { ...row, attendees: row.attendees.filter(isHeard) };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

interface InstanceIdentity {
  id: string;
  original_start: string;
  original_at: Instant;
  seriesId: string | null;
}

function placeOf(
  part: ObjectPart,
  series: CalendarEventRow | null,
  { rows, freshId, zone, number }: ObjectPlanInput & { number: number },
): InstanceIdentity {
  const id = must(part.recurrence_id, "a part that is not the series names its date");
  if (series !== null) return { ...instanceOf(seriesOf(series), id), seriesId: series.id };
  // A date whose series is not known to this address.
  const at = recurrenceIdAt(id, zone);
  const known = rows.find(({ originalAt }) => originalAt === at);
  return { id: known?.id ?? freshId(number), original_start: id.value, original_at: at, seriesId: null };
}

function baseOf(series: CalendarEventRow, place: InstanceIdentity): CalendarEventRow {
  return {
    ...series,
    id: place.id,
    kind: "instance",
    seriesId: place.seriesId,
    originalStart: place.original_start,
    originalAt: place.original_at,
    recurrence: null,
  };
}

/** The row that a component makes of the one before it. */
function rowOf(
  part: ObjectPart,
  before: CalendarEventRow,
  { owner, zone, at, isNew }: ObjectPlanInput & { isNew: boolean },
): CalendarEventRow {
  const { invitation } = part;
  const isDate = before.kind === "instance";
  const times = must(
    timesOfInvitation(part, isNew || !before.timezone ? zone : before.timezone),
    "a part that was read has times",
  );
  const organizer = invitation.organizer_email ?? (part.attendees.length > 0 ? owner.email : null);
  const foreign = organizer !== null && !same(organizer, owner.email);
  const attendees = part.attendees.map(attendeeOf);
  const after: CalendarEventRow = {
    ...before,
    ...timeColumns(times),
    status: statuses[invitation.status ?? ""] ?? "confirmed",
    title: invitation.summary ?? "",
    description: invitation.description,
    location: invitation.location,
    recurrence: isDate ? null : part.recurrence,
    organizerEmail: organizer ?? owner.email,
    organizerName: organizer === null ? owner.name : invitation.organizer_name,
    organizerSentBy: part.organizer_sent_by,
    transparent: part.transparent,
    reminderMinutes: part.reminders,
    attendees,
    sequence: invitation.sequence,
  };
  const own = attendees.find(({ email }) => same(email, owner.email));
  const known = byEmail(before.attendees);
  if (foreign) {
    const status = own?.status ?? null;
    return derived({
      ...after,
      responseStatus: status,
      dtstamp: before.dtstamp ?? part.dtstamp ?? at,
      assurance: isNew ? 1 : before.assurance,
      attendees: attendees.map((line) => answered(line, known, at)),
    });
  }
  if (isNew) return derived({ ...after, responseStatus: null });
  const isRaised = significantChanges(contentOf(before), contentOf(after)).length > 0;
  const least = before.sequence + (isRaised ? 1 : 0);
  const isMoved = significantChanges(contentOf(before), contentOf(after)).includes("time");
  return derived({
    ...after,
    sequence: Math.max(invitation.sequence, least),
    attendees: attendees.map((line) => organized(line, { known, owner, isMoved })),
  });
}

type ByEmail = ReadonlyMap<string, EventAttendee>;

/** Attendees by address in lower case. */
function byEmail(attendees: readonly EventAttendee[]): ByEmail {
  return new Map(attendees.map((line) => [line.email.toLowerCase(), line]));
}

/** Answers stand as they came by mail: what an organizer's program last saw of them may be older. A new time resets them. */
function organized(
  line: EventAttendee,
  { known, owner, isMoved }: { known: ByEmail; owner: CalendarOwner; isMoved: boolean },
): EventAttendee {
  if (same(line.email, owner.email)) return line;
  const old = known.get(line.email.toLowerCase());
  if (!old) return line;
  if (isMoved) return { ...line, status: "needs-action", responded_at: null };
  return { ...line, status: old.status, responded_at: old.responded_at };
}

function answered(line: EventAttendee, known: ByEmail, at: Instant): EventAttendee {
  const old = known.get(line.email.toLowerCase());
  const isSame = old?.status === line.status;
  return { ...line, responded_at: isSame ? old.responded_at : line.status === "needs-action" ? null : at };
}

/** An attendee changes the own answer; time, rule and organizer are the organizer's, and the rest stays as mail told it. */
function keepOrganizers(steps: EventStep[], rows: readonly CalendarEventRow[]): void {
  const first = must(rows[0], "an attendee changes an object that is there");
  for (const step of steps) {
    const after = must(step.after, "an attendee removes nothing");
    const before = step.before ?? first;
    if (!same(after.organizerEmail ?? "", first.organizerEmail ?? ""))
      throw new AttendeeChange("ORGANIZER is not an attendee's to change.");
    if (step.before) {
      const isMoved = before.startAt !== after.startAt || before.endAt !== after.endAt;
      const rule = (row: CalendarEventRow) => row.recurrence?.rule ?? null;
      if (isMoved || rule(before) !== rule(after))
        throw new AttendeeChange(
          "The organizer sets the time of this event. Answer it, or propose another time by mail.",
        );
    }
    const written = byEmail(after.attendees);
    const lines = before.attendees.map((line) => {
      const own = written.get(line.email.toLowerCase());
      return own && after.responseStatus !== null && own.status === after.responseStatus ? own : line;
    });
    const isOwn = after.attendees.length > 0;
    step.after = derived({
      ...after,
      title: before.title,
      description: before.description,
      location: before.location,
      status: before.status,
      sequence: before.sequence,
      attendees: isOwn ? lines : before.attendees,
    });
  }
}

function isAnswer({ before, after }: EventStep): boolean {
  if (!before || !after) return false;
  const bare = (row: CalendarEventRow) => ({
    ...row,
    responseStatus: null,
    transparent: false,
    reminderMinutes: null,
    attendees: row.attendees.map(({ email, role, optional }) => ({ email, role, optional })),
  });
  return Bun.deepEquals(bare(before), bare(after));
}

/** The row that a series has at the place of one of its dates; null: none. */
function dateOf(series: CalendarEventRow | null, { id, kind }: CalendarEventRow): CalendarEventRow | null {
  if (series?.kind !== "series" || kind !== "instance") return null;
  const occurrence = findOccurrence(seriesOf(series), id);
  return occurrence && instanceRow(series, occurrence);
}

/** The row before a step: a date that is changed for the first time was what its series had there. */
function formerOf({ before, after }: EventStep, main: CalendarEventRow | null): CalendarEventRow | null {
  return before ?? (after && dateOf(main, after));
}

/** A date that is changed for the first time, as a later version than guests have of it. RFC 5546 2.1.4 */
function newer(row: CalendarEventRow, former: CalendarEventRow | null): CalendarEventRow {
  if (!former || former.attendees.length + row.attendees.length === 0) return row;
  if (significantChanges(contentOf(former), contentOf(row)).length === 0) return row;
  return { ...row, sequence: Math.max(row.sequence, former.sequence + 1) };
}

/** A series whose version is later than those of dates that are no longer apart: they are its own again. */
function above(series: CalendarEventRow, gone: readonly CalendarEventRow[]): CalendarEventRow {
  const told = gone.filter(({ attendees }) => attendees.length + series.attendees.length > 0);
  const least = Math.max(...told.map(({ sequence }) => sequence + 1), series.sequence);
  return least === series.sequence ? series : { ...series, sequence: least };
}

/**
 * The steps that attendees see: a date was what its series had there, and is that again where it is no longer apart. A series that
 * is told again tells its dates too; of a date beside it those hear who are not invited to the series. Of a date that is over nobody
 * hears. RFC 6638 3.2.1.2
 */
function toldSteps(
  steps: readonly EventStep[],
  { read, owner, silent, at, main, now }: ObjectPlanInput & { read: ReadObject } & SeriesChange,
): EventStep[] {
  const unscheduled = new Set(read.parts.flatMap((part) => part.unscheduled));
  const isOver = (row: CalendarEventRow | null) => !row || (row.kind === "instance" && row.endAt <= at);
  const seen = steps.flatMap((step) => {
    const before = formerOf(step, main);
    const after = step.after ?? (before && dateOf(now, before));
    if (isOver(before) && isOver(after)) return [];
    if (before && after && !isVisibleChange(contentOf(before), contentOf(after))) return [];
    const hear = (row: CalendarEventRow | null, unheard: ReadonlySet<string>) =>
      row && heard(row, unheard, owner);
    const old = hear(before, step.after ? unscheduled : silent);
    return [{ ...step, before: old, after: hear(after, unscheduled) }];
  });
  const series = seen.find(({ after }) => after?.kind === "series");
  return seen.map((step) => ({ ...step, isReported: series === undefined || step === series }));
}

/** The series, or the event, before and after. */
interface SeriesChange {
  main: CalendarEventRow | null;
  now: CalendarEventRow | null;
}

/** Answers that changed, that a new object brings, or that the client wants to be sent again. */
function answersIn(
  steps: readonly EventStep[],
  { main, read, owner }: { main: CalendarEventRow | null; read: ReadObject; owner: CalendarOwner },
): ObjectPlan["answers"] {
  const isForced = read.parts.some(({ forced, invitation }) =>
    forced.includes(invitation.organizer_email?.toLowerCase() ?? ""),
  );
  return steps.flatMap((step) => {
    const { after } = step;
    const status = after?.responseStatus ?? null;
    if (!after || status === null || status === "needs-action" || !attends(after, owner)) return [];
    return formerOf(step, main)?.responseStatus === status && !isForced ? [] : [{ row: after, status }];
  });
}

/** Whether the server is to tell the organizer nothing. RFC 6638 7.1 */
function isOrganizerSilent({ parts }: ReadObject): boolean {
  return parts.some(({ unscheduled, invitation }) =>
    unscheduled.includes(invitation.organizer_email?.toLowerCase() ?? ""),
  );
}

/** Each is looked up in its series, and answered by a mail. */
const mostLeftOut = 100;

/**
 * Dates to come that an attendee took out of a series are declined. RFC 6638 3.2.2.1
 * @throws AttendeeChange when there are too many
 */
function leftOut(
  before: CalendarEventRow,
  after: CalendarEventRow,
  { rows, owner, at }: Pick<ObjectPlanInput, "rows" | "owner" | "at">,
): ObjectPlan["answers"] {
  const known = new Set(before.recurrence?.exdates);
  const series = seriesOf(before);
  const fresh = (after.recurrence?.exdates ?? []).flatMap((value) => {
    if (known.has(value)) return [];
    const place = { value, timezone: before.timezone, at: null, this_and_future: false };
    const { id, original_at } = instanceOf(series, place);
    const changed = rows.find((row) => row.id === id);
    return (changed?.startAt ?? original_at) > at ? [{ id, changed }] : [];
  });
  if (fresh.length > mostLeftOut)
    throw new AttendeeChange(`At most ${mostLeftOut} dates are left out at once: decline the series.`);
  return fresh.flatMap(({ id, changed }) => {
    const occurrence = findOccurrence(series, id);
    if (!occurrence) return [];
    const row = changed ?? instanceRow(before, occurrence);
    const isOpen = row.status !== "cancelled" && row.responseStatus !== "declined" && attends(row, owner);
    return isOpen ? [{ row, status: "declined" }] : [];
  });
}
