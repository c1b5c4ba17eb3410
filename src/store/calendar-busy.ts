// When an address is busy, from its events' times alone.
import { expandAll, MOST_INSTANCES, type Occurrence } from "../calendar/expansion.ts";
import { type BusyInterval, takesTime } from "../calendar/free-busy.ts";
import { changedDates, type EventPlace, type EventWindow, listDatedTimes } from "./calendar-events.ts";
import type { Executor } from "./database.ts";
import type { Scope } from "./scope.ts";
import { currentCalendar, seriesInWindow } from "./series-cache.ts";

type Rows = Pick<Executor, "rows">;

/** Times of events in the window that take up time; null when there are more than `most`. */
export async function busyTimes(
  db: Rows,
  scope: Scope,
  query: EventWindow & { most: number },
): Promise<BusyInterval[] | null> {
  const found: BusyInterval[] = [];
  for await (const some of pages(db, scope, query)) {
    for (const { start_at, end_at } of some) found.push({ start_at, end_at });
    if (found.length > query.most) return null;
  }
  return found;
}

async function* pages(db: Rows, scope: Scope, query: EventWindow): AsyncGenerator<readonly BusyInterval[]> {
  const calendar = await currentCalendar(db, scope, query.identityId);
  const series = seriesInWindow(calendar, query, ({ status, responseStatus }) =>
    takesTime({ status, response_status: responseStatus }),
  );
  for (let past: Occurrence | null = null; ; ) {
    const { occurrences, more } = expandAll(series, { ...query, past });
    const changed = await changedDates(
      db,
      scope.accountId,
      occurrences.map(({ id }) => id),
    );
    yield occurrences.filter(({ id }) => !changed.has(id));
    past = occurrences.at(-1) ?? null;
    if (!more) break;
  }
  // Last: a date that is changed meanwhile takes its time twice rather than never.
  yield* datedPages(db, scope, query);
}

async function* datedPages(
  db: Rows,
  scope: Scope,
  query: EventWindow,
): AsyncGenerator<readonly BusyInterval[]> {
  for (let past: EventPlace | null = null; ; ) {
    const rows = await listDatedTimes(db, scope, { ...query, past, count: MOST_INSTANCES, changed: true });
    yield rows
      .filter(({ status, responseStatus }) => takesTime({ status, response_status: responseStatus }))
      .map(({ startAt, endAt }) => ({ start_at: startAt, end_at: endAt }));
    const last = rows.at(-1);
    if (!last || rows.length < MOST_INSTANCES) return;
    past = last;
  }
}
