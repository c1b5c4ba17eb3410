// Plans what a call does to the rows of a calendar. The turn (calendar-events.ts) applies the plan; the mails are
// composed from the same plan before the turn.

import { audience } from "../../../src/calendar/invitations/significance.ts";
import { expand, findOccurrence, type Occurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { splitSeries, withoutOccurrence } from "../../../src/calendar/recurrence/series-changes.ts";
import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import {
  type CalendarEventRow,
  changesOf,
  farFuture,
  farPast,
} from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { type FoundEvent, findEvent, instanceRow } from "../../../src/store/calendar/window.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import {
  type CalendarOwner,
  derived,
  type EventPatch,
  patchedEvent,
  raised,
  timeColumns,
} from "./calendar-content.ts";

export interface EventStep {
  /** Null: a new event. */
  before: CalendarEventRow | null;
  /** Null: the event is deleted. */
  after: CalendarEventRow | null;
  /** `before` is in the table, not made from its series. */
  stored: boolean;
  /** Whether events and mails report the step: not for the series of a deleted date. */
  isReported: boolean;
}

export interface CalendarPlan {
  steps: EventStep[];
  /** Changed dates that are deleted with their series. */
  dropped: CalendarEventRow[];
  /** Changed dates that stay: an invitation to their series includes them. */
  kept: CalendarEventRow[];
  /** The row in the response; null when it is deleted. */
  result: CalendarEventRow | null;
}

export function planNew(row: CalendarEventRow): CalendarPlan {
  const step = { before: null, after: row, stored: false, isReported: true };
  return { steps: [step], dropped: [], kept: [], result: row };
}

/** An event with the rows that a plan needs. */
export interface Loaded extends FoundEvent {
  /** The changed dates of its series, or of the event itself if it is a series. */
  changed: CalendarEventRow[];
}

/** @throws Failure not_found */
export async function loadEvent(
  db: Executor,
  owner: Pick<CalendarOwner, "accountId" | "identityId">,
  id: string,
): Promise<Loaded> {
  const { accountId, identityId } = owner;
  const found = await findEvent(db, { accountId, identityIds: null }, { identityId, id });
  if (!found) throw notFound();
  const series = found.row.kind === "series" ? found.row : found.series;
  return { ...found, changed: series ? await changesOf(db, accountId, { id: series.id }) : [] };
}

/** Whether another address organises the event. */
export function isForeign(row: CalendarEventRow, owner: Pick<CalendarOwner, "email">): boolean {
  return row.organizerEmail !== null && row.organizerEmail.toLowerCase() !== owner.email.toLowerCase();
}

export type ChangeMode = "single" | "future";
export type DeleteMode = "single" | "future" | "all";

/**
 * Plans a PATCH.
 * @param to.fresh id and uid for the series that a change of this and later dates begins
 * @throws Failure validation_error, forbidden
 */
export function planChange(
  loaded: Loaded,
  owner: CalendarOwner,
  to: { patch: EventPatch; mode: ChangeMode; fresh: { id: string; uid: string } },
): CalendarPlan {
  const { row, stored } = loaded;
  const { patch, mode, fresh } = to;
  const others = Object.keys(patch).filter((field) => field !== "metadata" && field !== "reminders");
  if (isForeign(row, owner) && others.length > 0) {
    throw new Failure(
      "forbidden",
      `${row.organizerEmail} organises this event, so only metadata and reminders can be changed here. Answer it with POST …/calendar/events/{eventId}/respond.`,
    );
  }
  if (isForeign(row, owner) && mode === "future") {
    throw new Failure(
      "forbidden",
      `${row.organizerEmail} organises this series, so it cannot be cut in two here. Change one date, or all of the series: leave mode out.`,
    );
  }
  if (mode === "future") return planFuture(loaded, patch, fresh);
  const after = patchedEvent(row, patch);
  return wholeChange(loaded, { before: row, after, stored, isReported: true });
}

