// Reading calendars: a month with instances in place of series, of which other months hold more or less.
import { type Quantiles, quantiles } from "./quantiles.ts";
import { type BenchServer, call, cpuMs, createAddresses } from "./server.ts";

const hour = 3_600_000;
const day = 24 * hour;
const begin = Date.UTC(2026, 0, 1);
const zones = ["Europe/Berlin", "America/New_York", "UTC", "Asia/Kathmandu", "Australia/Lord_Howe"];
const rules = [
  "FREQ=WEEKLY;BYDAY=MO",
  "FREQ=DAILY",
  "FREQ=MONTHLY;BYDAY=2TU",
  "FREQ=YEARLY",
  "FREQ=WEEKLY;BYDAY=TU,TH;INTERVAL=2",
];

const local = (at: number) => new Date(at).toISOString().slice(0, 19);

/** Single events over ten years, of which a month has some eighty, and series that all run through 2026. */
function eventsOf(singles: number, series: number): object[] {
  const found: object[] = [];
  for (let n = 0; n < singles; n++) {
    const at = begin + ((n * 7919) % (3650 * 24)) * hour;
    found.push({ title: `Event ${n}`, start: local(at), end: local(at + hour), timezone: zones[n % 5] });
  }
  for (let n = 0; n < series; n++) {
    const at = begin - (n % 300) * day + (n % 24) * hour;
    found.push({
      title: `Series ${n}`,
      start: local(at),
      end: local(at + hour / 2),
      timezone: zones[n % 5],
      recurrence: { rule: rules[n % 5] },
      attendees: [{ email: `guest${n}@example.org` }],
    });
  }
  return found;
}

export interface CalendarReading {
  /** The first 200 of a month's instances. */
  month: Quantiles;
  /** CPU of the server for it, milliseconds; of the embedded database too. */
  monthCpuMs: number;
  /** All pages of a month, one after the other. */
  wholeMonth: Quantiles;
  busy: Quantiles;
}

/** Fills a calendar and times GET …/events?expand=true and GET …/free-busy over months of 2026. */
export async function calendarLatency(
  server: BenchServer,
  { singles, series }: { singles: number; series: number },
): Promise<CalendarReading> {
  const [address] = await createAddresses(server, `cal${singles}x${series}x`, 1);
  const root = `/identities/${address!.id}/calendar`;
  const events = eventsOf(singles, series);
  for (let from = 0; from < events.length; from += 50) {
    await Promise.all(events.slice(from, from + 50).map((event) => call(server, `${root}/events`, event)));
  }
  const window = (month: number) => {
    const at = (number: number) => new Date(Date.UTC(2026, number, 1)).toISOString();
    return `after=${at(month % 12)}&before=${at((month % 12) + 1)}`;
  };
  const time = async (rounds: number, read: (round: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < rounds + 10; round++) {
      const begun = performance.now();
      await read(round);
      if (round >= 10) times.push(performance.now() - begun);
    }
    return quantiles(times);
  };
  const page = (query: string) => pageOf(server, `${root}/events?expand=true&limit=200&${query}`);
  const cpu = cpuMs(server.process.pid);
  const month = await time(190, (round) => page(window(round)));
  const monthCpuMs = (cpuMs(server.process.pid) - cpu) / 200;
  return {
    month,
    monthCpuMs,
    wholeMonth: await time(20, async (round) => {
      for (let cursor: string | null = ""; cursor !== null; )
        cursor = await page(`${window(round)}${cursor && `&cursor=${cursor}`}`);
    }),
    busy: await time(50, (round) => call(server, `${root}/free-busy?${window(round)}`)),
  };
}

/** @returns the next page's cursor */
async function pageOf(server: BenchServer, path: string): Promise<string | null> {
  const response = await fetch(server.api + path, { headers: { authorization: `Bearer ${server.key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { next_cursor: string | null }).next_cursor;
}
