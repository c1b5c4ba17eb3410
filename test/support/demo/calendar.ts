// The calendars of the demo's office in the week of a moment: overlapping, of whole days, repeated, kept by an agent for a person to take.
import type { CalendarEventCreate } from "../../../src/schema/calendar/calendar-events.ts";
import type { Office } from "./office.ts";

const dayMs = 86_400_000;

/** @param now milliseconds since the epoch */
export async function furnishCalendars(
  { api, office, support, bookings }: Office,
  now: number,
): Promise<void> {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const monday = midnight - ((Math.floor(midnight / dayMs) + 3) % 7) * dayMs;
  const day = (n: number) => new Date(monday + n * dayMs).toISOString().slice(0, 10);
  const make = (who: { id: string }, event: Omit<CalendarEventCreate, "timezone"> & { timezone?: string }) =>
    api.must(201, api.post(`/identities/${who.id}/calendar/events`, { timezone: "Europe/Berlin", ...event }));
  const at = (n: number, from: string, to: string) => ({
    start: `${day(n)}T${from}:00`,
    end: `${day(n)}T${to}:00`,
  });
  await make(office, {
    title: "Morning round",
    ...at(0, "08:30", "08:45"),
    recurrence: { rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  });
  await make(office, { title: "Accounts with Priya", location: "Back office", ...at(1, "10:00", "11:30") });
  await make(bookings, { title: "Call with Okafor", ...at(1, "10:30", "11:00") });
  await make(support, { title: "Room 7, plumber", ...at(1, "10:45", "12:00") });
  await make(bookings, { title: "Tasting, first choice", status: "tentative", ...at(3, "15:00", "16:30") });
  await make(bookings, { title: "Tasting, second choice", status: "tentative", ...at(4, "11:00", "12:30") });
  await make(support, { title: "Night shift", start: `${day(2)}T21:00:00`, end: `${day(3)}T05:30:00` });
  await make(office, { title: "Fair in Oslo", all_day: true, start: day(3), end: day(5) });
  await make(office, { title: "Supplier in Tokyo", ...at(4, "17:00", "18:00"), timezone: "Asia/Tokyo" });
}