/** The plan of a change of an event with its changed dates: those that the series no longer has are deleted. */
function wholeChange({ changed }: Loaded, step: EventStep & { after: CalendarEventRow }): CalendarPlan {
  const { before, after } = step;
  if (before?.kind !== "series") return { steps: [step], dropped: [], kept: [], result: after };
  const dates = changed.map((date) => ({ date, now: invitedTo(dateIn(after, date, before), step) }));
  const steps = dates.flatMap(({ date, now }) =>
    now && now !== date ? [{ before: date, after: now, stored: true, isReported: false }] : [],
  );
  return {
    steps: [step, ...steps],
    dropped: dates.flatMap(({ date, now }) => (now ? [] : [date])),
    kept: dates.flatMap(({ now }) => now ?? []),
    result: after,
  };
}

/**
 * A changed date as its series has it after a change; null: the series no longer has it. One that guests answered, and
 * that is no other than its series, stays so.
 */
export function dateIn(
  after: CalendarEventRow,
  date: CalendarEventRow,
  before: CalendarEventRow,
): CalendarEventRow | null {
  const place = placeIn(after, date);
  if (!place) return null;
  const { original_start: originalStart } = place;
  if (isApart(date, before)) return originalStart === date.originalStart ? date : { ...date, originalStart };
  return raised(date, { ...date, ...saidBy(instanceRow(after, place)), originalStart });
}

/** A changed date with the guests whom a change adds to its series: they are invited to all of its dates. */
function invitedTo<T extends CalendarEventRow | null>(date: T, series: EventStep): CalendarEventRow | T {
  if (!date || date.status === "cancelled") return date;
  const known = [...(series.before?.attendees ?? []), ...date.attendees];
  const { added } = audience(known, series.after?.attendees ?? [], date.organizerEmail ?? "");
  if (added.length === 0) return date;
  return raised(date, { ...date, attendees: [...date.attendees, ...added] });
}

/** The part of a row that says what an event is. */
function saidBy(row: CalendarEventRow) {
  const { title, description, location, status, metadata, transparent, reminderMinutes, attendees } = row;
  const { allDay, startLocal, endLocal, timezone, startAt, endAt } = row;
  const said = { title, description, location, status, metadata, transparent, reminderMinutes, attendees };
  return { ...said, allDay, startLocal, endLocal, timezone, startAt, endAt };
}

/** Whether a changed date has anything of its own, other than answers. */
function isApart(date: CalendarEventRow, series: CalendarEventRow): boolean {
  const place = placeIn(series, date);
  return !place || !Bun.deepEquals(ownOf(date), ownOf(instanceRow(series, place)));
}

function ownOf(row: CalendarEventRow) {
  const { startAt: _, endAt: __, ...said } = saidBy(row);
  const attendees = row.attendees.map(({ email, role, optional }) => [email.toLowerCase(), role, optional]);
  return { ...said, attendees };
}

/** The place of a date in its series, also one that is left out there. */
function placeIn(series: CalendarEventRow, { id }: CalendarEventRow): Occurrence | null {
  return series.kind === "series" ? findOccurrence(withoutExdates(series), id) : null;
}

function withoutExdates(row: CalendarEventRow) {
  const series = seriesOf(row);
  return { ...series, recurrence: series.recurrence && { ...series.recurrence, exdates: [] } };
}

interface SeriesCut {
  /** The series up to the cut; null when it has no instances. */
  before: CalendarEventRow | null;
  /** The series from the cut on, not yet changed. */
  after: CalendarEventRow;
  dropped: CalendarEventRow[];
  kept: CalendarEventRow[];
}

/** @throws Failure validation_error when the event is no date of a series */
function cutSeries({ series, occurrence, changed }: Loaded): SeriesCut {
  if (!series || !occurrence) {
    throw invalid(
      "mode=future needs the id of a date that its series has. Leave mode out, or name such a date.",
    );
  }
  const { before, after } = splitSeries(seriesOf(series), occurrence);
  if (!after) throw notFound();
  const isBefore = (row: CalendarEventRow) => row.originalAt !== null && row.originalAt < occurrence.start_at;
  const late = derived({ ...series, ...timeColumns(after.times), recurrence: after.recurrence });
  const early = before && raised(series, { ...series, recurrence: before });
  const kept = changed.filter(isBefore);
  return {
    before: early && (kept.length > 0 || hasDates(early)) ? early : null,
    after: late,
    dropped: changed.filter((row) => !isBefore(row)),
    kept,
  };
}

