// Makers: the key or person that an allowance, schedule or rule was made by, and what that maker may do
// today. A permission is checked against its maker at each use, inside the statement that reads it. Also
// lists of what a key made, and its handover to another. DECISIONS Authentication and keys.
import type { Instant } from "../../lib/clock.ts";
import { includesLevel, type Level } from "../../lib/levels.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import type { StoredMaker } from "../tables/index.ts";

/** A maker with what it may do now. */
export interface KnownMaker {
  /** null: an older release did not say. */
  maker: StoredMaker | null;
  /** The key that it is; null: it is none, or was revoked. `until`: when the grant ends, in milliseconds; null: it has ended. */
  key: { identityIds: string[] | null; level: Level | null; until: number | null } | null;
}

/**
 * SQL of a KnownMaker, as jsonb.
 * @param account SQL of the account's id
 * @param maker SQL of the stored maker
 */
export function knownMaker(account: string, maker: string): string {
  return `jsonb_build_object('maker', ${maker}, 'key', ${keyOfMaker(account, maker)})`;
}

/** A grant ends with its last refresh token. */
function keyOfMaker(account: string, maker: string): string {
  return `(select jsonb_build_object('identityIds', mk.identity_ids, 'level', mk.level, 'until',
      case when mk.level is not null then (select extract(epoch from max(mr.expires_at)) * 1000 from oauth_refresh_tokens mr
        where mr.account_id = mk.account_id and mr.grant_id = mk.id) end)
    from api_keys mk where mk.account_id = ${account}
      and mk.id = case when ${maker}->>'kind' = 'key' then (${maker}->>'id')::uuid end)`;
}

/** Whether a maker that is a key goes on, and reaches the address at this level. @param at milliseconds */
export function keyMay(
  { key }: KnownMaker,
  { identityId, level, at }: { identityId: string; level: Level; at: number },
): boolean {
  if (key === null) return false;
  const { identityIds } = key;
  if (identityIds !== null && !identityIds.includes(identityId)) return false;
  return key.level === null || (key.until !== null && key.until > at && includesLevel(key.level, level));
}

