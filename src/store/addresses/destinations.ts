// Looks recipients up among addresses and routing rules; src/routing decides from the result. Hot, as every RCPT asks: text.
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Parted } from "../database/database.ts";

/** A recipient to look up. */
export interface RoutedRecipient {
  domain: string;
  /** In lower case. */
  local: string;
  /** Without the +tag. */
  bare: string;
}

/** Precedence of matches: the lowest rank counts. */
export const matchRank = { address: 1, rule: 2, untagged: 3, catchAll: 4 } as const;

/** The result for a recipient. */
export interface FoundRecipient {
  /** The recipient's index in `asked`. */
  n: number;
  /** The domain is a verified domain of some account. */
  known: boolean;
  /** One of matchRank; null: no match, and all further fields are null. */
  rank: number | null;
  accountId: string | null;
  identityId: string | null;
  webhookId: string | null;
  ruleId: string | null;
  /** The rule forwards too. */
  forwards: boolean | null;
  /** The identity's status; null when it is deleted. */
  status: string | null;
  expiresAt: Instant | null;
  webhookStatus: string | null;
  /** Bytes that the account stores; null: its plan sets no limit. */
  stored: number | null;
}

/** The result for a domain that no account has. */
const nobodys: Omit<FoundRecipient, "n"> = {
  known: false,
  rank: null,
  accountId: null,
  identityId: null,
  webhookId: null,
  ruleId: null,
  forwards: null,
  status: null,
  expiresAt: null,
  webhookStatus: null,
  stored: null,
};

/**
 * Looks up at most 200 recipients. Only addresses and rules of the domain's owner match; on the shared domain, addresses of
 * every account.
 * @returns one row for each, in any order
 */
export async function findRecipients(
  db: Parted,
  asked: readonly RoutedRecipient[],
): Promise<FoundRecipient[]> {
  if (db.parts) return findInParts(db, db.parts, asked);
  return findInPart(db, asked);
}

/** Questions about an address that is gone each time its account's part is asked. */
const maxQuestions = 3;

/**
 * Asks the tables that every node has whose domains and addresses these are, then the parts of these accounts. Others are not
 * asked: their node may be down, and has nothing to say. So the owner of a shared domain is not asked about an address on it.
 * Where an address was deleted between the two, it is looked up again: a rule of the domain's owner may take its mail now.
 */
async function findInParts(
  db: Parted,
  parts: readonly Executor[],
  asked: readonly RoutedRecipient[],
): Promise<FoundRecipient[]> {
  let open = asked.map((_, n) => n);
  const best = new Map<number, FoundRecipient>();
  for (let question = 1; open.length > 0; question++) {
    const at = open;
    const { found, named } = await askParts(
      db,
      parts,
      at.map((n) => asked[n]!),
    );
    for (const row of found) best.set(at[row.n]!, { ...row, n: at[row.n]! });
    open = question === maxQuestions ? [] : at.filter((n, k) => named[k] && isGone(best.get(n)));
  }
  return [...best.values()];
}

/** Neither an identity nor a webhook takes its mail. */
function isGone(found: FoundRecipient | undefined): boolean {
  return !found || (found.status === null && found.webhookStatus === null);
}

interface PartsAnswer {
  /** The best row for each recipient that was found. */
  found: FoundRecipient[];
  /** For each recipient whether an account had an address of that name. */
  named: boolean[];
}

