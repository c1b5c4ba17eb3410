// Keys that name pods: they reach the addresses that are in them. DECISIONS Authentication and keys.
import type { DeferredStatement, Executor } from "../database/database.ts";

/** Addresses of a key that names pods: every request reads them. */
export const maxPodReach = 1000;

/** A key that names this pod and reaches as many addresses as it can. */
export async function findFullPodKey(
  db: Executor,
  accountId: string,
  podId: string,
): Promise<{ id: string; name: string } | null> {
  const [row] = await db.rows<{ id: string; name: string }>(
    `select id, name from api_keys where account_id = $1::uuid and pod_ids is not null and pod_ids @> array[$2::uuid]
       and cardinality(identity_ids) >= ${maxPodReach} limit 1`,
    [accountId, podId],
  );
  return row ?? null;
}

/** An address joins the keys that name its pod. */
export function joinPodKeys(
  accountId: string,
  { id, podId }: { id: string; podId: string },
): DeferredStatement {
  return {
    text: `update api_keys set identity_ids = array_append(identity_ids, $3::uuid)
           where account_id = $1::uuid and pod_ids is not null and pod_ids @> array[$2::uuid] and not identity_ids @> array[$3::uuid]`,
    params: [accountId, podId, id],
  };
}

/** An address leaves the keys that name its pod, and the keys below them. */
export function leavePodKeys(
  accountId: string,
  { id, podId }: { id: string; podId: string },
): DeferredStatement {
  return {
    text: `with recursive family as (
             select id from api_keys where account_id = $1::uuid and pod_ids is not null and pod_ids @> array[$2::uuid]
             union
             select k.id from api_keys k join family f on k.account_id = $1::uuid and k.parent_id = f.id
           )
           update api_keys set identity_ids = array_remove(identity_ids, $3::uuid)
           where account_id = $1::uuid and id in (select id from family) and identity_ids @> array[$3::uuid]`,
    params: [accountId, podId, id],
  };
}

/** SQL: made by a key that does not reach the address $2 of the account $1. */
const isBeyondReach = `minted_by in (select id from api_keys where account_id = $1::uuid and identity_ids is not null
  and not identity_ids @> array[$2::uuid])`;

/** Deletes what such keys made for the address; rules to a webhook go before it. */
export function deleteBeyondReach(accountId: string, identityId: string): DeferredStatement[] {
  return [
    `delete from routing_rules where account_id = $1::uuid and webhook_id in (
       select id from webhooks where account_id = $1::uuid and identity_id = $2::uuid and ${isBeyondReach})`,
    `delete from webhooks where account_id = $1::uuid and identity_id = $2::uuid and ${isBeyondReach}`,
    `delete from app_passwords where account_id = $1::uuid and identity_id = $2::uuid and ${isBeyondReach}`,
    `delete from calendar_feeds where account_id = $1::uuid and identity_ids @> array[$2::uuid] and ${isBeyondReach}`,
  ].map((text) => ({ text, params: [accountId, identityId] }));
}
