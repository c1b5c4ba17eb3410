// Loading a backup into an empty place, which may be the other kind of database than the one it was made from. The schema is
// first the backup's, then migrated on, so that an older backup is an upgrade. Foreign keys come back after the rows.
import { must } from "../../lib/must.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import { expectFree, takeOver } from "../blobs/owner.ts";
import { type Migration, migrate } from "../database/migrate.ts";
import type { Database, DatabaseTransaction } from "../database/sql.ts";
import { type Progress, quoted, tablesOf } from "./dump.ts";
import { type Manifest, nameOf } from "./manifest.ts";
import { moveOn } from "./move-on.ts";
import { linesOf, type Objects } from "./objects.ts";
import { BackupError } from "./places.ts";
import { type RestoredBlobs, restoreBlobs } from "./restore-blobs.ts";
import { markRestored, readRestored } from "./restored.ts";
import { markDatabase, markUnfinished, unmarkDatabase, unmarkUnfinished } from "./unfinished.ts";

export interface RestoreTarget {
  database: Database;
  blobs: BlobStore;
  /** Whether blobs are files of DATA_DIR. */
  isFolder: boolean;
  dataDir: string;
  migrations: readonly Migration[];
}

export interface RestoredCounts {
  /** Recipients that wait in its queue. */
  queued: number;
  /** Large mails and files that the backup lacks or has damaged. */
  lost: number;
  /** Keys of these; of a restore that was continued behind its rows: none. */
  lostKeys: string[];
}

/** Rows of one statement hold at most about this many characters. */
const charactersOfStatement = 4 * 1024 * 1024;

/**
 * Rows, blobs and the order of events as the backup has them. The blobs come first: a restore that ends early leaves rows
 * that refer to nothing nowhere. Nothing is served of them before somebody has accepted what they permit.
 * @throws BackupError when the target is not empty, or the rows of the backup are missing or damaged; BlobsOfAnother; MigrationError when it is newer than the program
 */
export async function restoreBackup(
  manifest: Manifest,
  objects: Objects,
  target: RestoreTarget,
  progress: Progress,
): Promise<RestoredCounts> {
  const { database, migrations } = target;
  if (database.parts)
    throw new BackupError(
      "The database is spread over a cluster. Restore into one PostgreSQL, then spread that one (cluster prepare --run).",
    );
  const known = migrations.filter(({ name }) => manifest.migrations.includes(name));
  if (known.length < manifest.migrations.length)
    throw new BackupError(
      `The backup was made by Postroom ${manifest.version}, which is newer than this program. Restore it with that version or a newer one.`,
    );
  const mark = await readRestored(database);
  const isLoaded = mark?.state === "loading";
  if (isLoaded && mark.takenAt !== manifest.takenAt)
    throw new BackupError(
      `The rows of the backup ${nameOf(mark.takenAt)} are here already. Name that one by --at, or empty the place.`,
    );
  // A restore that is continued may have its rows already: they came in one transaction, behind the blobs.
  const { lost: lostKeys } = isLoaded
    ? { lost: [] }
    : await load(manifest, objects, { ...target, migrations: known }, progress);
  const lost = isLoaded ? (mark.lost ?? 0) : lostKeys.length;
  await migrate(database, migrations);
  await database.transaction((tx) => moveOn(tx, manifest.lastXid), { long: true });
  await takeOver(database, target.blobs);
  progress("statistics");
  await database.exec("analyze");
  await database.transaction(async (tx) => {
    await markRestored(tx, { takenAt: manifest.takenAt, state: "waiting", lost });
    await unmarkDatabase(tx);
  });
  unmarkUnfinished(target.dataDir);
  const [queued] = await database.values("select count(*) from outbound where next_attempt_at is not null");
  return { queued: Number(must(queued, "the statement returns one row")[0]), lost, lostKeys };
}

