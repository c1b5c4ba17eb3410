// Where mail for a recipient goes. DECISIONS Addresses, in this order: exact address, exact rule, address without its
// +tag, catch-all rule; postmaster and abuse of every verified domain belong to the operator unless the name exists.
// Bounces return to addresses that prove which message they are about, before all that.
// Only what the domain's owner has made counts, or anybody on the shared domain. Look-ups that arrive together are one
// query.
import type { Plans } from "../config/plans.ts";
import { type BatchLoader, createBatchLoader } from "../lib/batch-loader.ts";
import { type Clock, type Instant, nowInstant } from "../lib/clock.ts";
import { parseAddress } from "../mail/address.ts";
import type { Executor } from "../store/database/database.ts";

export type Destination =
  | { kind: "identity"; accountId: string; identityId: string }
  /** A rule hands it to a webhook of the account. */
  | { kind: "webhook"; accountId: string; webhookId: string; ruleId: string }
  /** A rule's webhook is disabled: the mail is to come again. */
  | { kind: "paused" }
  /** Where bounces of a message return; no sender: the message is gone. */
  | { kind: "bounce"; messageId: string; sender: { accountId: string; identityId: string } | null }
  /** The account stores as much as its plan allows: the mail is to come again. */
  | { kind: "full" }
  | { kind: "suspended" }
  | { kind: "unknown" }
  /** Not a domain of this service. */
  | { kind: "foreign" };

export interface Routing {
  /** @param recipient an envelope recipient, `local@domain` */
  resolve(recipient: string): Promise<Destination>;
}

interface Asked {
  domain: string;
  local: string;
  /** Without the +tag. */
  bare: string;
}

interface Found {
  n: number;
  known: boolean;
  /** Which of the four it was, from 1; null: none. */
  rank: number | null;
  account_id: string | null;
  identity_id: string | null;
  webhook_id: string | null;
  rule_id: string | null;
  /** Of the identity. */
  status: string | null;
  expires_at: Instant | null;
  webhook_status: string | null;
  /** Bytes that the account stores; null: its plan sets no limit. */
  stored: number | null;
}

const catchAllRank = 4;

export interface RoutingRules {
  /** The message that a local part proves to be the envelope sender of, or null. */
  bouncedId(localPart: string): string | null;
  plans: Plans;
}

export function createRouting(database: Executor, clock: Clock, { bouncedId, plans }: RoutingRules): Routing {
  const storageBytes = plans.signup.storageBytes ?? Number.POSITIVE_INFINITY;
  const place = (found: Found) => destinationOf(found, { now: nowInstant(clock), storageBytes });
  const loader: BatchLoader<Asked, Resolved> = createBatchLoader((asked) => lookUp(database, asked, place), {
    most: 200,
    parallel: 4,
  });
  return {
    async resolve(recipient) {
      // RFC 5321 4.1.1.3: this one name needs no domain.
      if (recipient.toLowerCase() === "postmaster") return operatorRole(database);
      const address = parseAddress(recipient);
      if (!address) return { kind: "unknown" };
      const returned = bouncedId(address.localPart);
      if (returned !== null) return senderOf(database, returned);
      const local = address.localPart.toLowerCase();
      const bare = local.replace(/\+.*$/, "") || local;
      const { destination, named } = await loader.load({ domain: address.domain, local, bare });
      const isRole = bare === "postmaster" || bare === "abuse";
      return isRole && !named && destination.kind !== "foreign" ? operatorRole(database) : destination;
    },
  };
}

async function senderOf(database: Executor, messageId: string): Promise<Destination> {
  const [row] = await database.rows<{ account_id: string; identity_id: string }>(
    "select account_id, identity_id from outbound where message_id = $1::uuid limit 1",
    [messageId],
  );
  const sender = row ? { accountId: row.account_id, identityId: row.identity_id } : null;
  return { kind: "bounce", messageId, sender };
}

interface Resolved {
  destination: Destination;
  /** An address or a rule has this very name; a catch-all has none. */
  named: boolean;
}

async function lookUp(
  database: Executor,
  asked: readonly Asked[],
  place: (found: Found) => Destination,
): Promise<Resolved[]> {
  const rows = await database.rows<Found>(
    `select k.n, o.domain is not null as known, f.rank, f.account_id, f.identity_id, f.webhook_id, f.rule_id,
            case when i.deleted_at is null then i.status end as status, i.expires_at, w.status as webhook_status,
            case when c.plan = 'signup' then (
              select coalesce(sum(s.storage_bytes), 0)::int8 from identities s
              where s.account_id = c.account_id and s.deleted_at is null) end as stored
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as k(n, domain, local, bare)
     left join domain_names o on o.domain = k.domain
     left join domains d on d.account_id = o.account_id and d.id = o.domain_id
     left join lateral (
       select case when a.local_part = k.local then 1 else 3 end as rank, a.account_id, a.identity_id,
              null::uuid as webhook_id, null::uuid as rule_id
       from addresses a
       where a.domain = k.domain and a.local_part in (k.local, k.bare) and a.identity_id is not null
         and (d.is_default or a.account_id = o.account_id)
       union all
       select case when r.local_part = k.local then 2 else ${catchAllRank} end, r.account_id, r.identity_id, r.webhook_id, r.id
       from routing_rules r
       where r.account_id = o.account_id and r.domain_id = o.domain_id and r.local_part in (k.local, '*') and r.status = 'active'
       order by 1 limit 1
     ) f on true
     left join accounts c on c.account_id = f.account_id
     left join identities i on i.account_id = f.account_id and i.id = f.identity_id
     left join webhooks w on w.account_id = f.account_id and w.id = f.webhook_id`,
    [asked.map((_, n) => n), asked.map((a) => a.domain), asked.map((a) => a.local), asked.map((a) => a.bare)],
  );
  const results: Resolved[] = asked.map(() => ({ destination: { kind: "unknown" }, named: false }));
  for (const row of rows) {
    const named = row.rank !== null && row.rank < catchAllRank;
    results[row.n] = { destination: place(row), named };
  }
  return results;
}

function destinationOf(found: Found, at: { now: Instant; storageBytes: number }): Destination {
  if (!found.known) return { kind: "foreign" };
  const { account_id: accountId, webhook_id: webhookId, rule_id: ruleId } = found;
  if (accountId !== null && webhookId !== null && ruleId !== null && found.webhook_status !== null) {
    return found.webhook_status === "disabled"
      ? { kind: "paused" }
      : { kind: "webhook", accountId, webhookId, ruleId };
  }
  if (accountId === null || found.identity_id === null || found.status === null) return { kind: "unknown" };
  const expired = found.expires_at !== null && found.expires_at <= at.now;
  if (found.status !== "active" || expired) return { kind: "suspended" };
  if (found.stored !== null && found.stored >= at.storageBytes) return { kind: "full" };
  return { kind: "identity", accountId, identityId: found.identity_id };
}

/** RFC 5321 4.5.1: these names are always accepted. */
async function operatorRole(database: Executor): Promise<Destination> {
  const [row] = await database.rows<{ account_id: string; identity_id: string }>(
    `select a.account_id, a.identity_id from domains d
     join addresses a on a.domain = d.domain and a.local_part = 'postmaster'
     where d.is_default and a.identity_id is not null`,
  );
  return row
    ? { kind: "identity", accountId: row.account_id, identityId: row.identity_id }
    : { kind: "unknown" };
}
