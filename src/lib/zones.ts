// Time zones by IANA name, from the runtime's zone data, and the conversions between wall clock and UTC. A wall-clock
// time that occurs twice means the first; one that a change skips is read with the offset before the change (RFC 5545
// 3.3.5). Offsets are cached by the stretch between two changes.

import { type Instant, msOf } from "./clock.ts";
import { DAY, formatLocal, type LocalSeconds, parseLocal } from "./local-time.ts";

/** Seconds since 1970-01-01T00:00:00Z. */
export type UtcSeconds = number;

export interface Transition {
  at: UtcSeconds;
  /** Seconds east of UTC before and from `at`. */
  offsetBefore: number;
  offsetAfter: number;
}

/** A stretch of time, [from, until), with one offset. */
interface Stretch {
  from: UtcSeconds;
  until: UtcSeconds;
  offset: number;
}

const stretches = new Map<string, Stretch[]>();
const STRETCHES_KEPT = 12;
// The years 1 to 9999, which local-time writes; times outside them have the nearest offset.
const EARLIEST = -62_135_596_800;
const LATEST = 253_402_300_799;

const canonicalNames = new Map(Intl.supportedValuesOf("timeZone").map((name) => [name.toLowerCase(), name]));
const checkedNames = new Map<string, string | null>();

/**
 * The IANA name in its usual spelling (`europe/berlin` gives `Europe/Berlin`), or null when the runtime's zone data
 * has no such zone. Aliases stay as they are written; bare offsets such as `+01:00` are no names.
 */
export function zoneName(name: string): string | null {
  if (name.length > 64 || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return null;
  const known = canonicalNames.get(name.toLowerCase()) ?? checkedNames.get(name);
  if (known !== undefined) return known;
  let found: string | null = null;
  try {
    const resolved = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    found = resolved.toLowerCase() === name.toLowerCase() ? resolved : name;
  } catch {
    // The Intl constructor throws a RangeError for unknown zones.
  }
  if (checkedNames.size < 2000) checkedNames.set(name, found);
  return found;
}

/** Short names of zones that are none of IANA's, or name an offset without its summer time. */
const shortNames: Readonly<Record<string, string>> = {
  pst: "America/Los_Angeles",
  pdt: "America/Los_Angeles",
  pt: "America/Los_Angeles",
  mdt: "America/Denver",
  mt: "America/Denver",
  cdt: "America/Chicago",
  ct: "America/Chicago",
  edt: "America/New_York",
  et: "America/New_York",
  bst: "Europe/London",
  cest: "Europe/Berlin",
  jst: "Asia/Tokyo",
};

/** Zones of IANA's that have no summer time, by the region whose winter time bears the name. */
const regions: Readonly<Record<string, string>> = { est: "America/New_York", mst: "America/Denver" };

/** The region that a name such as `EST` may be said of; null: it means one thing. */
export function regionOf(name: string): string | null {
  return regions[name.toLowerCase()] ?? null;
}

/** The zone of a town such as `Berlin` or `new york`, or of a short name; null: none is named so. */
export function zoneLike(name: string): string | null {
  const given = name
    .trim()
    .toLowerCase()
    .replace(/ (?:time|timezone|time zone)$/, "");
  if (Object.hasOwn(shortNames, given)) return shortNames[given]!;
  const wanted = `/${given.replaceAll(" ", "_")}`;
  return Intl.supportedValuesOf("timeZone").find((one) => one.toLowerCase().endsWith(wanted)) ?? null;
}

/** Every zone that the runtime lists, in their usual spelling. */
export function allZones(): string[] {
  return [...canonicalNames.values()];
}

function clamp(at: UtcSeconds): UtcSeconds {
  return Math.min(Math.max(at, EARLIEST), LATEST);
}

function zoned(zone: string, at: UtcSeconds): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(clamp(at) * 1000).toZonedDateTimeISO(zone);
}

function offsetOf(time: Temporal.ZonedDateTime): number {
  return Math.floor(time.offsetNanoseconds / 1e9);
}

function stretchAt(zone: string, at: UtcSeconds): Stretch {
  const kept = stretches.get(zone);
  if (kept) {
    for (const stretch of kept) if (at >= stretch.from && at < stretch.until) return stretch;
  }
  const time = zoned(zone, at);
  const offset = offsetOf(time);
  const next = time.getTimeZoneTransition("next");
  // "previous" excludes the time itself; one nanosecond later it includes a change at this second.
  const previous = time.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const stretch: Stretch = {
    from: previous ? Math.ceil(previous.epochMilliseconds / 1000) : Number.NEGATIVE_INFINITY,
    until: next ? Math.ceil(next.epochMilliseconds / 1000) : Number.POSITIVE_INFINITY,
    offset,
  };
  const list = kept ?? [];
  list.unshift(stretch);
  if (list.length > STRETCHES_KEPT) list.pop();
  if (!kept) stretches.set(zone, list);
  return stretch;
}

/** Seconds east of UTC in `zone` at an instant. `zone` is a result of zoneName or an offset such as `+05:45`. */
export function offsetAt(zone: string, at: UtcSeconds): number {
  return zone === "UTC" ? 0 : stretchAt(zone, at).offset;
}

