// Tables as pieces: the rows of each in the order of its primary key, as JSON lines, all seen at one moment. A piece ends where
// a row's key says so, not after a number of rows: rows that did not change make the same pieces again, which are stored once.
import { must } from "../../lib/must.ts";
import type { DatabaseTransaction, Executor } from "../database/sql.ts";
import type { Manifest } from "./manifest.ts";
import type { Objects } from "./objects.ts";

/** Rows of one fetch: at most about 200 kB each. */
const fetched = 100;
/** On average a piece ends after this many rows, or at this size. */
const rowsOfPiece = 1024;
const bytesOfPiece = 4 * 1024 * 1024;

export type Progress = (text: string) => void;

export interface Dumped {
  tables: Manifest["tables"];
  migrations: string[];
  lastXid: string;
  /** SHA-256 and size of each blob that a row refers to. */
  blobs: string[];
}

/** @param tx sees one moment of the database (repeatable read) and may take long */
export async function dumpTables(
  tx: DatabaseTransaction,
  objects: Objects,
  progress: Progress,
): Promise<Dumped> {
  const migrations = await tx.values('select name from schema_migrations order by name collate "C"');
  const tables: Manifest["tables"] = [];
  for (const { name, key } of await tablesOf(tx)) {
    progress(`table ${name}`);
    tables.push(await dumpTable(tx, { name, key }, objects));
  }
  const [last] = await tx.values(
    `select greatest((select xid from events order by xid desc limit 1),
       (select event_xid from deliveries order by event_xid desc limit 1), '0'::xid8)::text`,
  );
  const blobs = await tx.values("select distinct key from blobs where refs > 0 order by key");
  return {
    tables,
    migrations: migrations.map(([name]) => String(name)),
    lastXid: String(must(last, "the statement returns one row")[0]),
    blobs: blobs.map(([key]) => String(key)),
  };
}

/** All tables but the list of migrations and those that a crash may empty, each with its primary key. */
export async function tablesOf(db: Executor): Promise<{ name: string; key: string[] }[]> {
  return db.rows(
    `select c.relname as name,
            coalesce((select array_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
                      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
                      where i.indrelid = c.oid and i.indisprimary), '{}')::text[] as key
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p'
       and c.relname <> 'schema_migrations'
     order by c.relname`,
  );
}

async function dumpTable(
  tx: DatabaseTransaction,
  { name, key }: { name: string; key: string[] },
  objects: Objects,
): Promise<Manifest["tables"][number]> {
  const table = quoted(name);
  const keys = key.map((column) => `t.${quoted(column)}`);
  const id = keys.length === 0 ? "to_jsonb(t)::text" : `jsonb_build_array(${keys.join(", ")})::text`;
  const order = keys.length === 0 ? "to_jsonb(t)::text" : keys.join(", ");
  await tx.values(
    `declare dumped no scroll cursor for select ${id}, to_jsonb(t)::text from ${table} t order by ${order}`,
  );
  const pieces: string[] = [];
  let lines: string[] = [];
  let size = 0;
  let rows = 0;
  const end = async () => {
    if (lines.length === 0) return;
    pieces.push(await objects.put(Buffer.from(lines.join("\n"))));
    lines = [];
    size = 0;
  };
  for (;;) {
    const some = (await tx.values(`fetch ${fetched} from dumped`)) as [string, string][];
    for (const [rowKey, line] of some) {
      lines.push(line);
      size += line.length;
      rows++;
      if (Bun.hash.crc32(rowKey) % rowsOfPiece === 0 || size > bytesOfPiece) await end();
    }
    if (some.length < fetched) break;
  }
  await end();
  await tx.values("close dumped");
  return { name, rows, pieces };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
