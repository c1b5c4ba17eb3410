// The dates of commands. RFC 9051 9 `date`, `date-time`.

import { type Instant, instantOf } from "../../lib/clock.ts";
import { monthKeys, monthNames } from "../../lib/months.ts";
import type { Day } from "../../mail/search/filter.ts";
import { bad } from "./failure.ts";
import type { Scanner } from "./scanner.ts";

function dayOf(year: number, month: number, day: number): Day {
  const days = new Date(Date.UTC(2000, month + 1, 0)).getUTCDate();
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day < 1 || day > (month === 1 && !leap ? 28 : days)) throw bad("There is no such day");
  return `${String(year).padStart(4, "0")}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** `1-Feb-1994`, with or without quotes. */
export function parseDay(scanner: Scanner): Day {
  const text = scanner.stringNext() ? scanner.string() : scanner.atom();
  const match = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text);
  const month = monthKeys.indexOf(match?.[2]?.toLowerCase() ?? "");
  if (!match || month < 0) throw bad("A date looks like 1-Feb-1994");
  return dayOf(Number(match[3]), month, Number(match[1]));
}

/** `"17-Jul-1996 02:44:25 -0700"` (quoted) as the instant it names. */
export function parseDateTime(scanner: Scanner): Instant {
  const match = /^([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/.exec(
    scanner.string(),
  );
  const month = monthKeys.indexOf(match?.[2]?.toLowerCase() ?? "");
  if (!match || month < 0) throw bad('A date-time looks like "17-Jul-1996 02:44:25 -0700"');
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])];
  const [zoneHours, zoneMinutes] = [Number(match[8]), Number(match[9])];
  if (hour > 23 || minute > 59 || second > 60 || zoneHours > 23 || zoneMinutes > 59)
    throw bad("There is no such time");
  const year = Number(match[3]);
  // Beyond these a zone could move the instant out of four-digit years.
  if (year < 1 || year > 9998) throw bad("There is no such year");
  const day = dayOf(year, month, Number(match[1]));
  const offset = (zoneHours * 60 + zoneMinutes) * (match[7] === "-" ? -60_000 : 60_000);
  return instantOf(Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000 - offset);
}

/** An instant as IMAP writes INTERNALDATE, without quotes: `17-Jul-1996 09:44:25 +0000`. RFC 9051 9 `date-time` */
export function formatDateTime(instant: Instant): string {
  const day = instant.slice(8, 10);
  const month = monthNames[Number(instant.slice(5, 7)) - 1] ?? "Jan";
  return `${day.startsWith("0") ? ` ${day[1]}` : day}-${month}-${instant.slice(0, 4)} ${instant.slice(11, 19)} +0000`;
}
