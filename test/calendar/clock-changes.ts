// The changes of the clocks in 2026 and 2027, in five zones, and what the wall clock means around them.

export interface Change {
  zone: string;
  day: string;
  /** A wall-clock time that does not exist or exists twice, and what it means in UTC. RFC 5545 3.3.5 */
  odd: string;
  oddUtc: string;
  /** What the odd time is written as once it is an instance. */
  written: string;
  /** 12:00 of the day before, the day and the day after, in UTC. */
  noons: [string, string, string];
  /** Hours from 12:00 the day before to 12:00 that day. */
  hours: number;
}

export const changes: Change[] = [
  ...(
    [
      ["2026-03-29", "02:30", "01:30", "03:30", "11:00", "10:00", 23],
      ["2026-10-25", "02:30", "00:30", "02:30", "10:00", "11:00", 25],
      ["2027-03-28", "02:30", "01:30", "03:30", "11:00", "10:00", 23],
      ["2027-10-31", "02:30", "00:30", "02:30", "10:00", "11:00", 25],
    ] as const
  ).map((row) => change("Europe/Berlin", row)),
  ...(
    [
      ["2026-03-08", "02:30", "07:30", "03:30", "17:00", "16:00", 23],
      ["2026-11-01", "01:30", "05:30", "01:30", "16:00", "17:00", 25],
      ["2027-03-14", "02:30", "07:30", "03:30", "17:00", "16:00", 23],
      ["2027-11-07", "01:30", "05:30", "01:30", "16:00", "17:00", 25],
    ] as const
  ).map((row) => change("America/New_York", row)),
  ...(
    [
      ["2026-04-05", "01:45", "-14:45", "01:45", "01:00", "01:30", 24.5],
      ["2026-10-04", "02:15", "-15:45", "02:45", "01:30", "01:00", 23.5],
      ["2027-04-04", "01:45", "-14:45", "01:45", "01:00", "01:30", 24.5],
      ["2027-10-03", "02:15", "-15:45", "02:45", "01:30", "01:00", 23.5],
    ] as const
  ).map((row) => change("Australia/Lord_Howe", row)),
  ...(
    [
      ["2026-02-15", "02:30", "01:30", "02:30", "11:00", "12:00", 25],
      ["2026-03-22", "02:30", "02:30", "03:30", "12:00", "11:00", 23],
      ["2027-02-07", "02:30", "01:30", "02:30", "11:00", "12:00", 25],
      ["2027-03-14", "02:30", "02:30", "03:30", "12:00", "11:00", 23],
    ] as const
  ).map((row) => change("Africa/Casablanca", row)),
  ...(
    [
      ["2026-03-29", "02:30", "-20:45", "02:30", "06:15", "06:15", 24],
      ["2027-10-31", "02:30", "-20:45", "02:30", "06:15", "06:15", 24],
    ] as const
  ).map((row) => change("Asia/Kathmandu", row)),
];

type Row = readonly [
  day: string,
  odd: string,
  oddUtc: string,
  written: string,
  before: string,
  after: string,
  hours: number,
];

/** A UTC time that begins with `-` is on the day before. */
function change(zone: string, [day, odd, oddUtc, written, before, after, hours]: Row): Change {
  const utc = (time: string, days: number) =>
    `${shift(day, time.startsWith("-") ? days - 1 : days)}T${time.replace("-", "")}`;
  return {
    zone,
    day,
    odd: `${day}T${odd}:00`,
    oddUtc: utc(oddUtc, 0),
    written: `${day}T${written}:00`,
    noons: [utc(before, -1), utc(after, 0), utc(after, 1)],
    hours,
  };
}

/** A date, some days on. */
export function shift(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** An instant of a UTC time in minutes. */
export const full = (utc: string) => `${utc}:00.000000Z`;
