// Blobs whose bytes are missing or damaged: which they are, and which of them are known to be lost for good.
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";
import { BlobMissing, type BlobStore, unpackBlob } from "./blobs.ts";

export type BlobState = "whole" | "missing" | "damaged";

/** Reads all of it. @throws BlobsUnavailable when its place does not answer */
export async function stateOfBlob(blobs: Pick<BlobStore, "get">, key: string): Promise<BlobState> {
  const packed = await blobs.get(key);
  if (!packed) return "missing";
  try {
    await unpackBlob(key, packed);
    return "whole";
  } catch (error) {
    if (error instanceof BlobMissing) return "damaged";
    throw error;
  }
}

export interface ReferredBlob {
  accountId: string;
  key: string;
  isLost: boolean;
}

const step = 200;

/** Every blob that an account's rows refer to, in the order of accounts and keys. */
export async function* storedBlobs(db: Executor): AsyncGenerator<ReferredBlob> {
  let last = ["00000000-0000-0000-0000-000000000000", ""];
  for (;;) {
    const next = await db.rows<ReferredBlob>(
      `select account_id as "accountId", key, lost_at is not null as "isLost" from blobs
       where (account_id, key) > ($1::uuid, $2::text) and refs > 0 order by account_id, key limit ${step}`,
      last,
    );
    const rows = merged(
      next,
      // Within an account as they come: the database says how keys sort.
      by(({ accountId }) => accountId),
      step,
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < step) return;
    last = [end.accountId, end.key];
  }
}

/** @param lostAt null: its bytes are there again */
export async function markLost(
  db: Executor,
  { accountId, key }: ReferredBlob,
  lostAt: Instant | null,
): Promise<void> {
  await db.values(
    "update blobs set lost_at = $3::timestamptz where account_id = $1::uuid and key = $2::text returning 1",
    [accountId, key, lostAt],
  );
}

/** Keys that are known to be lost; of a database that no server of this version has opened yet: none. */
export async function knownLost(db: Executor): Promise<Set<string>> {
  const rows = await db.values(
    "select distinct key from blobs b where to_jsonb(b) ->> 'lost_at' is not null",
  );
  return new Set(rows.map(([key]) => key as string));
}