/** Whether not all dates of a series are deleted. */
function hasDates(series: CalendarEventRow): boolean {
  const { occurrences, exhausted } = expand(seriesOf(series), { after: farPast, before: farFuture }, 1);
  return exhausted || occurrences.length > 0;
}

/** This date and all later ones become a series of their own. */
function planFuture(loaded: Loaded, patch: EventPatch, fresh: { id: string; uid: string }): CalendarPlan {
  const cut = cutSeries(loaded);
  const series = must(loaded.series, "the series of a date was read with it");
  const { recurrence: _, ...ofDate } = patch;
  // The one date that is left stays what it is.
  const late = patch.recurrence === null ? derived({ ...cut.after, ...saidBy(loaded.row) }) : cut.after;
  if (!cut.before) {
    // A series may begin before the first date that it has.
    const isTimed = [patch.start, patch.end, patch.recurrence].some((field) => field !== undefined);
    const base = isTimed ? late : series;
    const after = raised(series, patchedEvent(base, patch));
    const whole = wholeChange(loaded, { before: series, after, stored: true, isReported: true });
    return withDateChanged(whole, { date: loaded.row, patch: isMoved(base, after) ? null : ofDate });
  }
  const changed = patchedEvent(late, patch);
  // A new UID has no answers yet.
  const attendees = unanswered(changed);
  const after = derived({
    ...changed,
    ...fresh,
    attendees,
    objectUid: fresh.uid,
    originalStart: null,
    seriesId: series.id,
    sequence: 0,
    createdAt: "",
  });
  const step = { before: series, after, stored: false, isReported: true };
  const apart = cut.dropped.flatMap((date) =>
    isApart(date, series) ? (dateOf(after, invitedTo(date, step)) ?? []) : [],
  );
  const plan = {
    steps: [
      { before: series, after: cut.before, stored: true, isReported: true },
      { ...step, before: null },
      ...apart.map((date) => ({ before: null, after: date, stored: false, isReported: false })),
    ],
    dropped: cut.dropped,
    kept: [...cut.kept, ...apart],
    result: after,
  };
  return withDateChanged(plan, { date: loaded.row, patch: isMoved(cut.after, after) ? null : ofDate });
}

/** Whether the dates of a series begin at other times. */
export function isMoved(before: CalendarEventRow, after: CalendarEventRow): boolean {
  return before.startAt !== after.startAt || before.allDay !== after.allDay;
}

/**
 * A date that was changed apart, as a date of the series that begins anew: nobody has answered under its UID. Null: that
 * one does not have it.
 */
function dateOf(series: CalendarEventRow, date: CalendarEventRow): CalendarEventRow | null {
  const { id, uid } = series;
  const moved = { ...date, id: `${id}${date.id.slice(36)}`, seriesId: id, uid, objectUid: uid };
  const place = placeIn(series, moved);
  const attendees = unanswered(date);
  return (
    place && derived({ ...moved, originalStart: place.original_start, attendees, sequence: 0, createdAt: "" })
  );
}

function unanswered({ attendees }: CalendarEventRow): CalendarEventRow["attendees"] {
  return attendees.map((line) => ({ ...line, status: "needs-action", responded_at: null }));
}

/**
 * The plan of a change of a series that was asked for at one of its dates: where that one was changed apart, it is changed too.
 * @param change.date by its original start
 * @param change.patch null: it is what the series has there
 */
