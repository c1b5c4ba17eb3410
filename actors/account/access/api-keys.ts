// The turn that mints API keys. DECISIONS Authentication and keys.
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import type { Level } from "../../../src/lib/levels.ts";
import { type ApiKeyRow, getKey, reachableIdentities } from "../../../src/store/access/api-keys.ts";
import { maxPodReach } from "../../../src/store/access/pod-keys.ts";
import { identityIdsIn } from "../../../src/store/addresses/identities.ts";
import { getPods } from "../../../src/store/addresses/pods.ts";
import { apiKeys, apiKeyTokens, type Origin } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { refuseBeyond } from "../accounts/limits.ts";
import { noteSetting } from "./account-audit.ts";
import { checkMinter } from "./minted.ts";

export interface NewApiKey {
  id: string;
  name: string;
  prefix: string;
  tokenHash: Uint8Array;
  /** null: everything; only for keys that do not come from the API. */
  identityIds: readonly string[] | null;
  /** Pods whose addresses it reaches, then without `identityIds` of its own. */
  podIds?: readonly string[];
  parentId: string | null;
  /** The level of an OAuth grant; absent: a key. */
  level?: Level;
  /** The end of its token; without it there is none. */
  expiresAt?: Instant;
  /** The person who let a program in; absent: the asker of the turn made the key. */
  letInBy?: Origin;
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
  const { tokenHash, podIds: named, expiresAt = null, level = null, letInBy, ...key } = input;
  await checkMinter(turn, key.parentId);
  await refuseBeyond(turn, "api_keys");
  const podIds = named ? [...new Set(named)] : null;
  const identityIds = podIds
    ? await addressesIn(turn, podIds, { reach, callerId: key.parentId })
    : key.identityIds;
  const wanted = identityIds === null ? null : [...new Set(identityIds)];
  if (wanted) {
    const scope = { accountId: turn.accountId, identityIds: reach };
    if ((await reachableIdentities(turn, scope, wanted)).length < wanted.length) throw reachExceeded();
  }
  const row: ApiKeyRow = {
    accountId: turn.accountId,
    ...key,
    identityIds: wanted,
    podIds,
    level,
    lastUsedAt: null,
    createdAt: turn.instant(),
  };
  turn.insert(apiKeys, row);
  turn.insert(apiKeyTokens, { tokenHash, accountId: turn.accountId, apiKeyId: row.id, expiresAt });
  noteSetting(turn, {
    action: level === null ? "key_made" : "program_let_in",
    target: { id: row.id, name: row.name },
    after: {
      reach: wanted === null ? "all" : wanted.length,
      ...(podIds && { pods: podIds.length }),
      ...(level && { level }),
    },
    ...(letInBy && { actor: letInBy }),
  });
  return row;
}

/**
 * The addresses of pods that a key may hand on: any for an unrestricted one, else those that it names itself.
 * @throws Failure reach_exceeded, conflict (too many addresses)
 */
async function addressesIn(
  turn: Turn,
  podIds: readonly string[],
  { reach, callerId }: { reach: readonly string[] | null; callerId: string | null },
): Promise<string[]> {
  const { accountId } = turn;
  const scope = { accountId, identityIds: null };
  const pods = await getPods(turn, accountId, podIds);
  const caller =
    reach !== null && callerId !== null ? await getKey(turn, { accountId, keyId: callerId }) : null;
  const isHeld = (id: string) => reach === null || caller?.podIds?.includes(id) === true;
  if (pods.length < podIds.length || !podIds.every(isHeld)) {
    throw new Failure(
      "reach_exceeded",
      "pod_ids must be pods of this account, and for a restricted key those that it names itself. List them with GET /api/v1/pods.",
    );
  }
  const ids = await identityIdsIn(turn, scope, { podIds, most: maxPodReach + 1 });
  if (ids.length > maxPodReach) {
    throw new Failure(
      "conflict",
      `These pods hold more than ${maxPodReach} addresses, which is what one key reaches at most. Name fewer pods.`,
    );
  }
  return ids;
}

function reachExceeded(): Failure {
  return new Failure(
    "reach_exceeded",
    "identity_ids must be addresses that the calling key reaches. List them with GET /api/v1/identities.",
  );
}
