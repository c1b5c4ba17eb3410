// How long before an event a form offers to remind of it, and how that is said.
import { lengthText } from "../../lib/languages.ts";
import { phrases } from "../phrases.ts";

const words = phrases.calendar.reminders;

/** Minutes that forms offer. */
export const offeredMinutes: readonly number[] = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080];

/** How long before an event begins. */
export function beforeText(minutes: number): string {
  if (minutes === 0) return words.atBeginning;
  const unit = minutes % 1440 === 0 ? 1440 : minutes % 60 === 0 ? 60 : 1;
  const name = unit === 1440 ? "day" : unit === 60 ? "hour" : "minute";
  return words.before(lengthText(minutes / unit, name));
}
