// Plans what deleting an object does to the rows of a calendar, with the mails that it requires. Of what is over nobody hears: who
// clears out a calendar cancels nothing. Pure. RFC 6638 3.2
import type { Instant } from "../../../src/lib/clock.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import type { CalendarOwner } from "./calendar-content.ts";
import { isForeign } from "./calendar-plans.ts";
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
  const steps = (isLoose ? rows : [first]).map((before) => ({
    before,
    after: null,
    stored: true,
    isReported: true,
  }));
  const foreign = isForeign(first, owner);
  const isOpen = ({ status, responseStatus }: CalendarEventRow) =>
    status !== "cancelled" && responseStatus !== "declined" && responseStatus !== null;
  const isToCome = ({ untilAt }: CalendarEventRow) => untilAt > at;
  const told = foreign
    ? []
    : steps.filter(({ before }) => (isLoose ? isToCome(before) : rows.some(isToCome)));
  const isAnswered =
    foreign &&
    rows.some(isToCome) &&
    !isQuiet &&
    !silent.has(first.organizerEmail?.toLowerCase() ?? "") &&
    isOpen(first) &&
    attends(first, owner);
  return {
    steps,
    dropped: isLoose ? [] : others,
    kept: [],
    result: null,
    told: told.map((step) => ({ ...step, before: heard(step.before, silent, owner) })),
    forced: [],
    answers: isAnswered ? [{ row: first, status: "declined" }] : [],
    rows: [],
    answersOnly: false,
  };
}
