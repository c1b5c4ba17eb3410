// Turns that mint and revoke API keys. DECISIONS Authentication and keys.

import { Failure, notFound } from "../../src/lib/failure.ts";
import type { ApiKeyRow } from "../../src/store/api-keys.ts";
import { apiKeys, apiKeyTokens } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

export interface NewApiKey {
  id: string;
  name: string;
  prefix: string;
  tokenHash: Uint8Array;
  /** null: everything; only for keys that do not come from the API. */
  identityIds: readonly string[] | null;
  parentId: string | null;
}

/**
 * Mints a key below `parentId`.
 * @param reach what the minting key reaches; null: everything
 * @throws Failure reach_exceeded, where a foreign and a random id answer alike; unauthorized when the minting key was
 *   revoked meanwhile
 */
export async function mintKey(
  turn: Turn,
  input: NewApiKey,
  reach: readonly string[] | null,
): Promise<ApiKeyRow> {
  const { tokenHash, ...key } = input;
  if (key.parentId !== null) await checkParent(turn, key.parentId);
  const wanted = key.identityIds === null ? null : [...new Set(key.identityIds)];
  if (wanted) {
    const found = await turn.rows<{ id: string }>(
      "select id from identities where account_id = $1::uuid and id = any($2::uuid[]) and deleted_at is null",
      [turn.accountId, wanted],
    );
    const known = new Set(found.map((row) => row.id));
    if (!wanted.every((id) => known.has(id) && (reach === null || reach.includes(id)))) throw reachExceeded();
  }
  const row: ApiKeyRow = {
    accountId: turn.accountId,
    ...key,
    identityIds: wanted,
    lastUsedAt: null,
    createdAt: turn.instant(),
  };
  turn.insert(apiKeys, row);
  turn.insert(apiKeyTokens, { tokenHash, accountId: turn.accountId, apiKeyId: row.id });
  return row;
}

/** A key that is gone mints nothing: what it minted before went with it. */
async function checkParent(turn: Turn, parentId: string): Promise<void> {
  const [parent] = await turn.rows("select 1 from api_keys where account_id = $1::uuid and id = $2::uuid", [
    turn.accountId,
    parentId,
  ]);
  if (!parent) throw new Failure("unauthorized", "This key was revoked. Use another one.");
}

function reachExceeded(): Failure {
  return new Failure(
    "reach_exceeded",
    "identity_ids must be addresses that the calling key reaches. List them with GET /api/v1/identities.",
  );
}

/**
 * Revokes a key and every key that came from it, in one statement.
 * @param callerId the key that asks; null: the operator
 * @throws Failure not_found, reach_exceeded (a key of the account that is neither the caller nor made by it)
 */
export async function revokeKey(turn: Turn, id: string, callerId: string | null): Promise<void> {
  const [row] = await turn.rows<{ reached: boolean }>(
    `with recursive family as (
       select id from api_keys where account_id = $1::uuid and id = $3::uuid
       union all
       select k.id from api_keys k join family f on k.account_id = $1::uuid and k.parent_id = f.id
     )
     select ($3::uuid is null or exists (select from family where id = $2::uuid)) as reached
     from api_keys where account_id = $1::uuid and id = $2::uuid`,
    [turn.accountId, id, callerId],
  );
  if (!row) throw notFound();
  if (!row.reached) {
    throw new Failure(
      "reach_exceeded",
      "A key may revoke itself and the keys it made, not its parent and not a sibling.",
    );
  }
  turn.bulk({
    text: `with recursive family as (
             select id from api_keys where account_id = $1::uuid and id = $2::uuid
             union all
             select k.id from api_keys k join family f on k.account_id = $1::uuid and k.parent_id = f.id
           )
           delete from api_keys where account_id = $1::uuid and id in (select id from family)`,
    params: [turn.accountId, id],
  });
  // Streams of events that it opened look whether it still stands.
  turn.poke("events");
}