async function askParts(
  db: Parted,
  parts: readonly Executor[],
  asked: readonly RoutedRecipient[],
): Promise<PartsAnswer> {
  const domains = [...new Set(asked.map(({ domain }) => domain))];
  const locals = [...new Set(asked.flatMap(({ local, bare }) => [local, bare]))];
  const rows = await db.values(
    `select domain, null, account_id, shared_as is not null from domain_names where domain = any($1::text[])
     union all select domain, local_part, account_id, null from addresses
     where domain = any($1::text[]) and local_part = any($2::text[]) and identity_id is not null`,
    [domains, locals],
  );
  const known = new Map((rows as KnownName[]).map((row) => [nameOf(row[0], row[1]), row]));
  const accounts = asked.map(({ domain, local, bare }) => {
    const [, , owner, isShared] = known.get(nameOf(domain, null)) ?? [];
    const at = (name: string) => {
      const [, , account] = known.get(nameOf(domain, name)) ?? [];
      return isShared || account === owner ? account : undefined;
    };
    return { exact: at(local), untagged: at(bare), owner };
  });
  const places = new Set(
    accounts
      // Nothing comes before the address itself.
      .flatMap(({ exact, untagged, owner }) => exact ?? [owner, untagged])
      .flatMap((account) => (account === undefined ? [] : (db.partOf?.(account) ?? 0))),
  );
  const named = accounts.map(({ exact, untagged }) => (exact ?? untagged) !== undefined);
  if (places.size === 0) return { found: asked.map((_, n) => ({ ...nobodys, n })), named };
  const found: FoundRecipient[] = [];
  for (const part of places) found.push(...(await findInPart(parts[part]!, asked)));
  const best = new Map<number, FoundRecipient>();
  for (const row of found) {
    const before = best.get(row.n);
    if (!before || rankOf(row) < rankOf(before)) best.set(row.n, row);
  }
  return { found: [...best.values()], named };
}

/** A domain's name, without a local part, or an address; its account; of a domain whether all accounts use it. */
type KnownName = [domain: string, local: string | null, accountId: string, isShared: boolean | null];

/** A domain has no @. */
function nameOf(domain: string, local: string | null): string {
  return local === null ? domain : `${local}@${domain}`;
}

function rankOf({ rank, status, webhookStatus }: FoundRecipient): number {
  // An address is found in every part, and its identity in one alone.
  return (rank ?? 9) + (status === null && webhookStatus === null ? 0.5 : 0);
}

async function findInPart(db: Executor, asked: readonly RoutedRecipient[]): Promise<FoundRecipient[]> {
  return db.rows<FoundRecipient>(
    `select k.n, o.domain is not null as known, f.rank, f.account_id as "accountId", f.identity_id as "identityId",
            f.webhook_id as "webhookId", f.rule_id as "ruleId", f.forwards,
            case when i.deleted_at is null then i.status end as status, i.expires_at as "expiresAt", w.status as "webhookStatus",
            case when c.plan = 'signup' then (
              select coalesce(sum(s.storage_bytes), 0)::int8 from identities s
              where s.account_id = c.account_id and s.deleted_at is null) end as stored
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as k(n, domain, local, bare)
     left join domain_names o on o.domain = k.domain
     left join lateral (
       select case when a.local_part = k.local then ${matchRank.address} else ${matchRank.untagged} end as rank, a.account_id, a.identity_id,
              null::uuid as webhook_id, null::uuid as rule_id, false as forwards
       from addresses a
       where a.domain = k.domain and a.local_part in (k.local, k.bare) and a.identity_id is not null
         and (o.shared_as is not null or a.account_id = o.account_id)
       union all
       select case when r.local_part = k.local then ${matchRank.rule} else ${matchRank.catchAll} end, r.account_id, r.identity_id, r.webhook_id, r.id, r.forward_to is not null
       from routing_rules r
       where r.account_id = o.account_id and r.domain_id = o.domain_id and r.local_part in (k.local, '*') and r.status = 'active'
       order by 1 limit 1
     ) f on true
     left join accounts c on c.account_id = f.account_id
     left join identities i on i.account_id = f.account_id and i.id = f.identity_id
     left join webhooks w on w.account_id = f.account_id and w.id = f.webhook_id`,
    [asked.map((_, n) => n), asked.map((a) => a.domain), asked.map((a) => a.local), asked.map((a) => a.bare)],
  );
}

export interface IdentityOwner {
  accountId: string;
  identityId: string;
}

/** The identity that sent a queued message; null: no such message. */
export async function findSender(db: Executor, messageId: string): Promise<IdentityOwner | null> {
  const [row] = await db.rows<IdentityOwner>(
    `select account_id as "accountId", identity_id as "identityId" from outbound where message_id = $1::uuid limit 1`,
    [messageId],
  );
  return row ?? null;
}

/** The identity of postmaster@ the default domain. */
export async function findPostmaster(db: Executor): Promise<IdentityOwner | null> {
  const [row] = await db.rows<IdentityOwner>(
    `select a.account_id as "accountId", a.identity_id as "identityId" from domain_names n
     join addresses a on a.domain = n.domain and a.local_part = 'postmaster'
     where n.shared_as = 'default' and a.identity_id is not null`,
  );
  return row ?? null;
}
