// The family of an API key: the key, its descendants, and the app passwords, calendar feeds and webhooks that they created,
// with the routing rules to those webhooks.

import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { type AuditedEnd, type EndedRows, keyEnds, noteEnded } from "./account-audit.ts";

/** Begins a statement: `family` holds the ids of key $2 of account $1 and of its descendants. */
const familyOfKey = `with recursive family as (
  select id from api_keys where account_id = $1::uuid and id = $2::uuid
  union all
  select k.id from api_keys k join family f on k.account_id = $1::uuid and k.parent_id = f.id
)`;

/** The numbers of resources of a family. */
export interface KeyFamily {
  /** App passwords of the fenced identities. */
  passwords: number;
  /** Ids of further identities that have app passwords of the family. */
  otherAddresses: string[];
  /** Descendants, without the key itself. */
  keys: number;
  webhooks: number;
  /** Routing rules to the webhooks. */
  rules: number;
}

/**
 * @param fenced ids of the identities whose app passwords are counted
 * @param most of `otherAddresses`
 */
export async function countFamily(
  db: Executor,
  key: { accountId: string; keyId: string },
  { fenced, most }: { fenced: readonly string[]; most: number },
): Promise<KeyFamily> {
  const [row] = await db.rows<KeyFamily>(
    `${familyOfKey}, passwords as (
       select p.identity_id from app_passwords p join family f on p.account_id = $1::uuid and p.minted_by = f.id
     ), hooks as (
       select w.id from webhooks w join family f on w.account_id = $1::uuid and w.minted_by = f.id
     )
     select (select count(*)::int from passwords where identity_id = any($3::uuid[])) as passwords,
            array(select distinct identity_id from passwords where not identity_id = any($3::uuid[])
                  limit $4::int) as "otherAddresses",
            (select count(*)::int - 1 from family) as keys,
            (select count(*)::int from hooks) as webhooks,
            (select count(*)::int from routing_rules r where r.account_id = $1::uuid
               and r.webhook_id in (select id from hooks)) as rules`,
    [key.accountId, key.keyId, fenced, most],
  );
  return must(row, "the statement returns one row");
}

/** Deletes the family's app passwords of these identities, and notes it. */
export function deleteFamilyPasswords(
  key: { accountId: string; keyId: string },
  identityIds: readonly string[],
  ending: AuditedEnd,
): DeferredStatement[] {
  const these =
    "account_id = $1::uuid and identity_id = any($3::uuid[]) and minted_by in (select id from family)";
  const params = [key.accountId, key.keyId, identityIds];
  return [
    noteEnded(
      {
        beginning: familyOfKey,
        action: "'password_ended'",
        target: "x.name",
        from: `app_passwords x where ${these}`,
        params,
      },
      ending,
    ),
    { text: `${familyOfKey} delete from app_passwords where ${these}`, params },
  ];
}

/** Notes the end of the family's keys, webhooks and rules: what `deleteFamily` deletes. */
export function noteFamilyEnds(
  { accountId, keyId }: { accountId: string; keyId: string },
  ending: AuditedEnd,
): DeferredStatement[] {
  const ends: Pick<EndedRows, "action" | "target" | "from">[] = [
    {
      action: "'routing_rule_removed'",
      target: "x.local_part || '@' || x.domain",
      from: `routing_rules x where x.account_id = $1::uuid and x.webhook_id in (
        select id from webhooks where account_id = $1::uuid and minted_by in (select id from family))`,
    },
    {
      action: "'webhook_removed'",
      // As auditedUrl has it.
      target: "regexp_replace(regexp_replace(x.url, '[?#].*$', ''), '^(\\w+://)[^/]*@', '\\1')",
      from: "webhooks x where x.account_id = $1::uuid and x.minted_by in (select id from family)",
    },
    {
      action: keyEnds,
      target: "x.name",
      from: "api_keys x where x.account_id = $1::uuid and x.id in (select id from family)",
    },
  ];
  const params = [accountId, keyId];
  return ends.map((end) => noteEnded({ beginning: familyOfKey, ...end, params }, ending));
}

/** Remembers the family, for what it made and that sleeps. @param at when it ends */
export function rememberFamily(
  { accountId, keyId }: { accountId: string; keyId: string },
  at: Instant,
): DeferredStatement {
  return {
    text: `insert into revoked_keys (account_id, id, parent_id, name, prefix, identity_ids, level, created_at, revoked_at)
           ${familyOfKey} select account_id, id, parent_id, name, prefix, identity_ids, level, created_at, $3::timestamptz from api_keys
           where account_id = $1::uuid and id in (select id from family) on conflict do nothing`,
    params: [accountId, keyId, at],
  };
}

/** Deletes the family with its calendar feeds, its webhooks and their rules, in this order: rules refer to webhooks, webhooks to keys. */
export function deleteFamily({
  accountId,
  keyId,
}: {
  accountId: string;
  keyId: string;
}): DeferredStatement[] {
  return [
    `delete from routing_rules where account_id = $1::uuid and webhook_id in (
       select id from webhooks where account_id = $1::uuid and minted_by in (select id from family))`,
    "delete from webhooks where account_id = $1::uuid and minted_by in (select id from family)",
    "delete from calendar_feeds where account_id = $1::uuid and minted_by in (select id from family)",
    "delete from api_keys where account_id = $1::uuid and id in (select id from family)",
  ].map((text) => ({ text: `${familyOfKey} ${text}`, params: [accountId, keyId] }));
}

/** Whether a key is in the family of `callerId` (null: the operator, always true); null when the key does not exist. */
export async function isInFamily(
  db: Executor,
  key: { accountId: string; keyId: string },
  callerId: string | null,
): Promise<boolean | null> {
  const [row] = await db.values(
    `${familyOfKey}
     select ($2::uuid is null or exists (select from family where id = $3::uuid))
     from api_keys where account_id = $1::uuid and id = $3::uuid`,
    [key.accountId, callerId, key.keyId],
  );
  return row ? (row[0] as boolean) : null;
}
