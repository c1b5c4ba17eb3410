// Which rows the statements of a request read, as PostgreSQL counts them: a plan that reads a whole table shows there,
// whoever ran it. PostgreSQL 28.2.18 pg_stat_user_tables
import type { SQL } from "bun";

/** A table of fewer rows may be read whole. */
const largeRows = 5000;
/** A session hands over what it counted once it has been idle for so long. */
const countedMs = 2500;
const times = 10;

interface Counts {
  table: string;
  size: number;
  /** Rows read by sequential scans. */
  scanned: number;
  /** Rows fetched by indexes. */
  fetched: number;
}

async function counts(database: SQL): Promise<Counts[]> {
  await Bun.sleep(countedMs);
  const rows =
    await database`select relname as table, n_live_tup as size, coalesce(seq_tup_read, 0) as scanned,
    coalesce(idx_tup_fetch, 0) as fetched from pg_stat_user_tables where schemaname = 'public'`;
  return rows.map((row: Record<string, unknown>) => ({
    table: String(row.table),
    size: Number(row.size),
    scanned: Number(row.scanned),
    fetched: Number(row.fetched),
  }));
}

/**
 * Rows that one request reads, in all tables.
 * @throws Error when it reads a large table whole
 */
export async function rowsRead(
  database: SQL,
  what: string,
  request: () => Promise<unknown>,
): Promise<number> {
  const before = new Map((await counts(database)).map((each) => [each.table, each]));
  for (let n = 0; n < times; n++) await request();
  let read = 0;
  for (const { table, size, scanned, fetched } of await counts(database)) {
    const { scanned: scannedBefore = 0, fetched: fetchedBefore = 0 } = before.get(table) ?? {};
    const whole = scanned - scannedBefore;
    if (size > largeRows && whole > 0)
      throw new Error(`${what}: a sequential scan read ${whole} rows of ${table}`);
    read += whole + fetched - fetchedBefore;
  }
  return read / times;
}
