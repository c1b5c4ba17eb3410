// Objects of an address that have events in a window: single events and changed dates by index, series by
// expansion of the cached ones; kept for a version of the calendar. RFC 4791 9.9
import { expandAll } from "../../calendar/recurrence/expansion.ts";
import { must } from "../../lib/must.ts";
import { Pauses } from "../../lib/pauses.ts";
import { SizedCache } from "../../lib/sized-cache.ts";
import type { RowSource } from "../database/database.ts";
import type { Owner, Scope } from "../scope.ts";
import { datesOfSeries, type EventPlace, type EventWindow, listDatedTimes } from "./calendar-events.ts";
import { type CachedCalendar, currentCalendar, seriesInWindow } from "./series-cache.ts";

const pageRows = 1000;

/** UIDs by identity, version of the calendar, and window, in characters: a program reads the same months at each look. */
const kept = new SizedCache<ReadonlySet<string>>({ all: 4 * 1024 * 1024, one: 256 * 1024 });
/** Memory of a UID beside its characters. */
const uidSize = 64;

/** The UIDs of objects with an event that overlaps the window. */
export async function objectsInWindow(
  db: RowSource,
  owner: Owner,
  window: EventWindow,
): Promise<ReadonlySet<string>> {
  const scope: Scope = { accountId: owner.accountId, identityIds: [owner.identityId] };
  const calendar = await currentCalendar(db, scope, window.identityId);
  // Changed meanwhile, the calendar would have another version at the next look.
  const key = `${window.identityId} ${calendar.version} ${window.after} ${window.before}`;
  const known = kept.get(key);
  if (known) return known;
  const found = new Set<string>();
  for (let past: EventPlace | null = null; ; ) {
    const rows = await listDatedTimes(db, scope, { ...window, past, count: pageRows, changed: true });
    for (const row of rows) found.add(row.objectUid);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    past = last;
  }
  for (const uid of await seriesWith(db, { scope, calendar, window })) found.add(uid);
  let size = 0;
  for (const { length } of found) size += length + uidSize;
  kept.keep(key, found, size);
  return found;
}

/** The UIDs of series with an instance of their own, not a changed date, in the window. */
async function seriesWith(
  db: RowSource,
  { scope, calendar, window }: { scope: Scope; calendar: CachedCalendar; window: EventWindow },
): Promise<string[]> {
  const candidates = seriesInWindow(calendar, window);
  const changed = new Set(
    await datesOfSeries(db, scope.accountId, { ...window, series: candidates.map(({ series }) => series) }),
  );
  const counts = new Map<string, number>();
  for (const id of changed) counts.set(id.slice(0, 36), (counts.get(id.slice(0, 36)) ?? 0) + 1);
  const found: string[] = [];
  const pauses = new Pauses();
  for (const read of candidates) {
    const { id } = read.series;
    const { occurrences } = expandAll([read], window, 1 + (counts.get(id) ?? 0));
    const { objectUid } = must(calendar.series.get(id), "the series is the calendar's").times;
    if (occurrences.some((occurrence) => !changed.has(occurrence.id))) found.push(objectUid);
    if (pauses.isDue) await pauses.take();
  }
  return found;
}
