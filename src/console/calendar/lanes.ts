// Events of a day beside each other: those that overlap share the width. Places are classes of the style sheet, as the policy
// allows no style in a page: a row for each quarter of an hour, twelve columns in every day.

/** Minutes of a row. */
export const slotMinutes = 15;
/** The shortest that an event is shown: its words need the place. */
const shortestSlots = 2;
const columns = 12;
/** Numbers of events beside each other that divide the columns. */
const widths = [1, 2, 3, 4, 6, 12];

export interface DayLane {
  /** From 0. */
  lane: number;
  /** Lanes of its group. */
  of: number;
}

export interface MinuteSpan {
  from: number;
  to: number;
}

/** Events that the lanes have no place for, in place of the last lane. */
export interface MoreEvents extends MinuteSpan {
  count: number;
  place: DayLane;
}

/**
 * @param spans in minutes, ordered by their beginning
 * @param most lanes beside each other, one of `widths`
 * @returns the lane of each (null: there is no place for it), and where it is said how many there are beside those
 */
export function lanesOf(
  spans: readonly MinuteSpan[],
  most: number,
): { lanes: (DayLane | null)[]; more: MoreEvents[] } {
  const lanes: (DayLane | null)[] = [];
  const more: MoreEvents[] = [];
  let group: { at: number; lane: number }[] = [];
  /** Until when each lane of the group is taken. */
  let taken: number[] = [];
  const endGroup = () => {
    const isFull = taken.length > most;
    const of = isFull ? most : (widths.find((width) => width >= taken.length) ?? most);
    const hidden: MinuteSpan[] = [];
    for (const { at, lane } of group) {
      const isPlaced = !isFull || lane < most - 1;
      lanes[at] = isPlaced ? { lane, of } : null;
      if (!isPlaced) hidden.push(spans[at]!);
    }
    if (hidden.length > 0) {
      const from = Math.min(...hidden.map((one) => one.from));
      const to = Math.max(...hidden.map((one) => one.to));
      more.push({ from, to, count: hidden.length, place: { lane: most - 1, of } });
    }
    [group, taken] = [[], []];
  };
  for (const [at, { from, to }] of spans.entries()) {
    const until = Math.max(to, from + shortestSlots * slotMinutes);
    if (taken.every((end) => end <= from)) endGroup();
    const free = taken.findIndex((end) => end <= from);
    const lane = free >= 0 ? free : taken.length;
    taken[lane] = until;
    group.push({ at, lane });
  }
  endGroup();
  return { lanes, more };
}

/** The classes that place an event. @param shown the part of the day that is shown: a row behind it would stretch all days */
export function placeClasses({ from, to }: MinuteSpan, { lane, of }: DayLane, shown: MinuteSpan): string {
  const rows = Math.max(shortestSlots, Math.ceil((to - Math.max(from, shown.from)) / slotMinutes));
  const at = Math.floor((from - shown.from) / slotMinutes);
  const last = (shown.to - shown.from) / slotMinutes - rows;
  return `at-${Math.max(0, Math.min(at, last))} for-${rows} lane-${of}-${lane}`;
}

/** The rules of the style sheet behind the classes. */
export function laneRules(): string {
  const slots = Array.from({ length: (24 * 60) / slotMinutes }, (_, slot) => slot);
  const rows = slots.map(
    (slot) =>
      `.slots>.at-${slot}{grid-row-start:${slot + 1}}.slots>.for-${slot + 1}{grid-row-end:span ${slot + 1}}`,
  );
  const lanes = widths.flatMap((of) =>
    Array.from({ length: of }, (_, lane) => {
      const width = columns / of;
      return `.slots>.lane-${of}-${lane}{grid-column:${lane * width + 1}/span ${width}}`;
    }),
  );
  return [...rows, ...lanes].join("");
}
