// An actor is a row, an identity's or an account's; what is kept in memory is a cache of it that proves itself: it is
// valid only while its modseq equals the row's, which every batch reads under lock (the fence).
import type { Instant } from "../../src/lib/clock.ts";
import type { AccountRow } from "../../src/store/accounts/accounts.ts";
import type { IdentityRow } from "../../src/store/addresses/identities.ts";
import type { Executor } from "../../src/store/database/database.ts";
import { fromJson, type JsonRow, toRow } from "../../src/store/database/rows.ts";
import type { FolderRow } from "../../src/store/mailbox/folders.ts";
import { accounts, folders, identities } from "../../src/store/tables/index.ts";

export interface ActorRef {
  readonly kind: "account" | "identity";
  readonly accountId: string;
  /** The identity's id, or the account's own. */
  readonly id: string;
}

/** The fields of a webhook that emitting events needs. */
export interface WebhookTarget {
  id: string;
  identityId: string | null;
  eventTypes: readonly string[];
}

/** The account's cached state, which its own turns and its identities' turns read without a query. */
export interface AccountState {
  row: AccountRow;
  /** Webhooks that are not disabled. */
  webhooks: readonly WebhookTarget[];
  /** Domains that may send and receive, by id. */
  verifiedDomains: ReadonlySet<string>;
}

export interface IdentityState {
  row: IdentityRow;
  /** By id. */
  folders: ReadonlyMap<string, FolderRow>;
}

/** Whether an identity is neither suspended nor past its end. */
export function isOpen({ status, expiresAt }: IdentityRow, now: Instant): boolean {
  return status === "active" && (expiresAt === null || expiresAt > now);
}

/** Whether an identity takes mail by its own address now. DECISIONS Addresses */
export function takesMail(row: IdentityRow, account: AccountState, now: Instant): boolean {
  return isOpen(row, now) && account.verifiedDomains.has(row.domainId);
}

/**
 * Locks the rows of these actors in id order and reads them: the fence.
 * @returns rows by id; one that is missing does not exist, or is an identity that was deleted
 */
export async function lockAccounts(tx: Executor, ids: readonly string[]): Promise<Map<string, AccountRow>> {
  const rows = await tx.rows(
    `select * from accounts
     where account_id = any($1::uuid[]) order by account_id for no key update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.account_id as string, toRow<AccountRow>(accounts, row)]));
}

/** The modseq and last instant of a locked identity, and its account's modseq. */
export interface LockedIdentity extends Pick<IdentityRow, "id" | "accountId" | "modseq" | "lastInstant"> {
  accountModseq: number;
}

/** Nothing more is read under the lock: what the cache holds of an identity at this modseq is its row. */
export async function lockIdentities(
  tx: Executor,
  refs: readonly ActorRef[],
): Promise<Map<string, LockedIdentity>> {
  const rows = await tx.rows<LockedIdentity & { deleted: boolean }>(
    `select i.id, i.account_id as "accountId", i.modseq, i.last_instant as "lastInstant",
            i.deleted_at is not null as deleted,
            (select a.modseq from accounts a where a.account_id = i.account_id) as "accountModseq"
     from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     join identities i on i.account_id = k.account_id and i.id = k.id
     order by i.id for no key update of i`,
    [refs.map((ref) => ref.accountId), refs.map((ref) => ref.id)],
  );
  // Not a condition of the statement: it would tempt the planner to the list of all addresses.
  return new Map(rows.filter(({ deleted }) => !deleted).map((row) => [row.id, row]));
}

/**
 * Locks the rows of these identities in id order, as `lockIdentities`, without reading them.
 * @param expected the modseq of each identity and of its account, as memory has them: a SqlError where the database has another
 */
export async function verifyIdentities(
  tx: Executor,
  expected: readonly { ref: ActorRef; modseq: number; accountModseq: number }[],
): Promise<void> {
  await tx.values(
    `select case when count(*) = cardinality($2::uuid[]) then 0
                 else ('an actor has moved on: of those expected there are ' || count(*))::int end
     from (
       select from unnest($1::uuid[], $2::uuid[], $3::int8[], $4::int8[]) as k(account_id, id, modseq, account_modseq)
       join identities i on i.account_id = k.account_id and i.id = k.id
       where i.modseq = k.modseq
         and (select a.modseq from accounts a where a.account_id = i.account_id) = k.account_modseq
       order by i.id for no key update of i
     ) found`,
    [
      expected.map(({ ref }) => ref.accountId),
      expected.map(({ ref }) => ref.id),
      expected.map(({ modseq }) => modseq),
      expected.map(({ accountModseq }) => accountModseq),
    ],
  );
}

/**
 * Read locked identities, with folders, whose modseq is not the one in memory, by id. The query may travel
 * right behind the lock. Each identity comes as one JSON value, which costs the driver less than its columns.
 */
export async function loadIdentities(
  tx: Executor,
  refs: readonly ActorRef[],
  known: ReadonlyMap<string, IdentityState>,
): Promise<Map<string, IdentityState>> {
  const rows = await tx.rows<{ identity: JsonRow; folders: JsonRow[] | null }>(
    `select to_json(i) as identity,
            (select json_agg(f) from folders f where f.account_id = i.account_id and f.identity_id = i.id) as folders
     from unnest($1::uuid[], $2::uuid[], $3::int8[]) as k(account_id, id, modseq)
     join identities i on i.account_id = k.account_id and i.id = k.id
     where i.modseq is distinct from k.modseq`,
    [
      refs.map((ref) => ref.accountId),
      refs.map((ref) => ref.id),
      refs.map((ref) => known.get(ref.id)?.row.modseq ?? null),
    ],
  );
  return new Map(
    rows.map((found) => {
      const row = fromJson<IdentityRow>(identities, found.identity);
      const own = found.folders?.map((folder) => fromJson<FolderRow>(folders, folder)) ?? [];
      return [row.id, { row, folders: new Map(own.map((folder) => [folder.id, folder])) }];
    }),
  );
}

export async function loadAccounts(tx: Executor, ids: readonly string[]): Promise<Map<string, AccountState>> {
  const [accountRows, webhooks, domains] = await Promise.all([
    tx.rows(`select * from accounts where account_id = any($1::uuid[])`, [ids]),
    tx.rows<{ account_id: string; id: string; identity_id: string | null; event_types: string[] }>(
      `select account_id, id, identity_id, event_types from webhooks
       where account_id = any($1::uuid[]) and status <> 'disabled' order by id`,
      [ids],
    ),
    // The default domain is shared, and so are those of sign-ups: they serve every account. DECISIONS Domains
    tx.rows<{ account_id: string; id: string; shared: boolean }>(
      `select account_id, id, false as shared from domains where account_id = any($1::uuid[]) and status = 'verified'
       union all select account_id, domain_id, true from domain_names where shared_as is not null`,
      [ids],
    ),
  ]);
  return new Map(
    accountRows.map((found) => {
      const row = toRow<AccountRow>(accounts, found);
      const id = row.accountId;
      const state: AccountState = {
        row,
        webhooks: webhooks
          .filter((w) => w.account_id === id)
          .map((w) => ({ id: w.id, identityId: w.identity_id, eventTypes: w.event_types })),
        verifiedDomains: new Set(domains.filter((d) => d.shared || d.account_id === id).map((d) => d.id)),
      };
      return [id, state];
    }),
  );
}
