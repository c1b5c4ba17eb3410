// The form of an event, as a person typed it, as changes of its rows. Only what was not shown so is changed:
// a date that was changed apart keeps that for itself, when all dates get a new title.

import type { EventPatch } from "../../../actors/identity/calendar/calendar-content.ts";
import {
  isMoved,
  type Loaded,
  planChange,
  withDateChanged,
} from "../../../actors/identity/calendar/calendar-plans.ts";
import { movedRecurrence, shiftedRecurrence } from "../../calendar/recurrence/series-changes.ts";
import { eventTimes } from "../../calendar/times.ts";
import { type EventChange, runChange } from "../../http/resources/calendar/calendar-changes.ts";
import { freshIds, toCalendarEvent } from "../../http/resources/calendar/calendar-wire.ts";
import { invalid } from "../../lib/failure.ts";
import { must } from "../../lib/must.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import { contentOf } from "../../store/calendar/written.ts";
import type { SentForm } from "../frame/answers.ts";
import { phrases } from "../phrases.ts";
import { type EventForm, formOf, requireLastDay, toInput } from "./event-form.ts";
import { keptGuests } from "./guests.ts";
import { shiftedTimes } from "./moves.ts";

const words = phrases.calendar;

export type PageChange = Omit<EventChange, "plan">;
type TypedTimes = Required<Pick<EventPatch, "start" | "end" | "all_day">>;

interface TypedChanges {
  /** Other fields than times and recurrence. */
  fields: EventPatch;
  /** Null: as they are. */
  times: TypedTimes | null;
  /** Undefined: as it is. */
  rule: string | null | undefined;
}

/** Saves what was typed: of this date, of it and all later ones, or of the whole series. @throws Failure */
export async function saveEvent(
  { deps, form, auth }: SentForm,
  base: PageChange,
  { typed, event: { row, series } }: { typed: EventForm; event: Loaded },
): Promise<void> {
  const which = series ? (["future", "all"].find((one) => one === form.get("which")) ?? "single") : "single";
  const { fields, times, rule } = changesIn(typed, row);
  if (series && rule !== undefined && which !== "future" && (which !== "all" || rule === null))
    throw invalid(words.repeatsWhich);
  if (typed.repeats === "kept" && typed.ends !== "") throw invalid(words.endsHow);
  const fresh = freshIds(deps);
  if (!series || which === "single") {
    const patch = { ...fields, ...times, ...repeating(row, times, rule) };
    if (rule) requireLastDay(typed, times?.start ?? row.startLocal);
    const change = { patch, mode: "single" as const, fresh };
    await runChange(deps, auth, { ...base, plan: (loaded) => planChange(loaded, base.owner, change) });
    return;
  }
  const moved = times && { ...times, ...shiftedTimes(series, originalOf(row), times) };
  if (rule === undefined) requireMovable(series, moved);
  const isWhole = which === "all";
  const ofDates = isWhole ? moved : times;
  if (rule) requireLastDay(typed, ofDates?.start ?? (isWhole ? series.startLocal : row.startLocal));
  const patch = { ...fields, ...ofDates, ...repeating(series, moved, rule) };
  const change = { patch, mode: isWhole ? ("single" as const) : ("future" as const), fresh };
  const version = isWhole ? { id: series.id, ifMatch: `"${form.get("series") ?? ""}"` } : {};
  await runChange(deps, auth, {
    ...base,
    ...version,
    plan: (loaded) => {
      const plan = planChange(loaded, base.owner, change);
      const isShifted = plan.result !== null && isMoved(loaded.row, plan.result);
      // The plan of a change of later dates has it.
      return isWhole
        ? withDateChanged(plan, { date: row, patch: isShifted ? null : { ...fields, ...times } })
        : plan;
    },
  });
}

/** Return what the form has otherwise than the event. @throws Failure validation_error that says what to mend */
function changesIn(typed: EventForm, row: CalendarEventRow): TypedChanges {
  const isRepeated = row.kind !== "single";
  const shown = formOf(toCalendarEvent(row), isRepeated);
  const isOther = (...names: (keyof EventForm)[]) => names.some((name) => typed[name] !== shown[name]);
  const { start, end, all_day, recurrence, ...input } = toInput(typed, row.timezone);
  const fields: EventPatch = {
    ...(isOther("title") && { title: input.title }),
    ...(isOther("location") && { location: input.location }),
    ...(isOther("description") && { description: input.description }),
    ...(isOther("attendees") && { attendees: keptGuests(row.attendees, input.attendees) }),
    ...(isOther("remind") && { reminders: input.reminders }),
  };
  const isMoved = isOther("date", "from", "to", "until", "isAllDay");
  const once = isRepeated ? null : undefined;
  const rule = recurrence === null ? once : recurrence?.rule;
  return { fields, times: isMoved ? { start, end, all_day } : null, rule };
}

/** A date where its series has it. */
function originalOf(date: CalendarEventRow): CalendarEventRow {
  return { ...date, startLocal: must(date.originalStart, "a series has a place for each of its dates") };
}

function timesAt(row: CalendarEventRow, times: TypedTimes | null) {
  return times ? eventTimes({ ...times, timezone: row.timezone }) : contentOf(row);
}

/** Another rule leaves out the dates that were deleted, where they are now. */
function repeating(
  row: CalendarEventRow,
  times: TypedTimes | null,
  rule: string | null | undefined,
): Pick<EventPatch, "recurrence"> {
  if (rule === undefined) return {};
  if (rule === null || row.recurrence === null) return { recurrence: rule === null ? null : { rule } };
  const { exdates, rdates } = movedRecurrence(
    { ...row.recurrence, rule: null },
    contentOf(row),
    timesAt(row, times),
  );
  return { recurrence: { rule, exdates, rdates } };
}

/** @throws Failure validation_error where no rule says the dates of a series at other times */
function requireMovable(series: CalendarEventRow, times: TypedTimes | null): void {
  const recurrence = must(series.recurrence, "a series repeats");
  if (times && shiftedRecurrence(recurrence, contentOf(series), timesAt(series, times)) === null)
    throw invalid(words.movesHow);
}
