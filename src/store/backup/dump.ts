// Tables as pieces: the rows of each in the order of its primary key, as JSON lines, all seen at one moment. A piece ends where
// a row's key says so, not after a number of rows: rows that did not change make the same pieces again, which are stored once.
import { must } from "../../lib/must.ts";
import { tableKinds } from "../cluster/table-kinds.ts";
import { doneTable } from "../database/migrate.ts";
import type { DatabaseTransaction, Executor, Parted } from "../database/sql.ts";
import type { DumpedTable, Manifest } from "./manifest.ts";
import type { Objects } from "./objects.ts";

/** Rows of one fetch: at most about 200 kB each. */
const fetched = 100;
/** On average a piece ends after this many rows, or at this size. */
const rowsOfPiece = 1024;
const bytesOfPiece = 4 * 1024 * 1024;

export type Progress = (text: string) => void;

export interface Dumped {
  tables: DumpedTable[];
  migrations: string[];
  lastXid: string;
  /** Rows that were read; the others are as the base has them. */
  read: number;
  /** SHA-256 and size of each blob that a row refers to. */
  blobs: string[];
}

export interface DumpOptions {
  objects: Objects;
  /** A backup from which this database goes on: what is as it was is not read again. */
  base: Manifest | null;
  /** Whether rows tell the transaction that wrote them. */
  canPrint: boolean;
  progress: Progress;
}

/** @param tx sees one moment of the database (repeatable read) and may take long */
export async function dumpTables(
  tx: DatabaseTransaction,
  { objects, base, canPrint, progress }: DumpOptions,
): Promise<Dumped> {
  // The session is in a part, where an older release may have left a table of this name.
  const done = doneTable(tx.parts !== undefined);
  const migrations = (await tx.values(`select name from ${done} order by name collate "C"`)).map(([name]) =>
    String(name),
  );
  // A migration gives rows new columns without writing them.
  const isSameSchema = base !== null && Bun.deepEquals(base.migrations, migrations);
  const bases = new Map(isSameSchema ? base.tables.map((table) => [table.name, table]) : []);
  const since = base?.base?.nextXid ?? null;
  const tables: DumpedTable[] = [];
  let read = 0;
  await tx.values("set local enable_sort = off");
  await tx.values("set local enable_incremental_sort = off");
  const all = await placesOfTables(tx);
  const whole = await printsOfSmall(tx, { keys: all.map(({ key }) => key), bases, canPrint });
  for (const { key, places } of all) {
    progress(`table ${key.name}`);
    const made = [];
    const known = { base: bases.get(key.name), whole: whole.get(key.name) ?? null, since };
    for (const place of places) made.push(await dumpTable(place, key, { objects, known, canPrint }));
    tables.push(oneTable(made));
    read += made.reduce((sum, { read }) => sum + read, 0);
  }
  const blobs = new Set<string>();
  let lastXid = 0n;
  for (const part of tx.parts ?? [tx]) {
    const [last] = await part.values(
      `select greatest((select xid from events order by xid desc limit 1),
         (select event_xid from deliveries order by event_xid desc limit 1), '0'::xid8)::text`,
    );
    const xid = BigInt(String(must(last, "the statement returns one row")[0]));
    if (xid > lastXid) lastXid = xid;
    for (const [key] of await part.values("select distinct key from blobs where refs > 0"))
      blobs.add(String(key));
  }
  return { tables, migrations, read, lastXid: lastXid.toString(), blobs: [...blobs].sort() };
}

/** Each table, with where its rows are: in every part, where the database is spread. */
async function placesOfTables(tx: Parted): Promise<{ key: TableKey; places: readonly Executor[] }[]> {
  const inEach = (places: readonly Executor[]) => (key: TableKey) => ({ key, places });
  const [part] = tx.parts ?? [];
  if (!part) return (await tablesOf(tx)).map(inEach([tx]));
  const shared = (await tablesOf(tx, "public")).filter(({ name }) => tableKinds.has(name)).map(inEach([tx]));
  const spread = (await tablesOf(part)).map(inEach(tx.parts ?? []));
  return [...shared, ...spread].sort((a, b) => (a.key.name < b.key.name ? -1 : 1));
}

/** The rows of all places, one behind the other. */
function oneTable(made: readonly (DumpedTable & { read: number })[]): DumpedTable {
  const [first, ...others] = made.map(({ read: _, ...table }) => table);
  const table = must(first, "every table is in one place at least");
  for (const { rows, pieces } of others) {
    table.rows += rows;
    table.pieces.push(...pieces);
  }
  return table;
}

export interface TableKey {
  name: string;
  /** Columns of the primary key. */
  key: string[];
  types: string[];
}

/** All tables but the list of migrations and those that a crash may empty, each with its primary key. */
export async function tablesOf(db: Executor, schema?: "public"): Promise<TableKey[]> {
  return db.rows(
    `select c.relname as name, coalesce(k.key, '{}')::text[] as key, coalesce(k.types, '{}')::text[] as types
     from pg_class c cross join lateral (
       select array_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) as key,
              array_agg(format_type(a.atttypid, a.atttypmod) order by array_position(i.indkey::int2[], a.attnum)) as types
       from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) k
     where c.relnamespace = ${schema ? `'${schema}'` : "quote_ident(current_schema())"}::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p'
       and c.relname <> 'schema_migrations'
     order by c.relname`,
  );
}

