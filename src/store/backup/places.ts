// Where backups are kept: a folder, or a bucket of an S3 server. A place holds objects, each named by a digest of its bytes
// and so stored once for all backups, and one manifest a backup, which is written last: a backup without one does not exist.

import { closeSync, existsSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { S3Client } from "bun";
import { attempt } from "../../lib/attempt.ts";
import { lockExclusively } from "../../lib/libc.ts";
import { absent, type BlobPlace, manifestEnding } from "../blobs/blobs.ts";
import { openFileBlobs, syncDirectory } from "../blobs/files.ts";
import { reasonOf } from "../blobs/open.ts";
import { isOwned } from "../blobs/owner.ts";
import { openS3Blobs, type S3Settings, s3Client } from "../blobs/s3.ts";

/** The place cannot be used; the message says what the operator can do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export interface BackupPlace {
  /** As the operator named it. */
  name: string;
  objects: BlobPlace;
  /** Names of the backups, oldest first. */
  manifests(): Promise<string[]>;
  /** Null: no such backup. */
  readManifest(name: string): Promise<Uint8Array | null>;
  /** Resolves when it is on disk. */
  writeManifest(name: string, bytes: Uint8Array): Promise<void>;
  deleteManifest(name: string): Promise<void>;
  /** Ends the lock on the place. */
  close(): void;
}

/**
 * @param name a folder, or `s3://bucket/prefix` with the endpoint and keys of the settings S3_*
 * @throws BackupError when another command uses the folder, or S3 is not set
 */
export function openPlace(
  name: string,
  s3: Omit<S3Settings, "bucket"> | null,
  { make }: { make: boolean },
): BackupPlace {
  if (name.startsWith("s3://")) return openBucket(name, s3);
  return openFolder(name, make);
}

/**
 * A backup keeps its objects where a blob store keeps its blobs: in one place each would delete the other's.
 * @throws BackupError where a server keeps its mails there
 */
export async function expectNoServer(
  place: BackupPlace,
  { dataDir, s3 }: { dataDir: string; s3: { bucket: string } | null },
): Promise<void> {
  const isOwn =
    s3 && place.name.startsWith("s3://") ? isRootOf(s3.bucket, place.name) : resolve(place.name) === dataDir;
  if (!isOwn && !(await isOwned(place.objects))) return;
  throw new BackupError(
    `${place.name} is where a server keeps its large mails. Name another folder, or another prefix of the bucket, such as s3://BUCKET/backups.`,
  );
}

function isRootOf(bucket: string, name: string): boolean {
  const { host, pathname } = new URL(name);
  return host === bucket && pathname.replaceAll("/", "") === "";
}

/** An error of the S3 client names neither the bucket nor what to look at. */
export function placeError({ name }: BackupPlace, error: unknown): unknown {
  const isOfS3 = error instanceof Error && error.name === "S3Error";
  return isOfS3
    ? new BackupError(
        `${name}: ${reasonOf(error)}. Look at the bucket's name, S3_ENDPOINT, S3_REGION and the key's rights.`,
      )
    : error;
}

function openFolder(name: string, make: boolean): BackupPlace {
  const root = resolve(name);
  const folder = join(root, "backups");
  const lock = make ? writeLock(name, folder) : readLock(name, folder);
  if (lock !== null && !lockExclusively(lock)) {
    closeSync(lock);
    throw new BackupError(`${name} is in use by another postroom command. Wait until it has ended.`);
  }
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw isFull(error) ? new BackupError(fullText(name)) : error;
    });
  const objects = openFileBlobs(root);
  return {
    name,
    objects: {
      ...objects,
      put: (key, bytes) => told(objects.put(key, bytes)),
      get: (key, range) => objects.get(key, range).catch((error: unknown) => unreadable(key, error)),
    },
    async manifests() {
      const files = await readdir(folder);
      return namesOf(files);
    },
    readManifest: (backup) => readFile(join(folder, backup + manifestEnding)).catch(absent),
    writeManifest: (backup, bytes) => told(writeFolderManifest(folder, backup, bytes)),
    deleteManifest: (backup) => rm(join(folder, backup + manifestEnding), { force: true }),
    close: () => {
      if (lock !== null) closeSync(lock);
    },
  };
}

