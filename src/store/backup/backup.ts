// A backup: the database and the blobs of one moment, while the service runs. The database is read first, at its moment; the
// blobs that it refers to are on disk before any row refers to them, so copying them afterwards finds them all.
import { type Clock, type Instant, nowInstant } from "../../lib/clock.ts";
import { BlobMissing, type BlobStore, unpackBlob } from "../blobs/blobs.ts";
import { knownLost } from "../blobs/lost.ts";
import type { Database } from "../database/sql.ts";
import { type Dumped, dumpTables, type Progress } from "./dump.ts";
import { type Manifest, nameOf, writeManifest } from "./manifest.ts";
import { cipherOf, eachObject, type Objects, openObjects, presentObjects } from "./objects.ts";
import type { BackupPlace } from "./places.ts";

export interface BackupSource {
  /** Postgres, or an embedded database (or a copy of one) that nobody writes to meanwhile. */
  database: Database;
  blobs: BlobStore;
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
  const objects = openObjects(place, cipher, await presentObjects(place.objects));
  const takenAt = nowInstant(clock);
  const dumped = await source.database.transaction(
    async (tx) => {
      await tx.values("set transaction isolation level repeatable read read only");
      if (source.database.kind === "postgres")
        await tx.values("set local idle_in_transaction_session_timeout = 0");
      return dumpTables(tx, objects, progress);
    },
    { long: true },
  );
  const lost = await knownLost(source.database);
  const copied = await copyBlobs(source.blobs, dumped, objects, progress);
  const manifest: Manifest = {
    takenAt,
    version,
    migrations: dumped.migrations,
    lastXid: dumped.lastXid,
    tables: dumped.tables,
    blobs: copied.blobs,
  };
  await writeManifest(place, manifest, cipher, key !== null);
  return {
    name: nameOf(takenAt),
    takenAt,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: manifest.blobs.count,
    missing: copied.missing.filter((key) => !lost.has(key)),
    lost: copied.missing.filter((key) => lost.has(key)).length,
    written: objects.written,
  };
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
