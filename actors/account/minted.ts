// What API keys made, and the end of it: revoking a key revokes the keys that came from it, and with all of them their
// app passwords and webhooks. DECISIONS Authentication and keys.
import { Failure, notFound } from "../../src/lib/failure.ts";
import { familyOfKey } from "../../src/store/accounts/api-keys.ts";
import type { Actor } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

/**
 * A key that is gone mints nothing: what it minted before went with it.
 * @param keyId null: no key asks
 * @throws Failure unauthorized
 */
export async function checkMinter(turn: Turn, keyId: string | null): Promise<void> {
  if (keyId === null) return;
  const [key] = await turn.rows("select 1 from api_keys where account_id = $1::uuid and id = $2::uuid", [
    turn.accountId,
    keyId,
  ]);
  if (!key) throw new Failure("unauthorized", "This key was revoked. Use another one.");
}

/** How many of each ended with a key. */
export interface Revoked {
  /** Those that came from it. */
  apiKeys: number;
  appPasswords: number;
  webhooks: number;
  /** Those that led to the webhooks. */
  routingRules: number;
}

/** Addresses whose sessions one turn ends. */
const fencedAtOnce = 200;
/** More turns are only needed while the key goes on minting. */
const mostTurns = 1000;

/**
 * Revokes a key with what it and the keys below it made. Addresses whose passwords end are fenced, so that their
 * sessions look and find them gone; the keys go last, and what is left after a crash is revoked by the next try.
 * @param callerId the key that asks; null: the operator
 * @throws Failure not_found, reach_exceeded (a key of the account that is neither the caller nor made by it)
 */
export async function revokeKey(
  account: Actor,
  { id, callerId }: { id: string; callerId: string | null },
): Promise<Revoked> {
  let ended = 0;
  let also: readonly string[] = [];
  for (let turns = 0; turns < mostTurns; turns++) {
    const fenced = also;
    try {
      const step = await account.run((turn) => revokeStep(turn, { id, callerId, fenced }), { also });
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

interface Step {
  appPasswords: number;
  /** Addresses with further passwords. */
  next: string[];
  /** Once the keys are gone. */
  done: Omit<Revoked, "appPasswords"> | null;
}

async function revokeStep(
  turn: Turn,
  { id, callerId, fenced }: { id: string; callerId: string | null; fenced: readonly string[] },
): Promise<Step> {
  const { accountId } = turn;
  await checkCaller(turn, { id, callerId });
  const [found] = await turn.rows<{
    ending: number;
    next: string[];
    keys: number;
    webhooks: number;
    rules: number;
  }>(
    `${familyOfKey}, passwords as (
       select p.identity_id from app_passwords p join family f on p.account_id = $1::uuid and p.minted_by = f.id
     ), hooks as (
       select w.id from webhooks w join family f on w.account_id = $1::uuid and w.minted_by = f.id
     )
     select (select count(*)::int from passwords where identity_id = any($3::uuid[])) as ending,
            array(select distinct identity_id from passwords where not identity_id = any($3::uuid[])
                  limit ${fencedAtOnce}) as next,
            (select count(*)::int - 1 from family) as keys,
            (select count(*)::int from hooks) as webhooks,
            (select count(*)::int from routing_rules r where r.account_id = $1::uuid
               and r.webhook_id in (select id from hooks)) as rules`,
    [accountId, id, fenced],
  );
  const { ending, next, keys, webhooks, rules } = found!;
  if (ending > 0) {
    turn.bulk({
      text: `${familyOfKey} delete from app_passwords where account_id = $1::uuid and identity_id = any($3::uuid[])
             and minted_by in (select id from family)`,
      params: [accountId, id, fenced],
    });
  }
  if (next.length > 0) return { appPasswords: ending, next, done: null };
  for (const text of endings) turn.bulk({ text: `${familyOfKey} ${text}`, params: [accountId, id] });
  // Streams of events that the keys opened look whether these still stand; what is queued for the webhooks fails.
  turn.poke("events");
  turn.poke("deliveries");
  return { appPasswords: ending, next, done: { apiKeys: keys, webhooks, routingRules: rules } };
}

/** In this order: rules point at webhooks, webhooks at keys. */
const endings = [
  `delete from routing_rules where account_id = $1::uuid and webhook_id in (
     select id from webhooks where account_id = $1::uuid and minted_by in (select id from family))`,
  `delete from webhooks where account_id = $1::uuid and minted_by in (select id from family)`,
  `delete from api_keys where account_id = $1::uuid and id in (select id from family)`,
];

/** @throws Failure not_found, reach_exceeded */
async function checkCaller(
  turn: Turn,
  { id, callerId }: { id: string; callerId: string | null },
): Promise<void> {
  const [row] = await turn.rows<{ reached: boolean }>(
    `${familyOfKey}
     select ($2::uuid is null or exists (select from family where id = $3::uuid)) as reached
     from api_keys where account_id = $1::uuid and id = $3::uuid`,
    [turn.accountId, callerId, id],
  );
  if (!row) throw notFound();
  if (!row.reached) {
    throw new Failure(
      "reach_exceeded",
      "A key may revoke itself and the keys it made, not its parent and not a sibling.",
    );
  }
}
