// A backup: the database and the blobs of one moment, while the service runs. The database is read first, at its moment; the
// blobs that it refers to are on disk before any row refers to them, so copying them afterwards finds them all.
import { type Clock, type Instant, nowInstant } from "../../lib/clock.ts";
import { BlobMissing, type BlobStore, unpackBlob } from "../blobs/blobs.ts";
import { knownLost } from "../blobs/lost.ts";
import { openMoment } from "../cluster/moment.ts";
import type { Database } from "../database/sql.ts";
import {
  type BackupState,
  findBase,
  goesOn,
  isUnchanged,
  leaveMark,
  newMark,
  readBackupState,
  unknownState,
} from "./base.ts";
import { type Dumped, dumpTables, type Progress } from "./dump.ts";
import { type Manifest, nameOf, writeManifest } from "./manifest.ts";
import { cipherOf, eachObject, type Objects, openObjects, presentObjects } from "./objects.ts";
import type { BackupPlace } from "./places.ts";

export interface BackupSource {
  blobs: BlobStore;
  /** Where the database stands now. */
  state(): Promise<BackupState>;
  /** Runs the work on Postgres, or on an embedded database (or a copy of one) that nobody writes to meanwhile, at its state or later. */
  read<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Leaves the mark of a backup in the database, once its moment is over. */
  mark(mark: string): Promise<void>;
}

/** A database that this process has open. */
export function openSource({ database, blobs }: { database: Database; blobs: BlobStore }): BackupSource {
  return {
    blobs,
    // Transactions of the coordinator do not tell what was written on its nodes: all of them are read each time.
    state: () => (database.parts ? Promise.resolve(unknownState) : readBackupState(database)),
    read: (work) => work(database),
    mark: (mark) => leaveMark(database, mark),
  };
}

export interface BackupOptions {
  place: BackupPlace;
  /** 32 bytes; null: not encrypted. */
  key: Uint8Array | null;
  version: string;
  clock: Clock;
  progress: Progress;
}

export interface MadeBackup {
  name: string;
  /** The moment that it holds. */
  takenAt: Instant;
  rows: number;
  /** Rows that were read: the others are as in the backup before. */
  read: number;
  blobs: number;
  /** Keys of blobs that the blob store does not have, or has damaged: the backup is without them. */
  missing: string[];
  /** How many more are known to be lost: `postroom repair --mark`. */
  lost: number;
  /** Objects and bytes that this backup added to the place. */
  written: { objects: number; bytes: number };
}

const blobsOfPiece = 4096;

/** @throws BackupError, BlobsUnavailable, DatabaseUnavailable */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<MadeBackup> {
  const { place, key, version, clock, progress } = options;
  const cipher = cipherOf(key);
  progress("looking at what is there");
  const takenAt = nowInstant(clock);
  const state = await source.state();
  const base = await findBase(place, cipher, { state, version });
  const objects = openObjects(place, cipher, await presentObjects(place.objects));
  if (base?.base?.isWhole && isUnchanged(base, state) && (await isThere(base, objects))) {
    await writeManifest(place, { ...base, takenAt }, cipher, key !== null);
    return madeOf({ ...base, takenAt }, objects);
  }
  const { manifest, read, missing, lost } = await source.read(async (database) => {
    const dumped = await dumpDatabase(database, { ...options, objects, base });
    const known = await knownLost(database);
    const copied = await copyBlobs(source.blobs, dumped, objects, progress);
    const { history, nextXid } = dumped.state;
    const mark = newMark();
    const manifest: Manifest = {
      takenAt,
      version,
      migrations: dumped.migrations,
      lastXid: dumped.lastXid,
      tables: dumped.tables,
      blobs: copied.blobs,
      ...(history === null ? {} : { base: { mark, history, nextXid, isWhole: copied.missing.length === 0 } }),
    };
    return {
      manifest,
      read: dumped.read,
      missing: copied.missing.filter((key) => !known.has(key)),
      lost: copied.missing.filter((key) => known.has(key)).length,
    };
  });
  await writeManifest(place, manifest, cipher, key !== null);
  if (manifest.base) await source.mark(manifest.base.mark);
  return { ...madeOf(manifest, objects), read, missing, lost };
}

function madeOf(manifest: Manifest, objects: Objects): MadeBackup {
  return {
    name: nameOf(manifest.takenAt),
    takenAt: manifest.takenAt,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    read: 0,
    blobs: manifest.blobs.count,
    missing: [],
    lost: 0,
    written: objects.written,
  };
}

/** Whether the place still holds everything of a backup. */
async function isThere(manifest: Manifest, objects: Objects): Promise<boolean> {
  const pieces = [...manifest.tables.flatMap(({ pieces }) => pieces), ...manifest.blobs.pieces];
  if (!pieces.every((piece) => objects.has(piece))) return false;
  for (const piece of manifest.blobs.pieces) {
    const keys = Buffer.from(await objects.get(piece))
      .toString()
      .split("\n");
    if (!keys.every((key) => objects.has(digestOf(key)))) return false;
  }
  return true;
}

async function dumpDatabase(
  database: Database,
  { version, objects, base, progress }: BackupOptions & { objects: Objects; base: Manifest | null },
): Promise<Dumped & { state: BackupState }> {
  return database.transaction(
    async (tx) => {
      await tx.values("set transaction isolation level repeatable read read only");
      if (tx.parts) await openMoment(database, tx.parts);
      if (database.kind === "postgres") await tx.values("set local idle_in_transaction_session_timeout = 0");
      const state = tx.parts ? unknownState : await readBackupState(tx);
      const isBase = base !== null && goesOn(base, { state, version });
      const canPrint = state.history !== null;
      const dumped = await dumpTables(tx, { objects, base: isBase ? base : null, canPrint, progress });
      return { ...dumped, state };
    },
    { long: true },
  );
}

async function copyBlobs(
  blobs: BlobStore,
  { blobs: keys }: Dumped,
  objects: Objects,
  progress: Progress,
): Promise<{ blobs: Manifest["blobs"]; missing: string[] }> {
  const missing = new Set<string>();
  await eachObject(keys, async (key, at) => {
    if (at % 100 === 0) progress(`mail ${at} of ${keys.length}`);
    try {
      await objects.putPacked(digestOf(key), async () => {
        const packed = await blobs.read(key);
        // A damaged one would stand in for the whole one in every later backup.
        await unpackBlob(key, packed);
        return packed;
      });
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      missing.add(key);
    }
  });
  const kept = keys.filter((key) => !missing.has(key));
  const pieces: string[] = [];
  for (let from = 0; from < kept.length; from += blobsOfPiece)
    pieces.push(await objects.put(Buffer.from(kept.slice(from, from + blobsOfPiece).join("\n"))));
  return { blobs: { count: kept.length, pieces }, missing: [...missing] };
}

/** The SHA-256 in a blob's key: `ab/abcd…`. */
export function digestOf(key: string): string {
  return key.slice(3);
}