/** Loads blobs, schema and rows. @param target its migrations are those of the backup */
async function load(
  manifest: Manifest,
  objects: Objects,
  { database, blobs, isFolder, dataDir, migrations }: RestoreTarget,
  progress: Progress,
): Promise<RestoredBlobs> {
  await requireEmpty(database);
  await expectFree(blobs, { secrets: await secretsOf(manifest, objects), isFolder });
  if (database.kind === "embedded") markUnfinished(dataDir, nameOf(manifest.takenAt));
  else await markDatabase(database, nameOf(manifest.takenAt));
  const restored = await restoreBlobs(manifest, objects, blobs, progress);
  if ((await appliedOf(database)).length > migrations.length) await clearSchema(database);
  await migrate(database, migrations);
  await database.transaction(
    async (tx) => {
      const constraints = await dropForeignKeys(tx);
      for (const { name, pieces } of manifest.tables) {
        progress(`table ${name}`);
        await loadTable(tx, name, pieces, objects);
      }
      for (const { table, name, definition } of constraints)
        await tx.values(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
      await markRestored(tx, {
        takenAt: manifest.takenAt,
        state: "loading",
        lost: restored.lost.length,
      });
    },
    { long: true },
  );
  return restored;
}

/** The backup's rows of the table of that name. */
async function secretsOf(
  manifest: Manifest,
  objects: Objects,
): Promise<{ name: string; value: Uint8Array }[]> {
  const { pieces = [] } = manifest.tables.find(({ name }) => name === "secrets") ?? {};
  const lines = (await Promise.all(pieces.map((piece) => linesOf(objects, piece)))).flat();
  return lines.map((line) => {
    const { name, value } = JSON.parse(line) as { name: string; value: string };
    // bytea as PostgreSQL prints it in JSON: \\x and hexadecimal digits
    return { name, value: Buffer.from(value.slice(2), "hex") };
  });
}

async function requireEmpty(database: Database): Promise<void> {
  for (const { name } of await tablesOf(database)) {
    const [found] = await database.values(`select exists (select from ${quoted(name)})`);
    if (must(found, "the statement returns one row")[0] === true)
      throw new BackupError(
        `The database is not empty: its table ${name} has rows. Name an empty DATA_DIR, or an empty database in DATABASE_URL.`,
      );
  }
}

async function appliedOf(database: Database): Promise<string[]> {
  const [there] = await database.values("select to_regclass('schema_migrations') is not null");
  if (must(there, "the statement returns one row")[0] !== true) return [];
  return (await database.values("select name from schema_migrations")).map(([name]) => String(name));
}

/** The empty tables that an embedded database begins with make room for those of the backup's older schema. */
async function clearSchema(database: Database): Promise<void> {
  if (database.kind === "postgres")
    throw new BackupError(
      "The database has the tables of a newer Postroom already. Name a database without tables in DATABASE_URL.",
    );
  await database.exec("drop schema public cascade; create schema public");
}

async function dropForeignKeys(
  tx: DatabaseTransaction,
): Promise<{ table: string; name: string; definition: string }[]> {
  const found = await tx.rows<{ table: string; name: string; definition: string }>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = quote_ident(current_schema())::regnamespace`,
  );
  for (const { table, name } of found)
    await tx.values(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  return found;
}

async function loadTable(
  tx: DatabaseTransaction,
  name: string,
  pieces: readonly string[],
  objects: Objects,
): Promise<void> {
  const table = quoted(name);
  const columns = await tx.values(
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const list = columns.map(([column]) => quoted(String(column))).join(", ");
  const insert = `insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
  for (const piece of pieces) {
    for (const some of groups(await linesOf(objects, piece)))
      await tx.values(insert, [`[${some.join(",")}]`]);
  }
}

function* groups(lines: readonly string[]): Generator<string[]> {
  let some: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (size + line.length > charactersOfStatement && some.length > 0) {
      yield some;
      some = [];
      size = 0;
    }
    some.push(line);
    size += line.length;
  }
  if (some.length > 0) yield some;
}
