// The day that a Date field names, for SENTBEFORE, SENTON and SENTSINCE, which disregard time and zone. RFC 9051 6.4.4

import { monthKeys } from "../../lib/months.ts";
import { parseMailDate } from "../../mail/mime/dates.ts";
import type { Day } from "../../mail/search/filter.ts";

/** @param date the field as in the envelope; null or unreadable gives null */
export function sentDay(date: string | null): Day | null {
  const instant = date === null ? null : parseMailDate(date);
  if (date === null || instant === null) return null;
  // The usual forms name the day; for others the UTC day of the instant is used. RFC 5322 3.3, 4.3
  const match =
    /^\s*(?:[A-Za-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]+([A-Za-z]{3})[A-Za-z]*\.?[\s-]+(\d{4}|\d\d)\b/.exec(
      date.slice(0, 100),
    );
  const month = monthKeys.indexOf(match?.[2]?.toLowerCase() ?? "");
  if (!match || month < 0) return instant.slice(0, 10);
  const short = match[3]!.length === 2;
  const year = Number(match[3]) + (short ? (Number(match[3]) < 50 ? 2000 : 1900) : 0);
  const day = `${year}-${String(month + 1).padStart(2, "0")}-${match[1]!.padStart(2, "0")}`;
  // A day that differs from UTC by more than one was misread.
  const apart = Math.abs(Date.parse(`${day}T12:00:00Z`) - Date.parse(`${instant.slice(0, 10)}T12:00:00Z`));
  return apart <= 86_400_000 ? day : instant.slice(0, 10);
}