/** Rows whose keys are behind `after` and not behind `upTo`; null: open. Keys are JSON arrays. */
interface KeyRange {
  after: string | null;
  upTo: string | null;
}

/** Number of rows, and the sum of their hashes. */
interface Print {
  rows: number;
  sum: string;
}

/** Rows of a table that one statement prints whole, and of one that is printed among others. */
const maxRowsPrinted = 200_000;
const maxRowsOfSmall = 1000;
/** Rows written since, by which pieces are looked for; where there are more, each piece is printed. */
const maxRowsSince = 500;

/** Prints of the tables that were small, in one statement: most have not changed. */
async function printsOfSmall(
  tx: Executor,
  {
    keys,
    bases,
    canPrint,
  }: { keys: readonly TableKey[]; bases: ReadonlyMap<string, DumpedTable>; canPrint: boolean },
): Promise<Map<string, Print>> {
  const small = keys.filter(
    ({ name, key }) => key.length > 0 && (bases.get(name)?.rows ?? maxRowsOfSmall) < maxRowsOfSmall,
  );
  if (!canPrint || small.length === 0) return new Map();
  // In any order: tables may be read at once.
  const printed = small.map(
    (key, at) => `select ${at}, p.* from (${new TableReader(tx, key, true).printing}) p`,
  );
  const rows = (await tx.values(printed.join(" union all "))) as [number, number, string][];
  return new Map(rows.map(([at, count, sum]) => [small[at]!.name, { rows: count, sum }]));
}

class TableReader {
  readonly #tx: Executor;
  readonly #from: string;
  readonly #keys: { column: string; type: string }[];
  readonly #id: string;
  readonly #order: string;
  /** SQL of a row's part in the sum of its piece. */
  readonly #hash: string;

  constructor(tx: Executor, { name, key, types }: TableKey, canPrint: boolean) {
    this.#tx = tx;
    this.#from = `${quoted(name)} t`;
    this.#keys = key.map((column, at) => ({ column: `t.${quoted(column)}`, type: types[at]! }));
    const columns = this.#keys.map(({ column }) => column).join(", ");
    this.#id = key.length === 0 ? "to_jsonb(t)::text" : `jsonb_build_array(${columns})::text`;
    this.#order = key.length === 0 ? "to_jsonb(t)::text" : columns;
    this.#hash = canPrint ? `hash_record_extended(row(${columns}, t.xmin), 0)` : "0";
  }

  /** A statement of the print of all rows. */
  get printing(): string {
    return `select count(*)::int, coalesce(sum(${this.#hash}), 0)::text from ${this.#from}`;
  }

  async printAll(): Promise<Print> {
    const [row] = await this.#tx.values(this.printing);
    const [rows, sum] = must(row, "an aggregate returns one row") as [number, string];
    return { rows, sum };
  }

  /** @returns the numbers of the ranges with rows that were written from that transaction on; null: too many rows */
  async written(since: string, ends: readonly string[]): Promise<number[] | null> {
    const columns = this.#keys.map(({ column }) => column).join(", ");
    const values = this.#keys.map(({ type }, at) => `(e.key->>${at})::${type}`).join(", ");
    const rows = (await this.#tx.values(
      `select coalesce((select min(e.at) from jsonb_array_elements($1::jsonb) with ordinality e(key, at)
                        where (${columns}) <= (${values})), $2::int8)::int
       from ${this.#from}
       where age(t.xmin) <= least(pg_snapshot_xmax(pg_current_snapshot())::text::int8 - $3::int8, 2147483646)
       limit ${maxRowsSince + 1}`,
      [`[${ends.join(",")}]`, ends.length, since],
    )) as [number][];
    return rows.length > maxRowsSince ? null : [...new Set(rows.map(([at]) => at - 1))];
  }

  /** By the primary key's index. */
  async print(range: KeyRange): Promise<Print> {
    const { where, params } = this.#within(range);
    // The order leads to the primary key's index: another one, that begins with the same column, is as good to the planner and is not.
    const [row] = await this.#tx.values(
      `select count(*)::int, coalesce(sum(h), 0)::text
       from (select ${this.#hash} as h from ${this.#from}${where} order by ${this.#order} offset 0) printed`,
      params,
    );
    const [rows, sum] = must(row, "an aggregate returns one row") as [number, string];
    return { rows, sum };
  }

  async *rows(range: KeyRange): AsyncGenerator<[key: string, line: string, hash: string]> {
    const { where, params } = this.#within(range);
    await this.#tx.values(
      `declare dumped no scroll cursor for
       select ${this.#id}, to_jsonb(t)::text, ${this.#hash}::text from ${this.#from}${where} order by ${this.#order}`,
      params,
    );
    for (;;) {
      const some = (await this.#tx.values(`fetch ${fetched} from dumped`)) as [string, string, string][];
      yield* some;
      if (some.length < fetched) break;
    }
    await this.#tx.values("close dumped");
  }

  #within({ after, upTo }: KeyRange): { where: string; params: string[] } {
    const params: string[] = [];
    const columns = this.#keys.map(({ column }) => column).join(", ");
    const bound = (operator: string, key: string | null) => {
      if (key === null) return [];
      params.push(key);
      const values = this.#keys.map(({ type }, at) => `($${params.length}::jsonb->>${at})::${type}`);
      return [`(${columns}) ${operator} (${values.join(", ")})`];
    };
    const bounds = [...bound(">", after), ...bound("<=", upTo)];
    return { where: bounds.length === 0 ? "" : ` where ${bounds.join(" and ")}`, params };
  }
}

