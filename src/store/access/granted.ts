// Programs and passwords of devices that an owner let into the account in their own name. They end when the person is no longer
// an owner. DECISIONS Agent signup and console.
import type { DeferredStatement, Executor } from "../database/database.ts";
import { type AuditedEnd, keyEnds, noteEnded } from "./account-audit.ts";

interface Granter {
  accountId: string;
  /** The person's email in canonical form. */
  email: string;
}

/** Addresses that have passwords by this person; at most `most`. */
export async function addressesWithPasswordsBy(
  db: Executor,
  { accountId, email }: Granter,
  most: number,
): Promise<string[]> {
  const rows = await db.values(
    `select distinct identity_id from app_passwords where account_id = $1::uuid and made_by = $2::text limit ${most}`,
    [accountId, email],
  );
  return rows.map(([id]) => id as string);
}

const grantKeys = `account_id = $1::uuid and id in (
  select id from oauth_grants where account_id = $1::uuid and granted_by = $2::text)`;

/** Ends all of it, and notes it; the ended grants are remembered for what they made and that sleeps. */
export function endGranted({ accountId, email }: Granter, ending: AuditedEnd): DeferredStatement[] {
  const both = [accountId, email];
  const { at } = ending;
  return [
    noteEnded(
      { action: keyEnds, target: "x.name", from: `api_keys x where x.${grantKeys}`, params: both },
      ending,
    ),
    noteEnded(
      {
        action: "'password_ended'",
        target: "x.name",
        from: "app_passwords x where x.account_id = $1::uuid and x.made_by = $2::text",
        params: both,
      },
      ending,
    ),
    {
      text: `insert into revoked_keys (account_id, id, parent_id, name, prefix, identity_ids, level, created_at, revoked_at)
             select account_id, id, parent_id, name, prefix, identity_ids, level, created_at, $3::timestamptz from api_keys
             where ${grantKeys} on conflict do nothing`,
      params: [...both, at],
    },
    // The grant and its tokens go with its key.
    { text: `delete from api_keys where ${grantKeys}`, params: both },
    {
      text: "delete from oauth_codes where account_id = $1::uuid and granted_by = $2::text",
      params: both,
    },
    {
      text: "delete from app_passwords where account_id = $1::uuid and made_by = $2::text",
      params: both,
    },
  ];
}

/** Ends the links of these people: invitations that nobody has used, which who invited may have still. */
export function endInvitations(accountId: string, emails: readonly string[]): DeferredStatement {
  return {
    // Without a subquery: a statement of Citus reads no table of accounts where it writes one that every node has.
    text: "delete from sign_in_links where account_id = $1::uuid and owner_email = any($2::text[])",
    params: [accountId, emails],
  };
}
