// The owner of a domain name, and the claims of other accounts to it. domain_names holds the owner.

import { and, eq, ne, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { accounts, domainNames } from "../tables/index.ts";
import type { DomainRow } from "./domains.ts";

/** The state of a name before an account claims it. */
export interface ClaimState {
  /** The account has a claim to it already. */
  mine: boolean;
  /** The plan of another account that owns the name; null: none does. */
  ownerPlan: "operator" | "signup" | null;
  /** The owner shares it with every account. */
  isShared: boolean;
}

export async function claimState(db: Executor, accountId: string, domain: string): Promise<ClaimState> {
  const [row] = await db.rows<ClaimState>(
    `select exists (select from domains where account_id = $1::uuid and domain = $2::text) as mine,
            a.plan as "ownerPlan", n.shared_as is not null as "isShared"
     from (values (1)) one left join domain_names n on n.domain = $2::text and n.account_id <> $1::uuid
     left join accounts a on a.account_id = n.account_id`,
    [accountId, domain],
  );
  return must(row, "the statement returns one row");
}

/** Serialises changes of the name's owner, until the transaction ends. */
export async function lockDomainName(db: Executor, domain: string): Promise<void> {
  await db.values("select pg_advisory_xact_lock(hashtextextended($1::text, 7305202))", [domain]);
}

/** Whether the name belongs to an operator's account other than this one. */
export async function isOperatorsName(db: Executor, domain: string, accountId: string): Promise<boolean> {
  const found = await orm(db)
    .select({ one: sql`1` })
    .from(domainNames)
    .innerJoin(accounts, eq(accounts.accountId, domainNames.accountId))
    .where(
      and(
        eq(domainNames.domain, domain),
        ne(domainNames.accountId, accountId),
        eq(accounts.plan, "operator"),
      ),
    );
  return found.length > 0;
}

/** The domain that has a name. */
type NameOwner = Pick<DomainRow, "domain" | "accountId" | "id">;

/** Sets the owner of a name, replacing another one, and says whether all accounts use it. */
export function setNameOwner({
  id: domainId,
  ...domain
}: NameOwner & Pick<DomainRow, "isDefault" | "forSignups">): DeferredStatement {
  const sharedAs = domain.isDefault ? "default" : domain.forSignups ? "signups" : null;
  const owner = { domain: domain.domain, accountId: domain.accountId, domainId, sharedAs } as const;
  return statementOf(
    write.insert(domainNames).values(owner).onConflictDoUpdate({ target: domainNames.domain, set: owner }),
  );
}

/** Deletes the ownership of a name, if this domain has it. */
export function releaseName({ domain, accountId, id }: NameOwner): DeferredStatement {
  return statementOf(
    write
      .delete(domainNames)
      .where(
        and(
          eq(domainNames.domain, domain),
          eq(domainNames.accountId, accountId),
          eq(domainNames.domainId, id),
        ),
      ),
  );
}

export interface OtherClaim {
  accountId: string;
  domainId: string;
  /** Webhooks of that account that get `domain.failed`. */
  webhookIds: string[];
}

/** Claims of other accounts to a name that have not failed. */
export async function otherClaims(db: Executor, domain: string, accountId: string): Promise<OtherClaim[]> {
  return db.rows<OtherClaim>(
    `select d.account_id as "accountId", d.id as "domainId", array(
       select w.id from webhooks w
       where w.account_id = d.account_id and w.identity_id is null and w.status <> 'disabled'
         and (cardinality(w.event_types) = 0 or 'domain.failed' = any(w.event_types))) as "webhookIds"
     from domains d where d.domain = $1::text and d.account_id <> $2::uuid and d.status <> 'failed'`,
    [domain, accountId],
  );
}

/** A claim that fails, with the ids of its event and of that event's deliveries. */
export interface FailedClaim {
  accountId: string;
  domainId: string;
  eventId: string;
  deliveries: readonly { id: string; webhookId: string }[];
}

/**
 * Fails claims of other accounts to a name, with their events. The statement raises those accounts' modseq, which
 * invalidates their caches.
 */
export function failClaims(
  domain: string,
  { claims, at }: { claims: readonly FailedClaim[]; at: Instant },
): DeferredStatement {
  const events = claims.map(({ accountId, domainId, eventId }) => ({
    account_id: accountId,
    domain_id: domainId,
    event_id: eventId,
  }));
  const deliveries = claims.flatMap(({ accountId, eventId, deliveries }) =>
    deliveries.map(({ id, webhookId }) => ({
      account_id: accountId,
      id,
      webhook_id: webhookId,
      event_id: eventId,
    })),
  );
  return {
    text: `with lost as (
             update domains d set status = 'failed', verified_at = null,
                    record_status = d.record_status || '{"ownership": "failed"}'
             from json_to_recordset($1::json) as l(account_id uuid, domain_id uuid)
             where d.account_id = l.account_id and d.id = l.domain_id returning d.account_id
           ), stamped as (
             update accounts a set modseq = a.modseq + 1,
                    last_instant = greatest($3::timestamptz, ((a.last_instant at time zone 'UTC') + interval '1 microsecond') at time zone 'UTC')
             from lost where a.account_id = lost.account_id returning a.account_id, a.last_instant
           ), reported as (
             insert into events (account_id, id, type, data, created_at)
             select l.account_id, l.event_id, 'domain.failed',
                    jsonb_build_object('domain_id', l.domain_id, 'domain', $4::text), s.last_instant
             from json_to_recordset($1::json) as l(account_id uuid, domain_id uuid, event_id uuid)
             join stamped s on s.account_id = l.account_id
           )
           insert into deliveries (account_id, id, webhook_id, event_id, event_type, status, attempt_count, next_attempt_at, created_at)
           select l.account_id, l.id, l.webhook_id, l.event_id, 'domain.failed', 'queued', 0, s.last_instant, s.last_instant
           from json_to_recordset($2::json) as l(account_id uuid, id uuid, webhook_id uuid, event_id uuid)
           join stamped s on s.account_id = l.account_id`,
    params: [JSON.stringify(events), JSON.stringify(deliveries), at, domain],
  };
}
