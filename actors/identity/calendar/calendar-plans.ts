// Plans what a call does to the rows of a calendar. The turn (calendar-events.ts) applies the plan; the mails are
// composed from the same plan before the turn.

import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { splitSeries, withoutOccurrence } from "../../../src/calendar/recurrence/series-changes.ts";
import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { type CalendarEventRow, changesOf } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { type FoundEvent, findEvent } from "../../../src/store/calendar/window.ts";
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
  if (mode === "future") return planFuture(loaded, patch, fresh);
  const after = patchedEvent(row, patch);
  return { ...wholeChange(loaded, after), steps: [{ before: row, after, stored, isReported: true }] };
}

/** Deletes the changed dates that the series no longer has. */
function wholeChange({ row, changed }: Loaded, after: CalendarEventRow): Omit<CalendarPlan, "steps"> {
  if (row.kind !== "series") return { dropped: [], kept: [], result: after };
  const stays = (date: CalendarEventRow) => hasDate(after, date);
  return { dropped: changed.filter((date) => !stays(date)), kept: changed.filter(stays), result: after };
}

function hasDate(series: CalendarEventRow, { id }: CalendarEventRow): boolean {
  return series.kind === "series" && findOccurrence(withoutExdates(series), id) !== null;
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
  return {
    before: before && raised(series, { ...series, recurrence: before }),
    after: late,
    dropped: changed.filter((row) => !isBefore(row)),
    kept: changed.filter(isBefore),
  };
}

/** This date and all later ones become a series of their own. */
function planFuture(loaded: Loaded, patch: EventPatch, fresh: { id: string; uid: string }): CalendarPlan {
  const cut = cutSeries(loaded);
  const series = must(loaded.series, "the series of a date was read with it");
  if (!cut.before) {
    // A series may begin before the first date that its rule names.
    const after = patchedEvent(patch.start === undefined ? series : cut.after, patch);
    const whole = wholeChange({ ...loaded, row: series }, after);
    return { ...whole, steps: [{ before: series, after, stored: true, isReported: true }] };
  }
  const changed = patchedEvent(cut.after, patch);
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
  const apart = cut.dropped.map((date) => datesOf(after, date)).filter((date) => hasDate(after, date));
  return {
    steps: [
      { before: series, after: cut.before, stored: true, isReported: true },
      { before: null, after, stored: false, isReported: true },
      ...apart.map((date) => ({ before: null, after: date, stored: false, isReported: false })),
    ],
    dropped: cut.dropped,
    kept: [...cut.kept, ...apart],
    result: after,
  };
}

/** A date that was changed apart, as a date of the series that begins anew: nobody has answered under its UID. */
function datesOf({ id, uid }: CalendarEventRow, date: CalendarEventRow): CalendarEventRow {
  const attendees = unanswered(date);
  const ids = { id: `${id}${date.id.slice(36)}`, seriesId: id, uid, objectUid: uid };
  return derived({ ...date, ...ids, attendees, sequence: 0, createdAt: "" });
}

function unanswered({ attendees }: CalendarEventRow): CalendarEventRow["attendees"] {
  return attendees.map((line) => ({ ...line, status: "needs-action", responded_at: null }));
}

/**
 * The plan of a change of a series, with the change of one of its dates that stays changed apart.
 * @param date by its original start
 */
export function withDateChanged(
  plan: CalendarPlan,
  { date, patch }: { date: CalendarEventRow; patch: EventPatch },
): CalendarPlan {
  const found = plan.kept.find(({ originalAt }) => originalAt === date.originalAt);
  if (!found) return plan;
  const after = patchedEvent(found, patch);
  const isNew = plan.steps.some((step) => step.after === found);
  const steps = isNew
    ? plan.steps.map((step) => (step.after === found ? { ...step, after } : step))
    : [...plan.steps, { before: found, after, stored: true, isReported: false }];
  return { ...plan, steps, kept: plan.kept.map((one) => (one === found ? after : one)) };
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
    if (occurrence) {
      const recurrence = withoutOccurrence(must(series.recurrence, "a series repeats"), occurrence);
      const after = derived({ ...series, recurrence });
      steps.push({ before: series, after, stored: true, isReported: false });
    }
    return { steps, dropped: [], kept: [], result: null };
  }
  const whole = series ?? row;
  return {
    steps: [{ before: whole, after: null, stored: true, isReported: true }],
    dropped: changed,
    kept: [],
    result: null,
  };
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
