// The backup that an increment goes on from. Each backup leaves a mark in the database after its moment: a database that has the
// mark has all that the backup saw, so a row whose key and transaction (xmin) are those of then is the row of then. One that was
// set back, restored, failed over to a standby that lagged, or copied lacks the mark, or is another history: it is read whole.
import { randomUUID } from "node:crypto";
import type { Executor } from "../database/sql.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import type { Cipher } from "./objects.ts";
import { BackupError, type BackupPlace } from "./places.ts";

const secretName = "backup_marks";
/** Backups whose marks are kept, for places that are used in turn. */
const maxMarks = 16;
/** The newest backups of a place that are looked at. */
const maxLookedAt = 4;

/** One backup's mark in the database. */
interface BackupMark {
  mark: string;
  /** The transaction that wrote it. */
  xid: string;
}

/** Where a database stands. */
export interface BackupState {
  /** Names this cluster, its timeline and the database; null: it has no hash of records (before PostgreSQL 14). */
  history: string | null;
  /** The next transaction, where no earlier one is open; else null. */
  nextXid: string | null;
  /** Oldest first. */
  marks: BackupMark[];
}

/** The state of a database that no server has open. */
export const unknownState: BackupState = { history: null, nextXid: null, marks: [] };

export function newMark(): string {
  return randomUUID();
}

export async function readBackupState(db: Pick<Executor, "values">): Promise<BackupState> {
  const [row] = await db.values(
    `select case when current_setting('server_version_num')::int >= 140000 then
         (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
         || ' ' || (select oid from pg_database where datname = current_database()) end,
       case when pg_snapshot_xmin(s) = pg_snapshot_xmax(s) then pg_snapshot_xmax(s)::text end,
       (select convert_from(value, 'UTF8') from secrets where name = $1::text)
     from pg_current_snapshot() s`,
    [secretName],
  );
  const [history, nextXid, marks] = row as [string | null, string | null, string | null];
  return { history, nextXid, marks: marks === null ? [] : (JSON.parse(marks) as BackupMark[]) };
}

/** Leaves the mark of a backup whose moment is over. */
export async function leaveMark(db: Pick<Executor, "values">, mark: string): Promise<void> {
  await db.values(
    `insert into secrets (name, value)
     values ($1::text, convert_to(jsonb_build_array(jsonb_build_object('mark', $2::text, 'xid', pg_current_xact_id()::text))::text, 'UTF8'))
     on conflict (name) do update set value = convert_to((
       select jsonb_agg(m order by n)::text from (
         select m, n from jsonb_array_elements(convert_from(secrets.value, 'UTF8')::jsonb
           || convert_from(excluded.value, 'UTF8')::jsonb) with ordinality old(m, n)
         order by n desc limit ${maxMarks}) newest), 'UTF8')
     returning 1`,
    [secretName, mark],
  );
}

/** The marks of a restored database are those of another history. */
export async function forgetMarks(db: Pick<Executor, "values">): Promise<void> {
  await db.values("delete from secrets where name = $1::text returning 1", [secretName]);
}

/**
 * The newest backup of the place from which this database goes on; null: there is none.
 * @throws BackupError when the place's backups are of another key
 */
export async function findBase(
  place: BackupPlace,
  cipher: Cipher,
  wanted: { state: BackupState; version: string },
): Promise<Manifest | null> {
  const names = (await place.manifests()).slice(-maxLookedAt).reverse();
  let readable = 0;
  let refusal: BackupError | null = null;
  for (const name of names) {
    try {
      const manifest = await readManifest(place, name, cipher, cipher.isEncrypted);
      readable++;
      if (goesOn(manifest, wanted)) return manifest;
    } catch (error) {
      if (!(error instanceof BackupError || error instanceof SyntaxError)) throw error;
      refusal ??= new BackupError(
        `${place.name} has backups of another BACKUP_KEY, or damaged ones. ${name}: ${error.message} To begin anew with this key, name another place.`,
      );
    }
  }
  if (refusal && readable === 0) throw refusal;
  return null;
}

/** Whether what the backup says of rows holds for this database. */
export function goesOn(
  manifest: Manifest,
  { state, version }: { state: BackupState; version: string },
): boolean {
  const { base } = manifest;
  return (
    base !== undefined &&
    state.history !== null &&
    base.history === state.history &&
    manifest.version === version &&
    state.marks.some(({ mark }) => mark === base.mark)
  );
}

/** Whether nothing but the backup's own mark was written since its moment. */
export function isUnchanged({ base }: Manifest, { nextXid, marks }: BackupState): boolean {
  const left = marks.find(({ mark }) => mark === base?.mark);
  return (
    left !== undefined &&
    nextXid !== null &&
    base?.nextXid === left.xid &&
    BigInt(nextXid) === BigInt(left.xid) + 1n
  );
}
