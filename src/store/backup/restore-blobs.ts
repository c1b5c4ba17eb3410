// Large mails and files of a backup into the blob store, each compared with its digest. One that the backup lacks or has damaged
// is left out and counted: every other mail is worth having, and checks name what it belongs to.
import { type BlobStore, blobKey } from "../blobs/blobs.ts";
import { stateOfBlob } from "../blobs/lost.ts";
import { digestOf } from "./backup.ts";
import type { Progress } from "./dump.ts";
import type { Manifest } from "./manifest.ts";
import { eachObject, linesOf, type Objects } from "./objects.ts";
import { BackupError } from "./places.ts";

export interface RestoredBlobs {
  /** Keys of those that are in neither the backup nor the blob store whole. */
  lost: string[];
}

export async function restoreBlobs(
  manifest: Manifest,
  objects: Objects,
  blobs: BlobStore,
  progress: Progress,
): Promise<RestoredBlobs> {
  const lost: string[] = [];
  let done = 0;
  for await (const keys of keysOf(manifest, objects))
    await eachObject(keys, async (key) => {
      if (done++ % 100 === 0) progress(`mail ${done} of ${manifest.blobs.count}`);
      if (!(await restoreBlob(key, objects, blobs))) lost.push(key);
    });
  return { lost };
}

/** @returns false: it is lost */
async function restoreBlob(key: string, objects: Objects, blobs: BlobStore): Promise<boolean> {
  const sha256 = digestOf(key);
  try {
    await blobs.put(blobKey(sha256), await objects.getPacked(sha256));
    return true;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    // A folder that goes over to the restored database may have it.
    return (await stateOfBlob(blobs, key)) === "whole";
  }
}

/** The keys piece by piece; of a piece that cannot be read, those of the rows that refer to blobs. */
async function* keysOf(manifest: Manifest, objects: Objects): AsyncGenerator<string[]> {
  const seen = new Set<string>();
  let isWhole = true;
  for (const piece of manifest.blobs.pieces) {
    try {
      const keys = (await linesOf(objects, piece)).filter((key) => key !== "");
      for (const key of keys) seen.add(key);
      yield keys;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      isWhole = false;
    }
  }
  if (isWhole) return;
  const { pieces = [] } = manifest.tables.find(({ name }) => name === "blobs") ?? {};
  for (const piece of pieces) {
    const rows = (await linesOf(objects, piece)).map(
      (line) => JSON.parse(line) as { key: string; refs: number },
    );
    const keys = rows.filter(({ key, refs }) => refs > 0 && !seen.has(key)).map(({ key }) => key);
    for (const key of keys) seen.add(key);
    yield [...new Set(keys)];
  }
}
