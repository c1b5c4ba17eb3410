// Backups to keep: the newest N, or the newest of each of so many hours, days and weeks that have any.

export type Keep = { newest: number } | { hours: number; days: number; weeks: number };

/** `14`, or parts such as `24h,7d,4w`. @returns null for anything else, and for what keeps nothing */
export function readKeep(text: string): Keep | null {
  if (/^[1-9]\d{0,4}$/.test(text)) return { newest: Number(text) };
  const keep = { hours: 0, days: 0, weeks: 0 };
  const units = { h: "hours", d: "days", w: "weeks" } as const;
  const seen = new Set<string>();
  for (const part of text.split(",")) {
    const [, number, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(part.trim()) ?? [];
    if (number === undefined || seen.has(unit!)) return null;
    seen.add(unit!);
    keep[units[unit as keyof typeof units]] = Number(number);
  }
  return keep;
}

/** @param names of backups, oldest first; each begins with its moment, `2026-11-24T15-00-00` in UTC */
export function keptNames(names: readonly string[], keep: Keep): Set<string> {
  if ("newest" in keep) return new Set(names.slice(-keep.newest));
  // The newest is kept whatever the parts say.
  const kept = new Set(names.slice(-1));
  const { hours, days, weeks } = keep;
  for (const [most, spanOf] of [
    [hours, (name: string) => name.slice(0, 13)],
    [days, (name: string) => name.slice(0, 10)],
    [weeks, weekOf],
  ] as const) {
    const spans = new Set<string>();
    for (const name of names.toReversed()) {
      const span = spanOf(name);
      if (spans.has(span)) continue;
      if (spans.size === most) break;
      spans.add(span);
      kept.add(name);
    }
  }
  return kept;
}

const dayMs = 86_400_000;

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
function weekOf(name: string): string {
  return String(Math.floor((Date.parse(`${name.slice(0, 10)}T00:00:00Z`) / dayMs + 3) / 7));
}
