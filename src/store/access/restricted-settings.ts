// The settings of an identity that restricted keys have set, each with the reach of its key.
import { and, eq, sql } from "drizzle-orm";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { isAnyOf, orm, statementOf, write } from "../database/orm.ts";
import { type RestrictedSetting, restrictedSettings } from "../tables/index.ts";

interface IdentityKey {
  accountId: string;
  identityId: string;
}

const ofIdentity = ({ accountId, identityId }: IdentityKey) =>
  and(eq(restrictedSettings.accountId, accountId), eq(restrictedSettings.identityId, identityId));

/** Settings set by keys whose reach lies within these identities. */
export async function settingsSetWithin(
  db: Executor,
  identity: IdentityKey,
  reach: readonly string[],
): Promise<RestrictedSetting[]> {
  const rows = await orm(db)
    .select({ setting: restrictedSettings.setting })
    .from(restrictedSettings)
    .where(and(ofIdentity(identity), sql`${restrictedSettings.identityIds} <@ ${sql.param(reach)}::uuid[]`));
  return rows.map(({ setting }) => setting);
}

/** Stores the reach of the key that set these settings. @param reach null: an unrestricted key */
export function setSetters(
  identity: IdentityKey,
  settings: readonly RestrictedSetting[],
  reach: readonly string[] | null,
): DeferredStatement {
  if (reach === null) {
    return statementOf(
      write
        .delete(restrictedSettings)
        .where(and(ofIdentity(identity), isAnyOf(restrictedSettings.setting, settings))),
    );
  }
  return {
    text: `insert into restricted_settings (account_id, identity_id, setting, identity_ids)
           select $1::uuid, $2::uuid, setting, $4::uuid[] from unnest($3::text[]) as setting
           on conflict (account_id, identity_id, setting) do update set identity_ids = excluded.identity_ids`,
    params: [identity.accountId, identity.identityId, settings, reach],
  };
}

/** Empties a send list that a key with less reach wrote. @param reach of the key that asks; null: everything */
export function forgetLesserList(
  { accountId, identityId }: IdentityKey,
  reach: readonly string[] | null,
): DeferredStatement {
  return {
    text: `delete from send_lists l where l.account_id = $1::uuid and l.identity_id = $2::uuid and exists (
             select from restricted_settings s where s.account_id = l.account_id and s.identity_id = l.identity_id
               and s.setting = 'send_list' and ($3::uuid[] is null or not $3::uuid[] <@ s.identity_ids))`,
    params: [accountId, identityId, reach],
  };
}

/** Copies the reach of the key that set the expiry to the status. */
export function statusSetByExpiry({ accountId, identityId }: IdentityKey): DeferredStatement {
  return {
    text: `insert into restricted_settings (account_id, identity_id, setting, identity_ids)
           select account_id, identity_id, 'status', identity_ids from restricted_settings
           where account_id = $1::uuid and identity_id = $2::uuid and setting = 'expires_at'
           on conflict (account_id, identity_id, setting) do update set identity_ids = excluded.identity_ids`,
    params: [accountId, identityId],
  };
}
