// Turns of a calendar. Each reads the event, checks If-Match and applies a plan. Turns of an actor are serial, so one of
// several changes with the same etag wins.

import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import {
  type CalendarEventRow,
  type CalendarRow,
  findCalendarRow,
  freshCalendar,
  isFullOfSeries,
  maxSeries,
} from "../../../src/store/calendar/calendar-events.ts";
import { wakeCalendar } from "../../../src/store/calendar/notices.ts";
import { calendarEvents, calendars } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { type CalendarOwner, stamped } from "./calendar-content.ts";
import { type CalendarPlan, type EventStep, type Loaded, loadEvent, planNew } from "./calendar-plans.ts";
import { touch } from "./objects.ts";

/** The event changed after its mails were composed: prepare the change again. */
export class EventChanged extends Error {
  override readonly name = "EventChanged";
}

/** The version that a change expects. */
export interface ExpectedVersion {
  id: string;
  /** If-Match; null: any version. */
  ifMatch: string | null;
  /** The etag for which mails were composed; null: no mails. */
  version: string | null;
}

/** @throws Failure not_found, precondition_failed; EventChanged; what `plan` throws */
export async function changeEvent(
  turn: Turn,
  owner: CalendarOwner,
  { expected, plan }: { expected: ExpectedVersion; plan: (loaded: Loaded, at: Instant) => CalendarPlan },
): Promise<CalendarEventRow | null> {
  const loaded = await loadEvent(turn, owner, expected.id);
  checkMatch(expected.ifMatch, loaded.row.etag);
  if (expected.version !== null && expected.version !== loaded.row.etag) throw new EventChanged();
  const planned = plan(loaded, turn.instant());
  await checkSeriesLimit(turn, planned);
  return applyPlan(turn, planned);
}

/** @throws Failure conflict when the calendar is full and the plan adds a series */
export async function checkSeriesLimit(turn: Turn, { steps }: CalendarPlan): Promise<void> {
  const isNew = ({ before, after }: EventStep) => after?.kind === "series" && before?.kind !== "series";
  if (!steps.some(isNew) || !(await isFullOfSeries(turn, turn.accountId, turn.ref.id))) return;
  throw new Failure(
    "conflict",
    `This calendar has ${maxSeries} series, and no room for more. Delete series that are over, or use another address.`,
  );
}

/** RFC 9110 13.1.1: strong comparison; an unquoted etag is accepted too. @throws Failure precondition_failed */
function checkMatch(ifMatch: string | null, etag: string): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const wanted = ifMatch.split(",").map((text) => text.trim());
  if (wanted.includes(`"${etag}"`) || wanted.includes(etag)) return;
  throw new Failure(
    "precondition_failed",
    `The event changed since that etag: it is "${etag}" now. Read it again with GET, then decide.`,
  );
}

/**
 * Writes a plan and emits its events.
 * @param touches give the objects of its events a new version; false: the caller does
 * @returns the row that the plan answers with
 */
export function applyPlan(turn: Turn, plan: CalendarPlan, touches = true): CalendarEventRow | null {
  let { result } = plan;
  const touched = [...plan.dropped];
  for (const row of plan.dropped) turn.remove(calendarEvents, keyOf(row));
  for (const step of plan.steps) {
    const written = write(turn, step);
    if (step.after === plan.result) result = written;
    if (written !== step.before || written === null)
      touched.push(must(written ?? step.before, "a step has a row before or after it"));
  }
  const reminds = plan.steps.some(({ after }) => after !== null && after.reminderMinutes !== null);
  if (reminds && touched.length > 0) turn.bulk(wakeCalendar(turn.owner, turn.now()));
  if (touches) touch(turn, touched);
  return result;
}

function keyOf({ accountId, id }: CalendarEventRow) {
  return { accountId, id };
}

function write(turn: Turn, { before, after, stored, isReported }: EventStep): CalendarEventRow | null {
  if (!after) {
    if (before && stored) turn.remove(calendarEvents, keyOf(before));
    if (before && isReported) emitEvent(turn, "deleted", before);
    return null;
  }
  if (before && stored && same(before, after)) return before;
  const at = turn.instant();
  const row = stamped(stored ? after : { ...after, createdAt: at }, at);
  if (before && stored) turn.update(calendarEvents, row, before);
  else turn.insert(calendarEvents, row);
  if (isReported) emitEvent(turn, before ? "updated" : "created", row);
  return row;
}

function same(before: CalendarEventRow, after: CalendarEventRow): boolean {
  return Bun.deepEquals(before, after);
}

/** The payload of a calendar event's events: ids and metadata. */
export function calendarEventData(row: CalendarEventRow) {
  return {
    event_id: row.id,
    identity_id: row.identityId,
    series_id: row.seriesId,
    kind: row.kind,
    uid: row.uid,
    sequence: row.sequence,
    status: row.status,
    source: row.source,
    start_at: row.startAt,
    end_at: row.endAt,
  };
}

/** Emits `calendar.event.…`. */
export function emitEvent(
  turn: Turn,
  what: "created" | "updated" | "deleted" | "responded",
  row: CalendarEventRow,
  answer?: { email: string; status: AttendeeStatus },
): void {
  const data = {
    ...calendarEventData(row),
    ...(answer ? { attendee: answer.email, response_status: answer.status } : {}),
  };
  turn.emit({ type: `calendar.event.${what}`, identityId: row.identityId, data });
}

/** @throws Failure conflict when the calendar is full and the event is a series */
export async function createEvent(turn: Turn, row: CalendarEventRow): Promise<CalendarEventRow> {
  const plan = planNew(row);
  await checkSeriesLimit(turn, plan);
  return must(applyPlan(turn, plan), "the plan writes the event");
}

/** Changes to an address's calendar settings; absent fields stay. */
export interface CalendarSettings {
  timezone?: string;
  startingMinutes?: number | null;
  endingMinutes?: number | null;
}

/** @returns the calendar after it */
export async function setCalendar(turn: Turn, settings: CalendarSettings): Promise<CalendarRow> {
  const before = await findCalendarRow(turn, turn.owner);
  const row = { ...(before ?? freshCalendar(turn.owner)), ...settings };
  const wants = row.startingMinutes !== null || row.endingMinutes !== null;
  const now = turn.now();
  const isSame =
    row.startingMinutes === before?.startingMinutes && row.endingMinutes === before?.endingMinutes;
  // A look finds out whether events have reminders of their own.
  if (!isSame) row.nextNoticeAt = now;
  // Events that are over when notices are first wanted get none.
  if (wants && (before?.startingMinutes ?? before?.endingMinutes ?? null) === null) row.noticesUntil = now;
  if (before) turn.update(calendars, row, before);
  else turn.insert(calendars, row);
  turn.poke("notices");
  return row;
}
