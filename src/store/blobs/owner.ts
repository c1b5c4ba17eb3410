// The owner of a folder or bucket of blobs: exactly one database, since blobs without a row are deleted
// there. The first server of a database writes a mark, and servers of every other database refuse the place.

import { createHash } from "node:crypto";
import { passingId } from "../../lib/ids.ts";
import { secret } from "../access/secrets.ts";
import type { Database, Executor } from "../database/database.ts";
import { type BlobPlace, type BlobStore, markName } from "./blobs.ts";

/** The place belongs to another database. The message says what the operator can do. */
export class BlobsOfAnother extends Error {
  override readonly name = "BlobsOfAnother";
}

interface Mark {
  /** The name of the database. */
  owner: string;
  /** The name of the place: servers that read the same one share their blobs. */
  place: string;
}

const secretName = "blobs";
/** Blobs that are looked at before a place is taken. */
const looked = 1000;
const markPattern = /^postroom ([0-9a-f]{32}) ([0-9a-f-]{36})\n$/;

/** The name of the database; a copy made by `restore` gets another one. */
async function ownerName(database: Database): Promise<string> {
  return nameOf(await secret(database, secretName));
}

function nameOf(value: Uint8Array): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 32);
}

async function markOf(place: BlobPlace): Promise<Mark | null> {
  const [, owner, name] = markPattern.exec((await place.readMark()) ?? "") ?? [];
  return owner && name ? { owner, place: name } : null;
}

/**
 * Takes the place for this database, unless it is taken.
 * @returns the name of the place; null where it holds others' blobs or backups: then it stays nobody's
 * @throws BlobsOfAnother; BlobsUnavailable
 */
export async function claimBlobs(database: Database, blobs: BlobStore): Promise<string | null> {
  const owner = await ownerName(database);
  const own = await ownPlaceOf(database, blobs);
  if (own !== null) return own;
  const place = await database.transaction(async (tx) => {
    // Servers that start at once on one database take it once.
    await tx.values("select from secrets where name = $1::text for update", [secretName]);
    const written = await markOf(blobs);
    if (written) return ownPlace(written, owner, blobs);
    const isTaken = (await blobs.holdsBackups()) || (await holdsStrangers(tx, blobs));
    return isTaken ? null : writeMark(blobs, owner);
  });
  // Two databases that come at once: the last mark holds.
  return place && ownPlaceOf(database, blobs);
}

/** Whether blobs lie there that the database does not know; one in ten may be left of a transaction that was cut off. */
async function holdsStrangers(tx: Executor, blobs: BlobPlace): Promise<boolean> {
  let seen = 0;
  let known = 0;
  for (let after: string | null = null; seen < looked; ) {
    const keys: string[] = (await blobs.list(after)).map(({ key }) => key);
    if (keys.length === 0) break;
    // Accounts share blobs, also those of different parts.
    const found = await tx.values("select distinct key from blobs where key = any($1::text[])", [keys]);
    known += new Set(found.map(([key]) => key)).size;
    seen += keys.length;
    after = keys.at(-1)!;
  }
  return known < seen * 0.9;
}

/** The name of the place; null: it is nobody's yet. @throws BlobsOfAnother; BlobsUnavailable */
export async function ownPlaceOf(database: Database, blobs: BlobStore): Promise<string | null> {
  const [mark, owner] = await Promise.all([markOf(blobs), ownerName(database)]);
  return mark && ownPlace(mark, owner, blobs);
}

function ownPlace(mark: Mark, owner: string, blobs: BlobStore): string {
  if (mark.owner === owner) return mark.place;
  throw new BlobsOfAnother(
    `${blobs.where} holds the large mails of another database, and what this one does not know would be deleted there. Set S3_BUCKET or DATA_DIR to a place of its own, or DATABASE_URL to the database that it belongs to. If that database is gone for good, delete ${markName} in it (in a bucket: blobs/${markName}).`,
  );
}

async function writeMark(blobs: BlobPlace, owner: string): Promise<string> {
  const place = passingId();
  await blobs.writeMark(`postroom ${owner} ${place}\n`);
  return place;
}

/** Whether a server keeps its mails there. */
export async function isOwned(place: BlobPlace): Promise<boolean> {
  return (await markOf(place)) !== null;
}

/**
 * Before a restore. The folder of the database that the backup was made of may go over to the restored one, as when an embedded
 * database moves to a Postgres server; a bucket may not, as its database may live on elsewhere.
 * @param secrets the backup's rows of secrets @throws BlobsOfAnother; BlobsUnavailable
 */
export async function expectFree(
  blobs: BlobStore,
  { secrets, isFolder }: { secrets: readonly { name: string; value: Uint8Array }[]; isFolder: boolean },
): Promise<void> {
  if (await blobs.holdsBackups())
    throw new BlobsOfAnother(
      `${blobs.where} lies beside backups, which it would spoil. Name another DATA_DIR or S3_BUCKET.`,
    );
  const mark = await markOf(blobs);
  if (!mark) return;
  const source = secrets.find(({ name }) => name === secretName);
  ownPlace(mark, isFolder && source ? nameOf(source.value) : "", blobs);
}

/** After a restore: a database of its own owns the place. */
export async function takeOver(database: Database, blobs: BlobStore): Promise<void> {
  await database.values("delete from secrets where name = $1::text returning 1", [secretName]);
  await writeMark(blobs, await ownerName(database));
}