/** Reach of a key now. @param keyId of an account; of an ended key nothing */
export async function knownKey(
  db: Executor,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<KnownMaker> {
  const maker: StoredMaker = { kind: "key", id: keyId };
  const [row] = await db.values(`select ${keyOfMaker("$1::uuid", "$2::jsonb")}`, [
    accountId,
    JSON.stringify(maker),
  ]);
  return { maker, key: (row?.[0] ?? null) as KnownMaker["key"] };
}

/** SQL: the maker is a person who writes mail of the account. The holder of the operator's session has no address. */
export function personWrites(account: string, maker: string): string {
  return `(${maker}->>'kind' = 'person' and (${maker}->>'id' is null or ${maker}->>'id' = 'operator'
    or exists (select from accounts ma where ma.account_id = ${account} and ma.owner_email = ${maker}->>'id')
    or exists (select from members mm where mm.account_id = ${account} and mm.email = ${maker}->>'id' and mm.role <> 'reviewer')))`;
}

export type MadeKind =
  | "api_key"
  | "app_password"
  | "webhook"
  | "calendar_feed"
  | "routing_rule"
  | "scheduled_draft"
  | "allow_entry"
  | "allowed_contact";

/** Something that a key made and that goes on, or sleeps since the key has ended. */
export interface MadeRow {
  kind: MadeKind;
  /** null: an allowed contact, which has none. */
  id: string | null;
  /** The address that it is of; null: of the account. */
  identityId: string | null;
  /** The thing's name, address or URL, as people know it. */
  name: string;
  createdAt: Instant;
}

/**
 * Begins a statement: `makers` holds the key $2 of account $1 and, where it has ended, the keys that ended with it.
 * What a key below one that stands made is that key's.
 */
const makersOf = `with recursive makers as (
  select $2::uuid as id
  union
  select r.id from revoked_keys r join makers m on r.account_id = $1::uuid and r.parent_id = m.id
  where not exists (select from api_keys k where k.account_id = $1::uuid and k.id = $2::uuid)
)`;

const isTheirs = (maker: string) =>
  `${maker}->>'kind' = 'key' and ${maker}->>'id' in (select id::text from makers)`;

/** SQL of MadeRow, in the columns of the statement, with the maker. */
const allMade = `
  select 'api_key' as kind, id, null::uuid as identity_id, name, created_at, parent_id::text as maker_id from api_keys
    where account_id = $1::uuid and parent_id in (select id from makers)
  union all
  select 'app_password', id, identity_id, name, created_at, minted_by::text from app_passwords
    where account_id = $1::uuid and minted_by in (select id from makers)
  union all
  select 'webhook', id, identity_id, url, created_at, minted_by::text from webhooks
    where account_id = $1::uuid and minted_by in (select id from makers)
  union all
  select 'calendar_feed', id, identity_id, name, created_at, minted_by::text from calendar_feeds
    where account_id = $1::uuid and minted_by in (select id from makers)
  union all
  select 'routing_rule', id, identity_id, local_part || '@' || domain || ' to ' || array_to_string(forward_to, ', '), created_at,
    maker->>'id' from routing_rules where account_id = $1::uuid and forward_to is not null and ${isTheirs("maker")}
  union all
  select 'routing_rule', id, identity_id, 'send as ' || local_part || '@' || domain, created_at, send_as_maker->>'id'
    from routing_rules where account_id = $1::uuid and ${isTheirs("send_as_maker")}
  union all
  select 'scheduled_draft', m.id, m.identity_id, coalesce(m.subject, ''), m.created_at, m.scheduled_by->>'id' from messages m
    where m.account_id = $1::uuid and m.state in ('scheduled', 'sending') and ${isTheirs("m.scheduled_by")}
  union all
  select 'allow_entry', id, nullif(owner_id, account_id), direction || ' ' || entry, created_at, maker->>'id' from protection_entries
    where account_id = $1::uuid and list = 'allow' and ${isTheirs("maker")}
  union all
  select 'allowed_contact', null, identity_id, 'send ' || email, send_allowed_at, send_allowed_by->>'id' from contacts
    where account_id = $1::uuid and send_allowed_at is not null and ${isTheirs("send_allowed_by")}
  union all
  select 'allowed_contact', null, identity_id, 'receive ' || email, receive_allowed_at, receive_allowed_by->>'id' from contacts
    where account_id = $1::uuid and receive_allowed_at is not null and ${isTheirs("receive_allowed_by")}`;

/** List the things that a key made, newest first: `count` past the cursor, with ties. */
export async function listMade(
  db: Executor,
  key: { accountId: string; keyId: string },
  { cursor, count }: { cursor: Instant | null; count: number },
): Promise<MadeRow[]> {
  return db.rows<MadeRow>(
    `${makersOf}
     select kind, id, identity_id as "identityId", name, created_at as "createdAt" from (${allMade}) made
     where $3::timestamptz is null or created_at < $3::timestamptz
     order by created_at desc fetch first ($4::int) rows with ties`,
    [key.accountId, key.keyId, cursor, count],
  );
}

/** A key that made something that still exists. */
export interface KeyWithMade {
  id: string;
  name: string;
  /** Whether it has not ended. */
  stands: boolean;
  count: number;
  /** At most 20. */
  newest: Pick<MadeRow, "kind" | "name">[];
}

/** Keys and ended grants of an account that made something that still exists, the newest first, at most 1,000; each without the keys that came from it. */
export async function listMakers(db: Executor, accountId: string): Promise<KeyWithMade[]> {
  return db.rows<KeyWithMade>(
    `with known as (
       select id, name, created_at, true as stands from api_keys where account_id = $1::uuid and level is null
       union all select id, name, created_at, false from revoked_keys where account_id = $1::uuid
     ), makers as (select id from known),
     ranked as (
       select *, row_number() over (partition by maker_id order by created_at desc) as place from (${allMade}) made
     )
     select k.id, k.name, k.stands, count(*)::int as count,
       jsonb_agg(jsonb_build_object('kind', r.kind, 'name', left(r.name, 200)) order by r.place) filter (where r.place <= 20) as newest
     from known k join ranked r on r.maker_id = k.id::text
     group by k.id, k.name, k.stands, k.created_at order by k.created_at desc limit 1000`,
    [accountId],
  );
}

/** A key that stands or has ended; null: the account has had none of this id in the last year. */
export async function findAnyKey(
  db: Executor,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<{ name: string; isUnrestricted: boolean; stands: boolean } | null> {
  const [row] = await db.rows<{ name: string; isUnrestricted: boolean; stands: boolean }>(
    `select name, identity_ids is null and level is null as "isUnrestricted", true as stands from api_keys
       where account_id = $1::uuid and id = $2::uuid
     union all
     select name, identity_ids is null and level is null, false from revoked_keys where account_id = $1::uuid and id = $2::uuid`,
    [accountId, keyId],
  );
  return row ?? null;
}

export interface TakeOver {
  accountId: string;
  /** The key whose things they are. */
  keyId: string;
  /** The key that takes the things over; null: a person takes them, and no key. */
  takerId: string | null;
  /** The taker, as what is allowed shall name it. */
  maker: StoredMaker;
  /** Leave what is allowed at addresses where a person decides. */
  exceptDecidedByPeople: boolean;
}

/** SQL: a person alone decides what this address sends (of an entry of the account: by default). */
const decidedByPeople = (identity: string) => `exists (
  select from accounts a left join identities i on i.account_id = a.account_id and i.id = ${identity}
  where a.account_id = $1::uuid and (a.protection->>'approver' = 'human' or i.protection->>'approver' = 'human'))`;

/** How many of each there are to be taken. @param exceptDecidedByPeople as in TakeOver */
export async function countMade(
  db: Executor,
  { accountId, keyId }: { accountId: string; keyId: string },
  { exceptDecidedByPeople }: Pick<TakeOver, "exceptDecidedByPeople">,
): Promise<Partial<Record<MadeKind, number>>> {
  const rows = await db.rows<{ kind: MadeKind; count: number }>(
    `${makersOf} select kind, count(*)::int as count from (${allMade}) made
     where not ($3::bool and kind in ('allow_entry', 'allowed_contact') and ${decidedByPeople("made.identity_id")}) group by kind`,
    [accountId, keyId, exceptDecidedByPeople],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/**
 * Statements that hand everything a key made to the taker. A schedule that a person takes loses its
 * scheduler, since no person has decided that mail.
 */
export function takeOver({
  accountId,
  keyId,
  takerId,
  maker,
  exceptDecidedByPeople,
}: TakeOver): DeferredStatement[] {
  const both = [accountId, keyId];
  const byKey = (text: string): DeferredStatement => ({
    text: `${makersOf} ${text}`,
    params: [...both, takerId],
  });
  const byMaker = (text: string, given: StoredMaker | null = maker): DeferredStatement => ({
    text: `${makersOf} ${text}`,
    params: [...both, given && JSON.stringify(given)],
  });
  const allowed = (identity: string) => (exceptDecidedByPeople ? `and not ${decidedByPeople(identity)}` : "");
  const minted = ["app_passwords", "webhooks", "calendar_feeds"].map((table) =>
    byKey(
      `update ${table} set minted_by = $3::uuid where account_id = $1::uuid and minted_by in (select id from makers)`,
    ),
  );
  return [
    byKey(
      "update api_keys set parent_id = $3::uuid where account_id = $1::uuid and parent_id in (select id from makers)",
    ),
    ...minted,
    byMaker(
      `update routing_rules set maker = $3::jsonb where account_id = $1::uuid and forward_to is not null and ${isTheirs("maker")}`,
    ),
    byMaker(
      `update routing_rules set send_as_maker = $3::jsonb where account_id = $1::uuid and ${isTheirs("send_as_maker")}`,
    ),
    byMaker(
      `update messages m set scheduled_by = $3::jsonb where m.account_id = $1::uuid and m.state in ('scheduled', 'sending')
         and ${isTheirs("m.scheduled_by")}`,
      takerId === null ? null : maker,
    ),
    byMaker(
      `update protection_entries set maker = $3::jsonb where account_id = $1::uuid and list = 'allow' and ${isTheirs("maker")}
         ${allowed("protection_entries.owner_id")}`,
    ),
    ...["send", "receive"].map((direction) =>
      byMaker(
        `update contacts set ${direction}_allowed_by = $3::jsonb where account_id = $1::uuid and ${direction}_allowed_at is not null
           and ${isTheirs(`${direction}_allowed_by`)} ${allowed("contacts.identity_id")}`,
      ),
    ),
  ];
}
