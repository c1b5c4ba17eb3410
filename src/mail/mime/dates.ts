// Parses the Date field of a mail: RFC 5322 3.3 with its obsolete forms, and the other forms found in real
// mail (ctime, ISO 8601, month names first, two-digit years, missing zones). Anything else is null, never "now".

import { type Instant, instantOf } from "../../lib/clock.ts";
import { monthKeys } from "../../lib/months.ts";

/** Minutes east of UTC. RFC 5322 4.3, and abbreviations that mail programs write. */
// biome-ignore format: a table
const zones: Record<string, number> = {
  ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, met: 60, mez: 60, cest: 120, mest: 120,
  mesz: 120, eet: 120, eest: 180, msk: 180, msd: 240, ist: 330, hkt: 480, sgt: 480, jst: 540, kst: 540,
  aest: 600, aedt: 660, nzst: 720, nzdt: 780, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt:
  -360, pst: -480, pdt: -420, akst: -540, akdt: -480, hst: -600, ast: -240, adt: -180, nst: -210, ndt:
  -150,
};

interface Fields {
  year: number;
  month: number;
  day: number;
  time: [number, number, number];
  zone: number;
}

/** A Date field's value (unfolded) as an instant, or null when it cannot be read. */
export function parseMailDate(header: string): Instant | null {
  const fields = readUsual(header) ?? readAny(header);
  if (fields === null) return null;
  const [hour, minute, second] = fields.time;
  if (fields.month < 0 || fields.day < 1 || fields.day > 31 || hour > 24 || minute > 59 || second > 60)
    return null;
  const local = Date.UTC(2000, fields.month, fields.day, hour, minute, Math.min(second, 59));
  const ms = new Date(local).setUTCFullYear(fields.year) - fields.zone * 60_000;
  if (!Number.isFinite(ms) || fields.year < 1900 || fields.year > 9998) return null;
  return instantOf(ms);
}

const usual =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) ([+-]\d{4}|GMT)(?: \([A-Z]{1,5}\))?$/;

/** Dates as nearly all programs write them. RFC 5322 3.3 */
function readUsual(header: string): Fields | null {
  const match = header.length > 60 ? null : usual.exec(header);
  if (match === null) return null;
  const [, day, month, year, hour, minute, second, zone] = match;
  return {
    year: fullYear(Number(year), 4),
    month: monthKeys.indexOf(month!.toLowerCase()),
    day: Number(day),
    time: [Number(hour), Number(minute), Number(second)],
    zone: zoneOf(zone!) ?? 0,
  };
}

function readAny(header: string): Fields | null {
  const text = dropComments(header.slice(0, 200))
    .replace(/(?<!\s)\s*:\s*/g, ":")
    .trim();
  return text === "" ? null : (readIso(text) ?? readTokens(text));
}

function readIso(text: string): Fields | null {
  const match =
    /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    );
  if (!match) return null;
  return {
    year: Number(match[1]),
    month: Number(match[2]) - 1,
    day: Number(match[3]),
    time: [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)],
    zone: zoneOf(match[7] ?? "z") ?? 0,
  };
}

/** Tokens in any unambiguous order: day, month name, year, h:mm[:ss], zone. */
function readTokens(text: string): Fields | null {
  let month = -1;
  let zone: number | null = null;
  let time: [number, number, number] | null = null;
  let afternoon: boolean | null = null;
  const numbers: string[] = [];
  for (const token of text.split(/[\s,]+|(?<=\d)-(?=[A-Za-z])|(?<=[A-Za-z])-(?=\d)/)) {
    const lower = token.toLowerCase().replace(/\.$/, "");
    const clock = /^(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?(?:(am|pm))?(z|[+-]\d{3,4})?$/.exec(lower);
    if (clock && time === null) {
      time = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
      if (clock[4]) afternoon = clock[4] === "pm";
      if (clock[5]) zone = zoneOf(clock[5]);
    } else if (/^\d+$/.test(lower)) numbers.push(lower);
    else if (lower === "am" || lower === "pm") afternoon = lower === "pm";
    else if (month < 0 && monthKeys.includes(lower.slice(0, 3)) && !/\d/.test(lower))
      month = monthKeys.indexOf(lower.slice(0, 3));
    else if (zone === null) zone = zoneOf(lower);
    else if (/^[+-]\d{2}:?\d{2}$/.test(lower)) zone += zone === 0 ? (zoneOf(lower) ?? 0) : 0;
  }
  const [first = "", second = ""] = numbers;
  if (month < 0 || first === "" || second === "") return null;
  // The year is the one with four digits, or the second: "17 May 00", "May 17 2000", "2000 May 17".
  const yearFirst = first.length === 4;
  const year = Number(yearFirst ? first : second);
  const day = Number(yearFirst ? second : first);
  if (time !== null && afternoon !== null) time[0] = (time[0] % 12) + (afternoon ? 12 : 0);
  return {
    year: fullYear(year, (yearFirst ? first : second).length),
    month,
    day,
    time: time ?? [0, 0, 0],
    zone: zone ?? 0,
  };
}

/** RFC 5322 4.3 */
function fullYear(year: number, digits: number): number {
  if (digits <= 2) return year < 50 ? 2000 + year : 1900 + year;
  // Three digits, or four with a leading zero, count from 1900: programs with the year 2000 error write them.
  return digits === 3 || (year >= 100 && year < 200) ? 1900 + year : year;
}

function zoneOf(token: string): number | null {
  const named = zones[token.toLowerCase()];
  if (named !== undefined) return named;
  const match =
    /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d\d)$/i.exec(token) ?? /^(?:gmt|utc)([+-])(\d{1,2})()$/i.exec(token);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  if (minutes > 24 * 60) return 0;
  return match[1] === "-" ? -minutes : minutes;
}

function dropComments(text: string): string {
  let out = "";
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) out += char;
  }
  return out;
}
