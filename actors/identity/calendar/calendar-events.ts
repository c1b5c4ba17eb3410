// Turns over a calendar. Each reads the event anew, decides If-Match, and carries a plan out; the actor's turns being
// one after the other, of many changes with one etag one wins.
import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import {
  type CalendarEventRow,
  isFullOfSeries,
  MOST_SERIES,
} from "../../../src/store/calendar/calendar-events.ts";
import { calendarEvents, calendars } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { type CalendarOwner, stamped } from "./calendar-content.ts";
import { type Loaded, loadEvent, type Plan, planNew, type Step } from "./calendar-plans.ts";

/** The event changed since its mails were composed: prepare again. */
export class EventChanged extends Error {
  override readonly name = "EventChanged";
}

/** What the caller and the preparation hold an event to. */
export interface Expected {
  id: string;
  /** If-Match; null: whatever there is. */
  ifMatch: string | null;
  /** The etag for which mails were composed; null: none were. */
  version: string | null;
}

/** @throws Failure not_found, precondition_failed; EventChanged; what `plan` throws */
export async function changeEvent(
  turn: Turn,
  owner: CalendarOwner,
  { expected, plan }: { expected: Expected; plan: (loaded: Loaded, at: Instant) => Plan },
): Promise<CalendarEventRow | null> {
  const loaded = await loadEvent(turn, owner, expected.id);
  checkMatch(expected.ifMatch, loaded.row.etag);
  if (expected.version !== null && expected.version !== loaded.row.etag) throw new EventChanged();
  const planned = plan(loaded, turn.instant());
  await checkRoom(turn, planned);
  return carryOut(turn, planned);
}

/** @throws Failure conflict when a further series is more than a calendar holds */
async function checkRoom(turn: Turn, { steps }: Plan): Promise<void> {
  const isNew = ({ before, after }: Step) => after?.kind === "series" && before?.kind !== "series";
  if (!steps.some(isNew) || !(await isFullOfSeries(turn, turn.accountId, turn.ref.id))) return;
  throw new Failure(
    "conflict",
    `This calendar has ${MOST_SERIES} series, and no room for more. Delete series that are over, or use another address.`,
  );
}

/** RFC 9110 13.1.1: strong comparison; the bare etag is taken too. @throws Failure precondition_failed */
function checkMatch(ifMatch: string | null, etag: string): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const wanted = ifMatch.split(",").map((text) => text.trim());
  if (wanted.includes(`"${etag}"`) || wanted.includes(etag)) return;
  throw new Failure(
    "precondition_failed",
    `The event changed since that etag: it is "${etag}" now. Read it again with GET, then decide.`,
  );
}

/** Writes a plan and tells of it. */
export function carryOut(turn: Turn, plan: Plan): CalendarEventRow | null {
  let { result } = plan;
  for (const row of plan.dropped) turn.remove(calendarEvents, keyOf(row));
  for (const step of plan.steps) {
    const written = write(turn, step);
    if (step.after === plan.result) result = written;
  }
  return result;
}

function keyOf({ accountId, id }: CalendarEventRow) {
  return { accountId, id };
}

function write(turn: Turn, { before, after, stored, told }: Step): CalendarEventRow | null {
  if (!after) {
    if (before && stored) turn.remove(calendarEvents, keyOf(before));
    if (before && told) tell(turn, "deleted", before);
    return null;
  }
  if (before && stored && same(before, after)) return before;
  const at = turn.instant();
  const row = stamped(stored ? after : { ...after, createdAt: at }, at);
  if (before && stored) turn.update(calendarEvents, row, before);
  else turn.insert(calendarEvents, row);
  if (told) tell(turn, before ? "updated" : "created", row);
  return row;
}

function same(before: CalendarEventRow, after: CalendarEventRow): boolean {
  return Bun.deepEquals(before, after);
}

/** Emits `calendar.event.…`: ids and metadata. */
export function tell(
  turn: Turn,
  what: "created" | "updated" | "deleted" | "responded",
  row: CalendarEventRow,
  answer?: { email: string; status: AttendeeStatus },
): void {
  const data = {
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
    ...(answer ? { attendee: answer.email, response_status: answer.status } : {}),
  };
  turn.emit({ type: `calendar.event.${what}`, identityId: row.identityId, data });
}

/** @throws Failure conflict when the calendar has no room for a further series */
export async function createEvent(turn: Turn, row: CalendarEventRow): Promise<CalendarEventRow> {
  const plan = planNew(row);
  await checkRoom(turn, plan);
  return carryOut(turn, plan)!;
}

export async function setCalendarZone(turn: Turn, timezone: string): Promise<void> {
  const key = { accountId: turn.accountId, identityId: turn.ref.id };
  const [known] = await turn.rows(
    "select 1 from calendars where account_id = $1::uuid and identity_id = $2::uuid",
    [key.accountId, key.identityId],
  );
  if (known) turn.update(calendars, { ...key, timezone });
  else turn.insert(calendars, { ...key, timezone });
}
