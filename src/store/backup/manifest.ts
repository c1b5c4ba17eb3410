// The manifest of one backup: which objects make which tables, and what is needed to load them.
import { attempt } from "../../lib/attempt.ts";
import { manifestEnding } from "../blobs/blobs.ts";
import type { Cipher } from "./objects.ts";
import { BackupError, type BackupPlace } from "./places.ts";

export interface Manifest {
  /** When its moment was, ISO 8601. */
  takenAt: string;
  /** Version of the program that made it. */
  version: string;
  /** Migrations that the database had, in order. */
  migrations: string[];
  /** No event of the backup was written by a later transaction (xid8, decimal). */
  lastXid: string;
  tables: DumpedTable[];
  /** Pieces that list the blobs, one `sha256 bytes` a line. */
  blobs: { count: number; pieces: string[] };
  /** Lets a later backup of the same database read only what changed; absent: it reads everything. */
  base?: {
    mark: string;
    history: string;
    nextXid: string | null;
    /** Whether every blob that a row refers to is in it. */
    isWhole: boolean;
  };
}

export interface DumpedTable {
  name: string;
  rows: number;
  /** Digests, in the order of the primary key. */
  pieces: string[];
  /** One of each piece. Absent: the table has no primary key. */
  prints?: PiecePrint[];
}

/** Tells, without reading a piece's rows, whether they are the same. */
export interface PiecePrint {
  /** Primary key of its last row, a JSON array. */
  end: string;
  rows: number;
  /** Sum of hashes of each row's key and transaction, decimal. */
  sum: string;
}

const plain = "postroom backup 1\n";
const encrypted = "postroom backup 1, encrypted\n";
const newer = /^postroom backup (?!1\b)\d{1,9}\b/;

/** The name of a backup is its moment, so that names sort by time. */
export function nameOf(takenAt: string): string {
  return takenAt.replaceAll(":", "-");
}

export async function writeManifest(
  place: BackupPlace,
  manifest: Manifest,
  cipher: Cipher,
  withKey: boolean,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  await place.writeManifest(
    nameOf(manifest.takenAt),
    Buffer.concat([Buffer.from(withKey ? encrypted : plain), withKey ? cipher.encrypt(bytes) : bytes]),
  );
}

/** @throws BackupError when there is none, or the key is another */
export async function readManifest(
  place: BackupPlace,
  name: string,
  cipher: Cipher,
  withKey: boolean,
): Promise<Manifest> {
  const bytes = await place.readManifest(name);
  if (!bytes)
    throw new BackupError(
      `${place.name} has no backup ${name}. postroom backup list ${place.name} names them.`,
    );
  const text = Buffer.from(bytes);
  const head = text.subarray(0, text.indexOf(10) + 1).toString("latin1");
  if (head === encrypted && !withKey)
    throw new BackupError(
      "The backup is encrypted. Set BACKUP_KEY to the key that was set when it was made.",
    );
  if (head === plain && withKey)
    throw new BackupError(
      `The backup ${name} is not encrypted: its objects have other names. Leave BACKUP_KEY out for it (BACKUP_KEY= before the command).`,
    );
  if (head !== plain && head !== encrypted) {
    if (newer.test(head))
      throw new BackupError(
        `The backup ${name} was made by a newer Postroom. Use that version, or a newer one.`,
      );
    throw damagedManifest(place, name);
  }
  const body = text.subarray(head.length);
  const json = Buffer.from(head === encrypted ? cipher.decrypt(body) : body).toString();
  const manifest = attempt(() => JSON.parse(json) as Manifest);
  if (manifest === null) throw damagedManifest(place, name);
  return manifest;
}

function damagedManifest({ name: placeName }: BackupPlace, name: string): BackupError {
  return new BackupError(
    `The list of the backup ${name} is damaged: backups/${name}${manifestEnding}. Restore an older backup (postroom restore ${placeName} --at TIME), or delete that file and make a new one (postroom backup ${placeName}).`,
  );
}

/** The name of the newest backup that is not later than `at`. @throws BackupError */
export async function findBackup(place: BackupPlace, at: string | null): Promise<string> {
  const names = await place.manifests();
  const before = at === null ? names : names.filter((name) => name <= nameOf(at));
  const found = before.at(-1);
  if (found === undefined)
    throw new BackupError(
      names.length === 0
        ? `${place.name} holds no backups.`
        : `${place.name} holds no backup of ${at} or before; the first is ${names[0]}.`,
    );
  return found;
}
