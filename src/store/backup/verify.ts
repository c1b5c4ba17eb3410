// Reads backups as a restore would, without a database: every object is there, whole and what its name says. And forgets old
// ones, with the objects that no other backup needs.
import { type Keep, keptNames } from "../../lib/keep.ts";
import { digestOf } from "./backup.ts";
import type { Progress } from "./dump.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { cipherOf, eachObject, type Objects, openObjects } from "./objects.ts";
import { BackupError, type BackupPlace } from "./places.ts";

export interface Verified {
  name: string;
  objects: number;
  /** Sentences about missing or damaged objects; empty: the backup is whole. */
  problems: string[];
}

/** @param checked digests that another backup's check has read already; it grows */
export async function verifyBackup(
  place: BackupPlace,
  { name, key, progress }: { name: string; key: Uint8Array | null; progress: Progress },
  checked: Set<string>,
): Promise<Verified> {
  const cipher = cipherOf(key);
  const manifest = await readManifest(place, name, cipher, key !== null);
  const objects = openObjects(place, cipher, new Set());
  const problems: string[] = [];
  const digests = [...pieceDigests(manifest)];
  await checkEach(digests, checked, objects, problems);
  for (const piece of manifest.blobs.pieces) {
    // one that cannot be read is among the problems already
    if (!checked.has(piece)) continue;
    const blobs = Buffer.from(await objects.get(piece))
      .toString()
      .split("\n")
      .map(digestOf);
    progress(`${name}: mails`);
    digests.push(...blobs);
    await checkEach(blobs, checked, objects, problems);
  }
  return { name, objects: digests.length, problems };
}

async function checkEach(
  digests: readonly string[],
  checked: Set<string>,
  objects: Objects,
  problems: string[],
): Promise<void> {
  await eachObject(digests, async (digest) => {
    if (checked.has(digest)) return;
    try {
      await objects.get(digest);
      checked.add(digest);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      problems.push(error.message);
    }
  });
}

function* pieceDigests(manifest: Manifest): Generator<string> {
  for (const { pieces } of manifest.tables) yield* pieces;
  yield* manifest.blobs.pieces;
}

export interface Pruned {
  backups: number;
  objects: number;
}

/** Keeps these backups and the objects that they need. @throws BackupError when one of those cannot be read */
export async function pruneBackups(
  place: BackupPlace,
  { keep, key, progress }: { keep: Keep; key: Uint8Array | null; progress: Progress },
): Promise<Pruned> {
  const cipher = cipherOf(key);
  const objects = openObjects(place, cipher, new Set());
  const names = await place.manifests();
  const kept = keptNames(names, keep);
  const old = names.filter((name) => !kept.has(name));
  const needed = new Set<string>();
  for (const name of kept) {
    const manifest = await readManifest(place, name, cipher, key !== null);
    for (const digest of pieceDigests(manifest)) needed.add(objects.keyOf(digest));
    for (const piece of manifest.blobs.pieces)
      for (const blob of Buffer.from(await objects.get(piece))
        .toString()
        .split("\n"))
        needed.add(objects.keyOf(digestOf(blob)));
  }
  for (const name of old) await place.deleteManifest(name);
  let deleted = 0;
  for (let after: string | null = null; ; ) {
    const found = await place.objects.list(after);
    if (found.length === 0) break;
    for (const { key: object } of found)
      if (!needed.has(object) && (await place.objects.delete(object, Infinity))) {
        deleted++;
        if (deleted % 100 === 0) progress(`${deleted} objects deleted`);
      }
    after = found.at(-1)!.key;
  }
  return { backups: old.length, objects: deleted };
}
