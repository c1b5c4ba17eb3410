// How an event repeats, in the language of the page.
import { describeRule } from "../../calendar/recurrence/describe-rule.ts";
import type { Recurrence } from "../../calendar/types.ts";
import { andText, dateFormat } from "../../lib/languages.ts";
import { phrases } from "../phrases.ts";

const weekdayName = dateFormat({ weekday: "long", timeZone: "UTC" });
const monthName = dateFormat({ month: "short", timeZone: "UTC" });
const date = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** As `describeRule`. */
export function repeatText(recurrence: Recurrence, zone: string): string | null {
  return describeRule(recurrence, zone, {
    ...phrases.repeats,
    // 5 January 1970 was a Monday.
    weekdayName: (weekday) => weekdayName.format(Date.UTC(1970, 0, 5 + weekday)),
    monthName: (month) => monthName.format(Date.UTC(1970, month - 1, 1)),
    date: (year, month, day) => date.format(Date.UTC(year, month - 1, day)),
    listed: andText,
  });
}
