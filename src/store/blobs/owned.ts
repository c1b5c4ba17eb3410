// The blob store of a running server. It stores nothing in a place that another database has come to own: that one would delete it.
import type { Log } from "../../lib/log.ts";
import { RareWarning } from "../../lib/rare-warning.ts";
import type { Database } from "../database/database.ts";
import { type BlobStore, BlobsUnavailable } from "./blobs.ts";
import { BlobsOfAnother, claimBlobs, ownPlaceOf } from "./owner.ts";

export interface OwnedBlobs extends BlobStore {
  /** The name of the place, the same for all servers that share it; null: nobody's, or not known yet. */
  readonly place: string | null;
  /** Whether what no row refers to may be deleted there now. @throws BlobsUnavailable */
  mayDelete(): Promise<boolean>;
}

/** How long a place is believed to be the own one. */
const believedMs = 30_000;

/**
 * Takes the place, or finds that it is taken. A place that does not answer keeps nobody from what needs no blob: it is looked at
 * again before the first blob is put.
 * @throws BlobsOfAnother
 */
export async function openOwned(database: Database, blobs: BlobStore, log: Log): Promise<OwnedBlobs> {
  let place: string | null = null;
  let isClaimed = false;
  let lookedMs = Number.NEGATIVE_INFINITY;
  const refusing = new RareWarning(log, "no large mail is stored or deleted", () => performance.now());
  const claim = async () => {
    place = await claimBlobs(database, blobs);
    isClaimed = true;
    lookedMs = performance.now();
    if (place === null)
      log.warn(
        "nothing is deleted where large mails are stored: blobs of another database, or backups, lie there",
        {
          blobs: blobs.where,
          what_to_do:
            "set S3_BUCKET or DATA_DIR to a place of its own, or move the others away and start again",
        },
      );
  };
  /** @throws BlobsUnavailable where the place is another database's by now */
  const expectOwn = async () => {
    if (performance.now() - lookedMs < believedMs) return;
    try {
      const own = isClaimed ? await ownPlaceOf(database, blobs) : null;
      // Nobody's stays nobody's; a mark that somebody has deleted is written again.
      if (!isClaimed || (own === null && place !== null)) await claim();
      else place = own;
      lookedMs = performance.now();
      refusing.over();
    } catch (error) {
      if (!(error instanceof BlobsOfAnother)) throw error;
      refusing.write(error);
      throw new BlobsUnavailable(error.message, "it is another database's", { cause: error });
    }
  };
  await claim().catch((error) => {
    if (!(error instanceof BlobsUnavailable)) throw error;
  });
  return {
    ...blobs,
    get place() {
      return place;
    },
    async put(key, bytes) {
      await expectOwn();
      await blobs.put(key, bytes);
    },
    async mayDelete() {
      lookedMs = Number.NEGATIVE_INFINITY;
      await expectOwn();
      return place !== null && !(await blobs.holdsBackups());
    },
  };
}

/** The store of a program that changes nothing but what it has put itself. */
export function unowned(blobs: BlobStore): OwnedBlobs {
  return { ...blobs, place: null, mayDelete: async () => false };
}