export function withDateChanged(
  plan: CalendarPlan,
  { date, patch }: { date: CalendarEventRow; patch: EventPatch | null },
): CalendarPlan {
  const found = plan.kept.find(({ originalAt }) => originalAt === date.originalAt);
  if (!found) return plan;
  const own = plan.steps.find((step) => step.after === found);
  const steps = plan.steps.filter((step) => step !== own);
  if (patch === null) {
    const kept = plan.kept.filter((one) => one !== found);
    return { ...plan, steps, kept, dropped: own?.stored === false ? plan.dropped : [...plan.dropped, date] };
  }
  const after = patchedEvent(found, patch);
  const step = own ?? { before: found, stored: true, isReported: false };
  const kept = plan.kept.map((one) => (one === found ? after : one));
  return { ...plan, steps: [...steps, { ...step, after }], kept };
}

/** @throws Failure validation_error */
export function planDelete(loaded: Loaded, mode: DeleteMode | undefined): CalendarPlan {
  const { row, series, occurrence, stored, changed } = loaded;
  const isDate = row.kind === "instance";
  if (!isDate && mode !== undefined && mode !== "all" && row.kind === "series") {
    throw invalid(`mode=${mode} needs the id of one date of the series. List with expand=true to find it.`);
  }
  if (isDate && series && mode === "future") {
    const cut = cutSeries(loaded);
    if (cut.before) {
      const step = { before: series, after: cut.before, stored: true, isReported: true };
      return { steps: [step], dropped: cut.dropped, kept: cut.kept, result: null };
    }
  }
  if (isDate && series && (mode ?? "single") === "single") {
    const steps: EventStep[] = [{ before: row, after: null, stored, isReported: true }];
    let after = series;
    if (occurrence) {
      const recurrence = withoutOccurrence(must(series.recurrence, "a series repeats"), occurrence);
      after = derived({ ...series, recurrence });
      steps.push({ before: series, after, stored: true, isReported: false });
    }
    // With its last date a series is gone.
    const hasOthers = changed.some(({ id }) => id !== row.id) || hasDates(after);
    if (hasOthers) return { steps, dropped: [], kept: [], result: null };
  }
  const whole = series ?? row;
  return {
    steps: [{ before: whole, after: null, stored: true, isReported: true }],
    dropped: changed,
    kept: [],
    result: null,
  };
}

export function isOver({ untilAt }: Pick<CalendarEventRow, "untilAt">, at: Instant): boolean {
  return untilAt <= at;
}

/** Whether it and its changed dates are over: one may have been moved behind the last date of the rule. */
export function isAllOver(row: CalendarEventRow, dates: readonly CalendarEventRow[], at: Instant): boolean {
  const isToCome = (date: CalendarEventRow) =>
    date.seriesId === row.id && date.status !== "cancelled" && !isOver(date, at);
  return isOver(row, at) && !dates.some(isToCome);
}

/** Whether it deletes or cancels what is over: who clears out a calendar tells nobody. DECISIONS Calendar */
export function endsWhatIsOver({ before, after }: EventStep, plan: CalendarPlan, at: Instant): boolean {
  if (before === null || (after !== null && after.status !== "cancelled")) return false;
  return isAllOver(
    before,
    [...plan.dropped, ...plan.kept, ...plan.steps.flatMap((step) => step.before ?? [])],
    at,
  );
}

/** Plans an answer. @throws Failure forbidden when the event has no other organizer; conflict when it is cancelled */
export function planAnswer(
  { row, stored, changed }: Loaded,
  owner: CalendarOwner,
  { status, at }: { status: AttendeeStatus; at: Instant },
): CalendarPlan {
  if (!isForeign(row, owner)) {
    throw new Failure(
      "forbidden",
      "This address organises the event, so there is nobody to answer. Change it with PATCH, or cancel it with DELETE.",
    );
  }
  if (row.status === "cancelled") {
    throw new Failure(
      "conflict",
      `${row.organizerEmail} cancelled this event, so there is nothing to answer. Remove it from the calendar with DELETE.`,
    );
  }
  const attendees = row.attendees.map((line) =>
    line.email.toLowerCase() === owner.email.toLowerCase() ? { ...line, status, responded_at: at } : line,
  );
  const after = { ...row, responseStatus: status, attendees };
  return {
    steps: [{ before: row, after, stored, isReported: true }],
    dropped: [],
    kept: changed,
    result: after,
  };
}
