// Blobs as files: DATA_DIR/blobs/ab/abcd…. A file is written under a draft name, synced, and renamed; `put` resolves once
// its directory entry is synced too.

import { mkdirSync } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemClock } from "../../lib/clock.ts";
import { passingId } from "../../lib/ids.ts";
import {
  absent,
  type BlobPlace,
  type ByteRange,
  isBlobKey,
  manifestEnding,
  markName,
  type StoredBlob,
} from "./blobs.ts";

const folderPattern = /^[0-9a-f]{2}$/;
const asideEnding = ".gone";
const dayMs = 24 * 60 * 60 * 1000;

export function openFileBlobs(dataDir: string): BlobPlace {
  const root = join(dataDir, "blobs");
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const folders = new Set<string>();
  const pathOf = (key: string) => {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
    return join(root, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      if (await renew(path, bytes.length)) return;
      const folder = dirname(path);
      if (!folders.has(folder)) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        await syncDirectory(root);
        folders.add(folder);
      }
      await replace(path, bytes);
    },
    get: (key, range) => read(pathOf(key), range),
    delete: (key, writtenBeforeMs) => remove(pathOf(key), writtenBeforeMs),
    list: (after) => list(root, after),
    readMark: () => readFile(join(root, markName), "utf8").catch(absent),
    holdsBackups: async () => {
      const names = (await readdir(join(dataDir, "backups")).catch(absent)) ?? [];
      return names.some((name) => name.endsWith(manifestEnding));
    },
    writeMark: (line) => replace(join(root, markName), Buffer.from(line)),
  };
}

/** Resolves when the file, and its name, are on disk. */
async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${passingId()}`;
  try {
    await writeSynced(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/**
 * Renews the time of a blob that exists already, so that no sweep deletes it before the caller's commit. Its bytes and
 * directory entry are synced again, as the process that wrote them may have been killed before it did so.
 * @returns false when the blob does not exist or has another size
 */
async function renew(path: string, size: number): Promise<boolean> {
  const file = await open(path, "r+").catch(absent);
  if (!file) return false;
  try {
    const info = await file.stat();
    if (info.size !== size) return false;
    const now = new Date(systemClock.now());
    await file.utimes(now, now);
    await file.sync();
    await syncDirectory(dirname(path));
    // False when a deletion under way has moved the file aside: see remove.
    return (await stat(path).catch(absent))?.ino === info.ino;
  } finally {
    await file.close();
  }
}

/** Moves the file aside before it checks the age, so that a concurrent `renew` sees that the file is gone. */
async function remove(path: string, writtenBeforeMs: number): Promise<boolean> {
  const aside = path + asideEnding;
  if ((await rename(path, aside).then(() => true, absent)) === null) return false;
  const info = await stat(aside).catch(absent);
  if (info && info.mtimeMs >= writtenBeforeMs) {
    await rename(aside, path);
    return false;
  }
  await rm(aside, { force: true });
  return true;
}

/** Resolves when the names in a directory are on disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function read(path: string, range?: ByteRange): Promise<Uint8Array | null> {
  const file = await open(path, "r").catch(absent);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const start = Math.min(range?.start ?? 0, size);
    const length = Math.max(0, Math.min(range?.end ?? size, size) - start);
    const bytes = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const { bytesRead } = await file.read(bytes, at, length - at, start + at);
      if (bytesRead === 0) throw new Error(`${path} ends early`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/** The blobs of one folder at most: there are 256 folders, so that steps stay small. */
async function list(root: string, after: string | null): Promise<StoredBlob[]> {
  const from = after?.slice(0, 2) ?? "";
  const folders = (await readdir(root)).filter((name) => folderPattern.test(name) && name >= from).sort();
  for (const folder of folders) {
    await tidy(join(root, folder));
    const names = (await readdir(join(root, folder))).map((name) => `${folder}/${name}`);
    const keys = names.filter((key) => isBlobKey(key) && (after === null || key > after)).sort();
    const found: StoredBlob[] = [];
    for (const key of keys.slice(0, 1000)) {
      const info = await stat(join(root, key)).catch(absent);
      if (info) found.push({ key, size: info.size, writtenMs: info.mtimeMs });
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** Cleans up after a kill: deletes old drafts, and puts back files that a deletion had moved aside. */
async function tidy(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(asideEnding)) await rename(path, path.slice(0, -asideEnding.length)).catch(absent);
    else if (name.length > 64 && (await ageMs(path)) > dayMs) await rm(path, { force: true });
  }
}

async function ageMs(path: string): Promise<number> {
  const info = await stat(path).catch(absent);
  return info ? systemClock.now() - info.mtimeMs : 0;
}
