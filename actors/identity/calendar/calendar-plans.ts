// What a call does to the rows of a calendar: decided here, from rows that were read, and carried out by the turn
// (calendar-events.ts). The mails for it are composed from the same plan before the turn.
import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { splitSeries, withoutOccurrence } from "../../../src/calendar/recurrence/series-changes.ts";
import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
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

export interface Step {
  /** Null: a new event. */
  before: CalendarEventRow | null;
  /** Null: it goes. */
  after: CalendarEventRow | null;
  /** `before` is in the table, not made from its series. */
  stored: boolean;
  /** Told as an event, and to attendees: not so for the series of a date that goes. */
  told: boolean;
}

export interface Plan {
  steps: Step[];
  /** Changed dates that end with what they belonged to. */
  dropped: CalendarEventRow[];
  /** Changed dates that stay: an invitation to their series carries them. */
  kept: CalendarEventRow[];
  /** What the call answers; null when it is gone. */
  result: CalendarEventRow | null;
}

export function planNew(row: CalendarEventRow): Plan {
  const step = { before: null, after: row, stored: false, told: true };
  return { steps: [step], dropped: [], kept: [], result: row };
}

/** An event with all that a plan over it needs. */
export interface Loaded extends FoundEvent {
  /** The changed dates of its series, or of itself when it is one. */
  changed: CalendarEventRow[];
}

/** @throws Failure not_found */
export async function loadEvent(
  db: Pick<Executor, "rows">,
  owner: Pick<CalendarOwner, "accountId" | "identityId">,
  id: string,
): Promise<Loaded> {
  const { accountId, identityId } = owner;
  const found = await findEvent(db, { accountId, identityIds: null }, { identityId, id });
  if (!found) throw notFound();
  const series = found.row.kind === "series" ? found.row : found.series;
  return { ...found, changed: series ? await changesOf(db, accountId, { id: series.id }) : [] };
}

/** Does another address organise it? */
export function isForeign(row: CalendarEventRow, owner: Pick<CalendarOwner, "email">): boolean {
  return row.organizerEmail !== null && row.organizerEmail.toLowerCase() !== owner.email.toLowerCase();
}

export type ChangeMode = "single" | "future";
export type DeleteMode = "single" | "future" | "all";

/**
 * @param to.fresh id and uid for the series that a change of this and later dates begins
 * @throws Failure validation_error, forbidden
 */
export function planChange(
  loaded: Loaded,
  owner: CalendarOwner,
  to: { patch: EventPatch; mode: ChangeMode; fresh: { id: string; uid: string } },
): Plan {
  const { row, stored } = loaded;
  const { patch, mode, fresh } = to;
  const others = Object.keys(patch).filter((field) => field !== "metadata");
  if (isForeign(row, owner) && others.length > 0) {
    throw new Failure(
      "forbidden",
      `${row.organizerEmail} organises this event, so only metadata can be changed here. Answer it with POST …/calendar/events/{eventId}/respond.`,
    );
  }
  if (mode === "future") return planFuture(loaded, patch, fresh);
  const after = patchedEvent(row, patch);
  return { ...wholeChange(loaded, after), steps: [{ before: row, after, stored, told: true }] };
}

/** Changed dates that a series no longer has end with the change. */
function wholeChange({ row, changed }: Loaded, after: CalendarEventRow): Omit<Plan, "steps"> {
  if (row.kind !== "series") return { dropped: [], kept: [], result: after };
  const stays = ({ id }: CalendarEventRow) =>
    after.kind === "series" && findOccurrence(withoutExdates(after), id) !== null;
  return { dropped: changed.filter((date) => !stays(date)), kept: changed.filter(stays), result: after };
}

function withoutExdates(row: CalendarEventRow) {
  const series = seriesOf(row);
  return { ...series, recurrence: series.recurrence && { ...series.recurrence, exdates: [] } };
}

interface Cut {
  /** The series up to the cut; null when nothing is left of it. */
  before: CalendarEventRow | null;
  /** The series from the cut on, not yet changed. */
  after: CalendarEventRow;
  dropped: CalendarEventRow[];
  kept: CalendarEventRow[];
}

/** @throws Failure validation_error where there is nothing to cut */
function cutSeries({ series, occurrence, changed }: Loaded): Cut {
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
function planFuture(loaded: Loaded, patch: EventPatch, fresh: { id: string; uid: string }): Plan {
  const cut = cutSeries(loaded);
  const series = loaded.series!;
  if (!cut.before) {
    const after = patchedEvent(series, patch);
    const whole = wholeChange({ ...loaded, row: series }, after);
    return { ...whole, steps: [{ before: series, after, stored: true, told: true }] };
  }
  const changed = patchedEvent(cut.after, patch);
  // Nobody has answered a new UID.
  const attendees = changed.attendees.map((line) => ({
    ...line,
    status: "needs-action" as const,
    responded_at: null,
  }));
  const after = derived({
    ...changed,
    ...fresh,
    attendees,
    seriesId: series.id,
    sequence: 0,
    createdAt: "",
  });
  return {
    steps: [
      { before: series, after: cut.before, stored: true, told: true },
      { before: null, after, stored: false, told: true },
    ],
    dropped: cut.dropped,
    kept: cut.kept,
    result: after,
  };
}

/** @throws Failure validation_error */
export function planDelete(loaded: Loaded, mode: DeleteMode | undefined): Plan {
  const { row, series, occurrence, stored, changed } = loaded;
  const isDate = row.kind === "instance";
  if (!isDate && mode !== undefined && mode !== "all" && row.kind === "series") {
    throw invalid(`mode=${mode} needs the id of one date of the series. List with expand=true to find it.`);
  }
  if (isDate && series && mode === "future") {
    const cut = cutSeries(loaded);
    if (cut.before) {
      const step = { before: series, after: cut.before, stored: true, told: true };
      return { steps: [step], dropped: cut.dropped, kept: cut.kept, result: null };
    }
  }
  if (isDate && series && (mode ?? "single") === "single") {
    const steps: Step[] = [{ before: row, after: null, stored, told: true }];
    if (occurrence) {
      const recurrence = withoutOccurrence(series.recurrence!, occurrence);
      const after = derived({ ...series, recurrence });
      steps.push({ before: series, after, stored: true, told: false });
    }
    return { steps, dropped: [], kept: [], result: null };
  }
  const whole = series ?? row;
  return {
    steps: [{ before: whole, after: null, stored: true, told: true }],
    dropped: changed,
    kept: [],
    result: null,
  };
}

/** @throws Failure forbidden where there is nobody to answer; conflict where the event was called off */
export function planAnswer(
  { row, stored, changed }: Loaded,
  owner: CalendarOwner,
  { status, at }: { status: AttendeeStatus; at: Instant },
): Plan {
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
  return { steps: [{ before: row, after, stored, told: true }], dropped: [], kept: changed, result: after };
}
