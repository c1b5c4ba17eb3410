// Dates as the calendar's pages write them.
import { dateFormat } from "../../lib/languages.ts";

const format = (options: Intl.DateTimeFormatOptions) => dateFormat({ ...options, timeZone: "UTC" });

export const dayName = format({ weekday: "short" });
export const dayNumber = format({ day: "numeric", month: "short" });
export const wholeDate = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
export const monthName = format({ month: "long", year: "numeric" });
export const spanOfDays = format({ day: "numeric", month: "long", year: "numeric" });
/** A date such as 2026-11-22 as these formats take it. */
export const atDay = (day: string) => Date.parse(`${day}T00:00:00Z`);
