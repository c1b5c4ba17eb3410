// The turn that mints API keys. DECISIONS Authentication and keys.
import { Failure } from "../../src/lib/failure.ts";
import { type ApiKeyRow, reachableIdentities } from "../../src/store/accounts/api-keys.ts";
import { apiKeys, apiKeyTokens } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";
import { checkMinter } from "./minted.ts";

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
  await checkMinter(turn, key.parentId);
  const wanted = key.identityIds === null ? null : [...new Set(key.identityIds)];
  if (wanted) {
    const known = await reachableIdentities(turn, { accountId: turn.accountId, identityIds: reach }, wanted);
    if (!wanted.every((id) => known.has(id))) throw reachExceeded();
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

function reachExceeded(): Failure {
  return new Failure(
    "reach_exceeded",
    "identity_ids must be addresses that the calling key reaches. List them with GET /api/v1/identities.",
  );
}
