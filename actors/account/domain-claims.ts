// Who owns a name. domain_names holds the owner; taking a name over fails the claims of other accounts in the same
// transaction, with their events: their rows are written by one statement, which raises their modseq, so that no cache
// of theirs stays valid.
import { Failure } from "../../src/lib/failure.ts";
import { newId } from "../../src/lib/ids.ts";
import type { DomainRow } from "../../src/store/accounts/domains.ts";
import type { Turn } from "../runtime/turn.ts";

/**
 * Makes the turn's account the owner of a domain whose row it has written as verified, and tells everybody concerned.
 * @throws Failure conflict when the name is the operator's
 */
export async function takeOwnership(turn: Turn, domain: DomainRow): Promise<void> {
  const { accountId } = turn;
  // Two accounts that verify one name at once would each overlook the other's claim: one waits for the other's commit.
  await turn.rows("select pg_advisory_xact_lock(hashtextextended($1::text, 7305202))", [domain.domain]);
  await refuseOperators(turn, domain);
  turn.bulk({
    text: `insert into domain_names (domain, account_id, domain_id) values ($1::text, $2::uuid, $3::uuid)
           on conflict (domain) do update set account_id = excluded.account_id, domain_id = excluded.domain_id`,
    params: [domain.domain, accountId, domain.id],
  });
  turn.emit({
    type: "domain.verified",
    identityId: null,
    data: { domain_id: domain.id, domain: domain.domain },
  });
  await failOtherClaims(turn, domain.domain);
}

/** A domain of the operator's counts as verified whatever DNS says: no claim takes it. */
async function refuseOperators(turn: Turn, { domain }: DomainRow): Promise<void> {
  const [owner] = await turn.rows(
    `select 1 from domain_names n join accounts a on a.account_id = n.account_id
     where n.domain = $1::text and n.account_id <> $2::uuid and a.plan = 'operator'`,
    [domain, turn.accountId],
  );
  if (owner)
    throw new Failure("conflict", `${domain} belongs to the operator of this service. Use another domain.`);
}

interface OtherClaim {
  account_id: string;
  domain_id: string;
  /** Webhooks of that account that want to know. */
  webhook_ids: string[];
}

async function failOtherClaims(turn: Turn, domain: string): Promise<void> {
  const claims = await turn.rows<OtherClaim>(
    `select d.account_id, d.id as domain_id, array(
       select w.id from webhooks w
       where w.account_id = d.account_id and w.identity_id is null and w.status <> 'disabled'
         and (cardinality(w.event_types) = 0 or 'domain.failed' = any(w.event_types))) as webhook_ids
     from domains d where d.domain = $1::text and d.account_id <> $2::uuid and d.status <> 'failed'`,
    [domain, turn.accountId],
  );
  if (claims.length === 0) return;
  const events = claims.map(({ account_id, domain_id }) => ({ account_id, domain_id, event_id: newId() }));
  const deliveries = claims.flatMap(({ webhook_ids }, index) =>
    webhook_ids.map((webhook_id) => ({ ...events[index], webhook_id, id: newId() })),
  );
  turn.bulk({
    text: `with lost as (
             update domains d set status = 'failed', verified_at = null,
                    record_status = d.record_status || '{"ownership": "failed"}'
             from json_to_recordset($1::json) as l(account_id uuid, domain_id uuid)
             where d.account_id = l.account_id and d.id = l.domain_id returning d.account_id
           ), stamped as (
             update accounts a set modseq = a.modseq + 1,
                    last_instant = greatest($3::timestamptz, a.last_instant + interval '1 microsecond')
             from lost where a.account_id = lost.account_id returning a.account_id, a.last_instant
           ), told as (
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
    params: [JSON.stringify(events), JSON.stringify(deliveries), turn.instant(), domain],
  });
  turn.poke("events");
  turn.poke("deliveries");
}
