// Keys that API keys made, and their end: revoking a key revokes the keys that came from it, and the app
// passwords and webhooks of them all. DECISIONS Authentication and keys.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { keyStands } from "../../../src/store/access/api-keys.ts";
import {
  countFamily,
  deleteFamily,
  deleteFamilyPasswords,
  isInFamily,
  noteFamilyEnds,
  rememberFamily,
} from "../../../src/store/access/key-families.ts";
import type { Actor } from "../../runtime/registry.ts";
import type { Turn, TurnAsker } from "../../runtime/turn.ts";
import { endingBy } from "./account-audit.ts";

/**
 * A key that is gone mints nothing: what it minted before went with it.
 * @param keyId null: no key asks
 * @throws Failure unauthorized
 */
export async function checkMinter(turn: Turn, keyId: string | null): Promise<void> {
  if (keyId === null) return;
  if (await keyStands(turn, { accountId: turn.accountId, keyId })) return;
  throw new Failure("unauthorized", "This key was revoked. Use another one.");
}

/** Counts of what ended with a key. */
export interface Revoked {
  /** Keys that came from the revoked one. */
  apiKeys: number;
  appPasswords: number;
  webhooks: number;
  /** Routing rules that led to the webhooks. */
  routingRules: number;
}

/** Addresses whose sessions one turn ends. */
const fencedAtOnce = 200;
/** More turns are only needed while the key goes on minting. */
const maxTurns = 1000;

/**
 * Revokes a key with what it and the keys below it made. Addresses whose passwords end are fenced, so that their open
 * sessions look for their password again, and end. The keys go last: the next try revokes what a crash has left.
 * @param callerId the key that asks; null: the operator
 * @param origin the asker for the audit trail; null: the service itself
 * @throws Failure not_found, reach_exceeded (a key of the account that is neither the caller nor made by it)
 */
export async function revokeKey(
  account: Actor,
  { id, callerId, origin }: { id: string; callerId: string | null; origin: TurnAsker | null },
): Promise<Revoked> {
  let ended = 0;
  let also: readonly string[] = [];
  for (let turns = 0; turns < maxTurns; turns++) {
    const fenced = also;
    try {
      const step = await account.run((turn) => revokeStep(turn, { id, callerId, fenced }), {
        also,
        ...(origin && { origin }),
      });
      ended += step.appPasswords;
      if (step.done) return { ...step.done, appPasswords: ended };
      also = step.next;
    } catch (error) {
      // An address that was deleted meanwhile cannot be fenced, and took its passwords along.
      if (!(error instanceof Failure && error.code === "not_found") || fenced.length === 0) throw error;
      also = [];
    }
  }
  throw new Failure("unavailable", "This key mints faster than it can be revoked. Try again.");
}

interface RevocationStep {
  appPasswords: number;
  /** Addresses with further passwords. */
  next: string[];
  /** Once the keys are gone. */
  done: Omit<Revoked, "appPasswords"> | null;
}

async function revokeStep(
  turn: Turn,
  { id, callerId, fenced }: { id: string; callerId: string | null; fenced: readonly string[] },
): Promise<RevocationStep> {
  const key = { accountId: turn.accountId, keyId: id };
  await checkCaller(turn, { id, callerId });
  const family = await countFamily(turn, key, { fenced, most: fencedAtOnce });
  const { passwords: appPasswords, otherAddresses: next } = family;
  const ending = endingBy(turn);
  if (appPasswords > 0)
    for (const statement of deleteFamilyPasswords(key, fenced, ending)) turn.bulk(statement);
  if (next.length > 0) return { appPasswords, next, done: null };
  turn.bulk(rememberFamily(key, turn.instant()));
  for (const statement of [...noteFamilyEnds(key, ending), ...deleteFamily(key)]) turn.bulk(statement);
  // Streams of events that the keys opened look whether these still stand; what is queued for the webhooks fails.
  turn.wakeReaders();
  turn.poke("deliveries");
  const { keys, webhooks, rules } = family;
  return { appPasswords, next, done: { apiKeys: keys, webhooks, routingRules: rules } };
}

/** @throws Failure not_found, reach_exceeded */
async function checkCaller(
  turn: Turn,
  { id, callerId }: { id: string; callerId: string | null },
): Promise<void> {
  const isReached = await isInFamily(turn, { accountId: turn.accountId, keyId: id }, callerId);
  if (isReached === null) throw notFound();
  if (!isReached) {
    throw new Failure(
      "reach_exceeded",
      "A key may revoke itself and the keys it made, not its parent and not a sibling.",
    );
  }
}
