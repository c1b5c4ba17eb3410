// Series as expansion reads them, kept in memory by id and etag: the two never name another version, so nothing has to
// be told when a series changes. A window then reads of each series no more than these two.
import { type ReadSeries, readSeries } from "../calendar/recurrence.ts";
import type { Series } from "../calendar/types.ts";
import { type SeriesHead, type SeriesTimes, seriesTimes } from "./calendar-events.ts";
import type { Executor } from "./database.ts";

export interface KnownSeries {
  etag: string;
  read: ReadSeries;
}

interface Kept {
  etag: string;
  /** Null: its times are none. */
  read: ReadSeries | null;
  weight: number;
}

/** Series and dates named by RDATE and EXDATE that are kept: some tens of megabytes. */
const mostWeight = 200_000;

/** The oldest first. */
const kept = new Map<string, Kept>();
let weight = 0;

/** A row as what expansion reads. */
export function seriesOf(row: SeriesTimes): Series {
  return {
    id: row.id,
    all_day: row.allDay,
    start: row.startLocal,
    end: row.endLocal,
    timezone: row.timezone,
    start_at: row.startAt,
    end_at: row.endAt,
    recurrence: row.recurrence,
  };
}

function keep(row: SeriesTimes): Kept {
  const { rdates = [], exdates = [] } = row.recurrence ?? {};
  const entry = {
    etag: row.etag,
    read: readSeries(seriesOf(row)),
    weight: 10 + rdates.length + exdates.length,
  };
  forget(row.id);
  kept.set(row.id, entry);
  weight += entry.weight;
  for (const id of kept.keys()) {
    if (weight <= mostWeight) break;
    forget(id);
  }
  return entry;
}

function forget(id: string): void {
  weight -= kept.get(id)?.weight ?? 0;
  kept.delete(id);
}

/** These series, read; one that changed or went since its head was read is as it is now, or left out. */
export async function readAll(
  db: Pick<Executor, "rows">,
  accountId: string,
  heads: readonly Pick<SeriesHead, "id" | "etag">[],
): Promise<KnownSeries[]> {
  const found: Kept[] = [];
  const missing: string[] = [];
  for (const { id, etag } of heads) {
    const entry = kept.get(id);
    if (entry?.etag === etag) found.push(entry);
    else missing.push(id);
  }
  if (missing.length > 0) found.push(...(await seriesTimes(db, accountId, missing)).map(keep));
  return found.flatMap(({ etag, read }) => (read ? { etag, read } : []));
}
