// Local times in a zone, for tools that look for a time: days, hours, and the moments that they are.

const dayMs = 86_400_000;

interface WallClock {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** A reader of moments in a zone. @throws RangeError: the zone is none */
export function zoneClock(timeZone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });

  function wallOf(ms: number): WallClock {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year, month, day, hour, minute } = parts as Record<keyof WallClock, number>;
    return { year, month, day, hour, minute };
  }

  function offsetAt(ms: number): number {
    const { year, month, day, hour, minute } = wallOf(ms);
    return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / 60_000) * 60_000;
  }

  /** The moment at which clocks show it. Where they jump over it, the one that they jump to. */
  function momentOf(year: number, month: number, day: number, hour: number): number {
    const wall = Date.UTC(year, month - 1, day, hour);
    const first = wall - offsetAt(wall);
    return wall - offsetAt(first);
  }

  return {
    /** `2031-05-05T09:00` */
    text(ms: number): string {
      return new Date(ms + offsetAt(ms)).toISOString().slice(0, 16);
    },
    /** The hours of each day between two moments, as moments. @param hours from and until, 0 to 24 */
    days(from: number, until: number, hours: { from: number; until: number; weekends: boolean }) {
      const found: { from: number; until: number }[] = [];
      const { year, month, day } = wallOf(from);
      for (let date = Date.UTC(year, month - 1, day); date - dayMs < until; date += dayMs) {
        const at = new Date(date);
        const isWeekend = [0, 6].includes(at.getUTCDay());
        if (isWeekend && !hours.weekends) continue;
        const of = (hour: number) =>
          momentOf(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), hour);
        const [begin, end] = [Math.max(from, of(hours.from)), Math.min(until, of(hours.until))];
        if (begin < end) found.push({ from: begin, until: end });
      }
      return found;
    },
  };
}

/** The parts of spans that no busy time takes. @param busy in any order */
export function freeWithin(
  spans: readonly { from: number; until: number }[],
  busy: readonly { from: number; until: number }[],
): { from: number; until: number }[] {
  const taken = busy.toSorted((one, other) => one.from - other.from);
  return spans.flatMap((span) => {
    const free: { from: number; until: number }[] = [];
    let at = span.from;
    for (const { from, until } of taken) {
      if (until <= at || from >= span.until) continue;
      if (from > at) free.push({ from: at, until: from });
      at = until;
    }
    if (at < span.until) free.push({ from: at, until: span.until });
    return free;
  });
}
