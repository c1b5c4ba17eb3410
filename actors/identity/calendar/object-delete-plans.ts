// Plans what deleting an object does to the rows of a calendar, with the mails that it requires. Of what is over nobody hears: who
// clears out a calendar cancels nothing. Pure. RFC 6638 3.2
import type { Instant } from "../../../src/lib/clock.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import type { CalendarOwner } from "./calendar-content.ts";
import { isForeign, isOver } from "./calendar-plans.ts";
import { attends, heard, type ObjectPlan } from "./object-plans.ts";

/**
 * Deletes an object.
 * @param of.isQuiet no answer goes to the organizer: Schedule-Reply: F. RFC 6638 8.1
 * @param of.at now
 * @param of.silent addresses, in lower case, that the server tells nothing. RFC 6638 7.1
 */
export function planObjectDelete(
  rows: readonly CalendarEventRow[],
  owner: CalendarOwner,
  { isQuiet, silent, at }: { isQuiet: boolean; silent: ReadonlySet<string>; at: Instant },
): ObjectPlan {
  const [first, ...others] = rows;
  if (!first) throw new Error("an object has no event");
  const isLoose = first.kind === "instance";
  const ends = isLoose ? rows : [first];
  const isToCome = (row: CalendarEventRow) => !isOver(row, at);
  const toldOf = ends.filter((row) => (isLoose ? isToCome(row) : rows.some(isToCome)));
  const foreign = isForeign(first, owner);
  const isOpen = ({ status, responseStatus }: CalendarEventRow) =>
    status !== "cancelled" && responseStatus !== "declined" && responseStatus !== null;
  const isAnswered = foreign && !isQuiet && !silent.has(first.organizerEmail?.toLowerCase() ?? "");
  const declined = isAnswered ? toldOf.filter((row) => isOpen(row) && attends(row, owner)) : [];
  const stepOf = (before: CalendarEventRow) => ({ before, after: null, stored: true, isReported: true });
  return {
    steps: ends.map(stepOf),
    dropped: isLoose ? [] : others,
    kept: [],
    result: null,
    told: foreign ? [] : toldOf.map((row) => stepOf(heard(row, silent, owner))),
    forced: [],
    answers: declined.map((row) => ({ row, status: "declined" })),
    rows: [],
    answersOnly: false,
  };
}
