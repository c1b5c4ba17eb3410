// Objects of an address that have events in a window: single events and changed dates by index, series by
// expansion of the cached ones. RFC 4791 9.9
import { expandAll } from "../../calendar/recurrence/expansion.ts";
import { Pauses } from "../../lib/pauses.ts";
import type { RowSource } from "../database/database.ts";
import type { Owner, Scope } from "../scope.ts";
import { datesOfSeries, type EventPlace, type EventWindow, listDatedTimes } from "./calendar-events.ts";
import { currentCalendar, seriesInWindow } from "./series-cache.ts";

const pageRows = 1000;

/** The UIDs of objects with an event that overlaps the window. */
export async function objectsInWindow(
  db: RowSource,
  owner: Owner,
  window: EventWindow,
): Promise<Set<string>> {
  const scope: Scope = { accountId: owner.accountId, identityIds: [owner.identityId] };
  const found = new Set<string>();
  for (let past: EventPlace | null = null; ; ) {
    const rows = await listDatedTimes(db, scope, { ...window, past, count: pageRows, changed: true });
    for (const row of rows) found.add(row.objectUid);
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    past = last;
  }
  const ids = await seriesWith(db, scope, window);
  if (ids.length > 0) {
    const rows = await db.rows<{ uid: string }>(
      "select object_uid as uid from calendar_events where account_id = $1::uuid and id = any($2::text[])",
      [owner.accountId, ids],
    );
    for (const { uid } of rows) found.add(uid);
  }
  return found;
}

/** The ids of series with an instance of their own, not a changed date, in the window. */
async function seriesWith(db: RowSource, scope: Scope, window: EventWindow): Promise<string[]> {
  const calendar = await currentCalendar(db, scope, window.identityId);
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
    if (occurrences.some((occurrence) => !changed.has(occurrence.id))) found.push(id);
    if (pauses.isDue) await pauses.take();
  }
  return found;
}
