// Spans of time in forms of other programs, in the unit that is right. DECISIONS MCP

/** Names of a length, where a start and an end, or minutes, are taken. */
export const lengthNames: readonly string[] = ["duration", "duration_minutes", "minutes", "length"];

const maxMinutes = 24 * 60;

/** Minutes of `30`, `30m`, `1.5 hours`, `PT1H30M`; null: it says no span of a day at most. */
export function minutesOf(value: unknown): number | null {
  const text = String(value).trim().toLowerCase();
  if (text.length > 20) return null;
  const [, count, unit = "m"] =
    /^(\d{1,4}(?:\.\d{1,2})?) ?(m|mins?|minutes?|h|hrs?|hours?)?$/.exec(text) ?? [];
  const [, hours = "0", minutes = "0"] = /^pt(?:(\d{1,2})h)?(?:(\d{1,4})m)?$/.exec(text) ?? [];
  const all =
    count === undefined
      ? Number(hours) * 60 + Number(minutes)
      : Number(count) * (unit.startsWith("h") ? 60 : 1);
  return all > 0 && all <= maxMinutes ? Math.round(all) : null;
}

/** Units of arguments: their milliseconds, and by how much the next smaller unit is smaller, which a number beyond the argument's bounds may be meant in. */
const units: Readonly<Record<string, { ms: number; smaller: number }>> = {
  days: { ms: 86_400_000, smaller: 86_400 },
  minutes: { ms: 60_000, smaller: 60 },
  seconds: { ms: 1000, smaller: 1000 },
};
const spanMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A value in the unit of an argument: `3600` for minutes is 60 (meant as seconds), `5000` for seconds is 5, `2h` for minutes is 120; null: it fits no unit. */
export function inUnit(name: string, value: unknown): number | null {
  const unit = units[name];
  const text = String(value).trim().toLowerCase();
  if (unit === undefined || text.length > 20) return null;
  const [, count, word] =
    /^(\d{1,9}) ?(ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)?$/.exec(text) ?? [];
  if (count === undefined) {
    const minutes = minutesOf(text);
    return minutes === null ? null : (minutes * 60_000) / unit.ms;
  }
  const ms = word === undefined ? null : Number(count) * spanMs[word === "ms" ? "ms" : word[0]!]!;
  const meant = ms === null ? Number(count) / unit.smaller : ms / unit.ms;
  return Number.isInteger(meant) ? meant : null;
}