function writeLock(name: string, folder: string): number {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(join(folder, "..", "lock"), "a", 0o600);
  } catch (error) {
    throw new BackupError(
      `${name} cannot be written: ${(error as Error).message}. Name a folder that this user may write.`,
    );
  }
}

/** Null: a copy of a place, without its lock. A place that was mounted to be read alone is locked as well. */
function readLock(name: string, folder: string): number | null {
  try {
    readdirSync(folder);
    const file = join(folder, "..", "lock");
    // NFS locks no file exclusively that is open to be read alone. flock(2)
    return attempt(() => openSync(file, "r+")) ?? openSync(file, "r");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && existsSync(folder)) return null;
    throw new BackupError(
      code === "ENOENT" || code === "ENOTDIR"
        ? `${name} holds no backups. Name the folder that postroom backup wrote to.`
        : `${name} cannot be read: ${(error as Error).message}. Run this as the user who made the backups, or as root.`,
    );
  }
}

/** Errors of one file: the rest of the place may be whole. */
const ofOneFile = ["EIO", "EISDIR", "EACCES", "ELOOP", "EUCLEAN"];

function unreadable(key: string, error: unknown): never {
  const code = codeOf(error);
  if (!ofOneFile.includes(code)) throw error;
  throw new BackupError(
    `An object of the backup cannot be read: ${key} (${code}). Mend that, or delete it from there and make a backup while the server still has its mail (postroom backup); or restore an older backup (postroom restore PLACE --at TIME).`,
  );
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

async function writeFolderManifest(folder: string, backup: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `${backup}.draft`);
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, backup + manifestEnding));
  await syncDirectory(folder);
}

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error));
}

/** Not the disk of DATA_DIR, which other errors with this code are of. */
function fullText(name: string): string {
  return `The disk of ${name} is full. Make room there: what was copied by now is then used by the next backup. Or forget old backups, and what was copied of this one with them: postroom backup prune ${name} --keep 7`;
}

/** A bucket is not locked: two prunes and backups at once are the operator's to avoid. */
function openBucket(name: string, s3: Omit<S3Settings, "bucket"> | null): BackupPlace {
  const { host: bucket, pathname } = new URL(name);
  if (bucket === "") throw new BackupError(`${name} names no bucket. Write s3://BUCKET/PREFIX.`);
  if (!s3)
    throw new BackupError(
      `${name} needs the settings S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and S3_ENDPOINT for a server that is not AWS.`,
    );
  const prefix = pathname.replace(/^\/|\/$/g, "");
  const under = prefix === "" ? "" : `${prefix}/`;
  const settings = { ...s3, bucket };
  const client: S3Client = s3Client(settings);
  const keyOf = (backup: string) => `${under}backups/${backup}${manifestEnding}`;
  return {
    name,
    objects: openS3Blobs(settings, `${under}blobs/`),
    async manifests() {
      const names: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await client.list({
          prefix: `${under}backups/`,
          ...(after ? { startAfter: after } : {}),
        });
        const keys = (page.contents ?? []).map(({ key }) => key).sort();
        if (keys.length === 0 || keys.at(-1) === after) return namesOf(names);
        names.push(...keys.map((key) => key.slice(key.lastIndexOf("/") + 1)));
        after = keys.at(-1)!;
      }
    },
    readManifest: (backup) => client.file(keyOf(backup)).bytes().catch(absent),
    async writeManifest(backup, bytes) {
      await client.write(keyOf(backup), bytes as Uint8Array<ArrayBuffer>);
    },
    async deleteManifest(backup) {
      await client.file(keyOf(backup)).delete();
    },
    close: () => undefined,
  };
}

function namesOf(files: string[]): string[] {
  return files
    .filter((file) => file.endsWith(manifestEnding))
    .map((file) => file.slice(0, -manifestEnding.length))
    .sort();
}