/** Reads the rows of a range as pieces, and adds them to the table. @returns their number */
async function readRange(
  reader: TableReader,
  range: KeyRange,
  objects: Objects,
  table: Required<DumpedTable>,
): Promise<number> {
  const before = table.rows;
  let lines: string[] = [];
  let size = 0;
  let sum = 0n;
  let last = "";
  const end = async () => {
    if (lines.length === 0) return;
    table.rows += lines.length;
    table.prints.push({ end: last, rows: lines.length, sum: sum.toString() });
    table.pieces.push(await objects.put(Buffer.from(lines.join("\n"))));
    lines = [];
    size = 0;
    sum = 0n;
  };
  for await (const [key, line, hash] of reader.rows(range)) {
    lines.push(line);
    size += line.length;
    sum += BigInt(hash);
    last = key;
    if (Bun.hash.crc32(key) % rowsOfPiece === 0 || size > bytesOfPiece) await end();
  }
  await end();
  return table.rows - before;
}

/** Facts of a table that are known before it is read. */
interface KnownTable {
  base: DumpedTable | undefined;
  /** The print of the whole table; null: not made. */
  whole: Print | null;
  /** The first transaction behind the base; null: not known. */
  since: string | null;
}

/** Rows of pieces that are as the base has them are not read. */
async function dumpTable(
  tx: Executor,
  key: TableKey,
  { objects, known, canPrint }: { objects: Objects; known: KnownTable; canPrint: boolean },
): Promise<DumpedTable & { read: number }> {
  const reader = new TableReader(tx, key, canPrint && key.key.length > 0);
  const table: Required<DumpedTable> = { name: key.name, rows: 0, pieces: [], prints: [] };
  const { pieces = [], prints = [] } = canPrint && known.base ? known.base : {};
  const ranges = prints.map(({ end }, at) => ({
    after: prints[at - 1]?.end ?? null,
    // The last one has what came behind it.
    upTo: at === prints.length - 1 ? null : end,
  }));
  const found = await printsNow(reader, { ranges, prints, known });
  let read = 0;
  const isEmpty = prints.length === 0 && known.whole?.rows === 0;
  let changed: KeyRange | null = prints.length === 0 && !isEmpty ? { after: null, upTo: null } : null;
  for (const [at, range] of ranges.entries()) {
    const { rows, sum } = found?.[at] ?? (await reader.print(range));
    const isSame = rows === prints[at]!.rows && sum === prints[at]!.sum && objects.has(pieces[at]!);
    if (!isSame) {
      changed = { after: changed ? changed.after : range.after, upTo: range.upTo };
      continue;
    }
    if (changed) read += await readRange(reader, changed, objects, table);
    changed = null;
    table.rows += prints[at]!.rows;
    table.prints.push(prints[at]!);
    table.pieces.push(pieces[at]!);
  }
  if (changed) read += await readRange(reader, changed, objects, table);
  const { prints: made, ...rest } = table;
  return { ...rest, ...(canPrint && key.key.length > 0 ? { prints: made } : {}), read };
}

/**
 * The prints of all ranges by that of the whole table, which costs a third: only ranges with rows that were written since are
 * printed. The others are as the base has them where all sums agree, which a row that was deleted there would not let them.
 * @returns null: each range has to be printed
 */
async function printsNow(
  reader: TableReader,
  {
    ranges,
    prints,
    known: { base, whole, since },
  }: { ranges: readonly KeyRange[]; prints: readonly (Print & { end: string })[]; known: KnownTable },
): Promise<Print[] | null> {
  if (!base || prints.length === 0 || base.rows > maxRowsPrinted) return null;
  const now = whole ?? (await reader.printAll());
  const found: Print[] = [...prints];
  if (!isSum(now, found)) {
    if (since === null) return null;
    const ends = prints.map(({ end }) => end);
    for (const at of (await reader.written(since, ends)) ?? []) found[at] = await reader.print(ranges[at]!);
  }
  return isSum(now, found) ? found : null;
}

function isSum(whole: Print, parts: readonly Print[]): boolean {
  return (
    whole.rows === parts.reduce((sum, { rows }) => sum + rows, 0) &&
    BigInt(whole.sum) === parts.reduce((sum, part) => sum + BigInt(part.sum), 0n)
  );
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
