// Repair of large mails and files whose bytes are missing or damaged: each is read again, brought back from a backup that has it,
// or marked as lost, so that checks and backups no longer stop at it.
import { type Clock, nowInstant } from "../../lib/clock.ts";
import { digestOf } from "../backup/backup.ts";
import type { Objects } from "../backup/objects.ts";
import { BackupError } from "../backup/places.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import { markLost, type ReferredBlob, stateOfBlob, storedBlobs } from "../blobs/lost.ts";
import type { Database } from "../database/database.ts";

interface RepairOptions {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  /** Objects of a backup's place; null: none is given. */
  backup: Objects | null;
  /** Mark what stays lost. */
  marks: boolean;
  progress(text: string): void;
  signal: AbortSignal;
}

export interface Repaired {
  /** Blobs that were read. */
  looked: number;
  /** Brought back from the backup. */
  restored: string[];
  /** Whole again without help: their mark is taken away. */
  found: string[];
  /** Still missing or damaged, with what is wrong; `isMarked`: known to be lost. */
  lost: { key: string; state: "missing" | "damaged"; isMarked: boolean }[];
}

/** @throws BlobsUnavailable */
export async function repairBlobs(options: RepairOptions): Promise<Repaired> {
  const { database, blobs, clock, backup, marks, progress, signal } = options;
  const repaired: Repaired = { looked: 0, restored: [], found: [], lost: [] };
  for await (const blob of storedBlobs(database)) {
    if (signal.aborted) break;
    if (repaired.looked++ % 100 === 0) progress(`mail ${repaired.looked}`);
    const state = await stateOfBlob(blobs, blob.key);
    if (state === "whole") {
      if (blob.isLost) await foundAgain(database, blob, repaired.found);
      continue;
    }
    if (backup && (await bringBack(blobs, backup, blob.key))) {
      repaired.restored.push(blob.key);
      if (blob.isLost) await markLost(database, blob, null);
      continue;
    }
    if (marks && !blob.isLost) await markLost(database, blob, nowInstant(clock));
    repaired.lost.push({ key: blob.key, state, isMarked: marks || blob.isLost });
  }
  return repaired;
}

async function foundAgain(database: Database, blob: ReferredBlob, found: string[]): Promise<void> {
  await markLost(database, blob, null);
  found.push(blob.key);
}

/** @returns false: the backup does not have it whole */
async function bringBack(blobs: BlobStore, backup: Objects, key: string): Promise<boolean> {
  let packed: Uint8Array;
  try {
    packed = await backup.getPacked(digestOf(key));
  } catch (error) {
    if (error instanceof BackupError) return false;
    throw error;
  }
  // A damaged file of the same length would be taken for the whole one.
  await blobs.delete(key, Number.POSITIVE_INFINITY);
  await blobs.put(key, packed);
  return true;
}