/** The offset of a zone from `from` to `until`, where it does not change between; else null. */
export function steadyOffset(zone: string, from: UtcSeconds, until: UtcSeconds): number | null {
  if (zone === "UTC") return 0;
  const stretch = stretchAt(zone, from);
  return until < stretch.until ? stretch.offset : null;
}

/** Wall clock to UTC. RFC 5545 3.3.5: in a fold the first, in a gap the offset from before it. */
export function toUtc(local: LocalSeconds, zone: string): UtcSeconds {
  if (zone === "UTC") return local;
  const before = offsetAt(zone, local - DAY);
  const after = offsetAt(zone, local + DAY);
  if (before === after || offsetAt(zone, local - before) === before) return local - before;
  return offsetAt(zone, local - after) === after ? local - after : local - before;
}

/** UTC to wall clock. */
export function toLocal(at: UtcSeconds, zone: string): LocalSeconds {
  return at + offsetAt(zone, at);
}

/** The difference in seconds between the largest and the smallest offset within two days of an instant. */
export function offsetSpread(zone: string, at: UtcSeconds): number {
  const offsets = [offsetAt(zone, at - 2 * DAY), offsetAt(zone, at), offsetAt(zone, at + 2 * DAY)];
  return Math.max(...offsets) - Math.min(...offsets);
}

/** The changes of a zone's offset in [from, until), oldest first, at most `limit`. */
export function transitions(
  zone: string,
  range: { from: UtcSeconds; until: UtcSeconds },
  limit = 400,
): Transition[] {
  const found: Transition[] = [];
  let time: Temporal.ZonedDateTime | null = zoned(zone, range.from - 1);
  let offset = offsetOf(time);
  while (found.length < limit) {
    time = time.getTimeZoneTransition("next");
    if (!time) break;
    const at = Math.ceil(time.epochMilliseconds / 1000);
    if (at >= range.until) break;
    const offsetAfter = offsetOf(time);
    if (offsetAfter !== offset) found.push({ at, offsetBefore: offset, offsetAfter });
    offset = offsetAfter;
  }
  return found;
}

/** An instant's seconds; fractions are cut off. */
export function secondsOf(instant: Instant): UtcSeconds {
  return Math.floor(msOf(instant) / 1000);
}

/** Seconds since the epoch as an Instant, within the years 1 to 9999. */
export function instantAt(at: UtcSeconds): Instant {
  return `${formatLocal(clamp(at))}.000000Z`;
}

/** `+01:00` of seconds east of UTC; seconds are left out unless there are some. */
export function formatOffset(offset: number, separator = ":"): string {
  const size = Math.abs(offset);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60];
  if (size % 60) parts.push(size % 60);
  return (offset < 0 ? "-" : "+") + parts.map((part) => String(part).padStart(2, "0")).join(separator);
}

/** A moment with an offset as the clock of a zone has it, and as it was written. */
export interface LocalOfOffset {
  local: string;
  written: string;
}

/**
 * The wall clock in `zone` of a date-time with an offset, `2026-01-02T09:00+02:00`; null: the text is none such, or it is within the
 * second of two hours that the zone's clocks show, whose wall clock says the first. RFC 5545 3.3.5
 */
export function localOfOffset(text: string, zone: string): LocalOfOffset | null {
  const [, date = "", clock = "", seconds = ":00", offset = ""] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})? ?(Z|[+-]\d\d:?\d\d)$/i.exec(text.trim()) ?? [];
  const written = parseLocal(`${date}T${clock}${seconds}`);
  if (written === null) return null;
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  if (Number(hours) > 18 || Number(minutes) > 59) return null;
  const east = (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const at = written - east;
  const local = toLocal(at, zone);
  return toUtc(local, zone) === at ? { local: formatLocal(local), written: formatLocal(written) } : null;
}

/** Whether a text is a date-time with an offset. */
export function isMoment(text: string): boolean {
  return localOfOffset(text, "UTC") !== null;
}

/**
 * A begin and an end as wall clocks of `zone`, where at least one has an offset; null: they are not all said by such. One without an
 * offset is a wall clock of the zone only where the zone has the offset of the other.
 */
export function localTimes(
  times: { start: string; end: string },
  zone: string,
): { start: string; end: string } | null {
  const { start, end } = times;
  const [from, to] = [localOfOffset(start, zone), localOfOffset(end, zone)];
  if (from !== null && to !== null) return { start: from.local, end: to.local };
  const one = from ?? to;
  if (one === null || one.local !== one.written || isMoment(from === null ? start : end)) return null;
  return from === null ? { start, end: one.local } : { start: one.local, end };
}

/**
 * The wall clock so many seconds after, or before, another one of a zone: by time that passes, so that the clocks may change between.
 * @param zone null, or none that there is: the clocks stand as they are
 */
export function localAfter(local: LocalSeconds, seconds: number, zone: unknown): LocalSeconds {
  const name = typeof zone === "string" ? zoneName(zone) : null;
  return name === null ? local + seconds : toLocal(toUtc(local, name) + seconds, name);
}

/** The end of an event by its start, its length in minutes and its zone, where one is known; null: the start is no plain local time (words, an offset). */
export function endOf(start: unknown, minutes: number, zone: unknown): string | null {
  if (typeof start !== "string") return null;
  const local = parseLocal(/T\d\d:\d\d$/.test(start) ? `${start}:00` : start.replace(" ", "T"));
  return local === null ? null : formatLocal(localAfter(local, minutes * 60, zone));
}
