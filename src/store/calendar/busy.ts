// The busy times of an identity's calendar, computed from the times and status of its events.
import { addSeries, BusySpans } from "../../calendar/recurrence/busy-series.ts";
import { type BusyInterval, takesTime } from "../../calendar/recurrence/free-busy.ts";
import { readInstanceId } from "../../calendar/recurrence/instance-id.ts";
import { othersTurn } from "../../lib/pauses.ts";
import { instantAt, secondsOf } from "../../lib/zones.ts";
import type { RowSource } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import {
  datesOfSeries,
  type EventPlace,
  type EventWindow,
  listDatedTimes,
  type SeriesTimes,
} from "./calendar-events.ts";
import { currentCalendar, seriesInWindow } from "./series-cache.ts";

/** Instances that are examined before other work of the thread gets a turn. */
const CHUNK = 10_000;
/** Single events and changed dates that one statement reads. */
const PAGE = 5000;
/** The most instances that one request examines: half a second's work. A rule from mail has at most 2,208 in 92 days. */
const maxExamined = 500_000;

interface BusyQuery extends EventWindow {
  /** UIDs of objects whose events count; left out: all. */
  objectUids?: ReadonlySet<string>;
  /** The UID of an object whose events do not count. */
  exceptUid?: string;
}

/** The busy times of the window, merged and in order; null when there are more than `most`. */
export async function busyTimes(
  db: RowSource,
  scope: Scope,
  query: BusyQuery & { most: number },
): Promise<BusyInterval[] | null> {
  const spans = new BusySpans();
  if (!(await addAllSeries(db, scope, { query, spans }))) return null;
  // After the series: a date that is changed meanwhile counts twice rather than never.
  await addDated(db, scope, { query, spans });
  const merged = spans.merged();
  if (merged.length > query.most) return null;
  return merged.map(({ startAt, endAt }) => ({ start_at: instantAt(startAt), end_at: instantAt(endAt) }));
}

type BusyFacts = Pick<SeriesTimes, "status" | "responseStatus" | "transparent" | "objectUid">;

/** Whether an event is of the query's objects and takes time. */
function countsIn({ objectUids, exceptUid }: BusyQuery): (event: BusyFacts) => boolean {
  return ({ status, responseStatus, transparent, objectUid }) =>
    takesTime({ status, response_status: responseStatus, transparent }) &&
    objectUid !== exceptUid &&
    (objectUids === undefined || objectUids.has(objectUid));
}

/** @returns false when maxExamined is reached */
async function addAllSeries(
  db: RowSource,
  scope: Scope,
  { query, spans }: { query: BusyQuery; spans: BusySpans },
): Promise<boolean> {
  const calendar = await currentCalendar(db, scope, query.identityId);
  const counts = countsIn(query);
  const found = seriesInWindow(calendar, query, counts);
  const changed = new Map<string, Set<number>>();
  for (const id of await datesOfSeries(db, scope.accountId, {
    ...query,
    series: found.map((one) => one.series),
  })) {
    const key = readInstanceId(id);
    if (!key) continue;
    const dates = changed.get(key.seriesId) ?? new Set();
    changed.set(key.seriesId, dates.add(key.at));
  }
  const window = { after: secondsOf(query.after), before: secondsOf(query.before) + 1 };
  let examined = 0;
  let pausedAt = 0;
  for (const read of found) {
    examined++;
    const dates = changed.get(read.series.id) ?? new Set();
    for (const count of addSeries(read, window, { spans, changed: dates })) {
      examined += count;
      if (examined > maxExamined) return false;
      if (examined - pausedAt < CHUNK) continue;
      pausedAt = examined;
      await othersTurn();
    }
  }
  return true;
}

async function addDated(
  db: RowSource,
  scope: Scope,
  { query, spans }: { query: BusyQuery; spans: BusySpans },
): Promise<void> {
  const counts = countsIn(query);
  for (let past: EventPlace | null = null; ; ) {
    const rows = await listDatedTimes(db, scope, { ...query, past, count: PAGE, changed: true });
    for (const row of rows) if (counts(row)) spans.add(secondsOf(row.startAt), secondsOf(row.endAt));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    past = last;
  }
}
