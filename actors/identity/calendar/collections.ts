// Turns that make, change and delete calendars of an address. RFC 4791 5.3.1

import { requireZone } from "../../../src/calendar/times.ts";
import { Failure } from "../../../src/lib/failure.ts";
import {
  type CalendarCollectionRow,
  findCalendar,
  listCalendars,
  listObjectHeads,
  maxCalendars,
} from "../../../src/store/calendar/objects.ts";
import { calendarCollections } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { setCalendar } from "./calendar-events.ts";

export interface NewCalendar {
  name: string;
  components: string[] | null;
  properties: Record<string, string>;
}

/** Null: the place is taken. @throws Failure conflict (too many) */
export async function createCalendar(turn: Turn, made: NewCalendar): Promise<CalendarCollectionRow | null> {
  if (await findCalendar(turn, turn.owner, made.name)) return null;
  if ((await listCalendars(turn, turn.owner)).length >= maxCalendars)
    throw new Failure(
      "conflict",
      `This address has ${maxCalendars} calendars, which is the most. Delete one first.`,
    );
  const row: CalendarCollectionRow = {
    ...turn.owner,
    id: turn.newId(),
    ...made,
    modseq: turn.modseq,
    forgotten: turn.modseq,
    createdAt: turn.instant(),
  };
  turn.insert(calendarCollections, row);
  return row;
}

/** Sets and removes properties. @throws Failure validation_error, conflict */
export async function setCalendarProperties(
  turn: Turn,
  { name }: CalendarCollectionRow,
  change: { values: ReadonlyMap<string, string | null>; timezone: string | null; most: number },
): Promise<void> {
  const calendar = await findCalendar(turn, turn.owner, name);
  if (!calendar) throw new Failure("not_found", "There is no such calendar.");
  if (change.timezone !== null) await setCalendar(turn, { timezone: requireZone(change.timezone) });
  if (change.values.size === 0) return;
  const properties = { ...calendar.properties };
  for (const [key, value] of change.values) {
    if (value === null) delete properties[key];
    else properties[key] = value;
  }
  if (Object.keys(properties).length > change.most)
    throw new Failure("conflict", `A calendar has at most ${change.most} properties of its clients.`);
  if (calendar.modseq === 0) {
    const { modseq } = turn;
    turn.insert(calendarCollections, { ...calendar, properties, modseq, createdAt: turn.instant() });
  } else
    turn.update(calendarCollections, { accountId: turn.accountId, id: calendar.id, properties }, calendar);
}

/** Deletes a calendar once it is empty. @returns names of objects that are still in it, at most `most` */
export async function deleteEmptyCalendar(
  turn: Turn,
  { id }: CalendarCollectionRow,
  most: number,
): Promise<string[]> {
  const left = await listObjectHeads(turn, turn.owner, { calendarId: id, past: "", count: most });
  if (left.length === 0) turn.remove(calendarCollections, { accountId: turn.accountId, id });
  return left.map(({ name }) => name);
}
