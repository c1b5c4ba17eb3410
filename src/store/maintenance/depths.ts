// The length and age of each queue, for metrics. At maxCounted `maxCounted` rows of each are read.
import { type Instant, laterOf } from "../../lib/clock.ts";
import { type PeerFault, peerTrouble } from "../../lib/peer-trouble.ts";
import { by, descending, merged, summed } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";

/** By queue. */
export type QueueDepths = Record<string, { entries: number; ageSeconds: number }>;

export const noQueues: QueueDepths = {};

const maxCounted = 10_000;

const sql = `select q.queue, q.entries, greatest(0, $1::float8 - coalesce(extract(epoch from q.oldest), $1::float8))::float8 as age from (
    select 'outbound' as queue, count(*)::int as entries, min(at) as oldest
    from (select next_attempt_at as at from outbound where next_attempt_at is not null order by next_attempt_at limit ${maxCounted}) o
    union all
    select 'webhook_deliveries', count(*)::int, min(at)
    from (select next_attempt_at as at from deliveries where next_attempt_at is not null and status <> 'delivering' limit ${maxCounted}) d
    union all
    select 'webhook_calls', count(*)::int, min(at)
    from (select last_attempt_at as at from deliveries where status = 'delivering' limit ${maxCounted}) c
    union all
    select 'delivery_reports', count(*)::int, min(at)
    from (select updated_at as at from outbound where report in ('failed', 'delayed', 'delivered', 'relayed') limit ${maxCounted}) r
    union all
    select 'search_index', count(*)::int, null
    from (select 1 from search_queue limit ${maxCounted}) s
  ) q`;

/** @param nowMs milliseconds since the epoch */
export async function queueDepths(db: Executor, nowMs: number): Promise<QueueDepths> {
  const rows = await db.rows<{ queue: string; entries: number; age: number }>(sql, [nowMs / 1000]);
  const queues = summed(
    rows,
    ({ queue }) => queue,
    (a, b) => ({
      queue: a.queue,
      entries: Math.min(a.entries + b.entries, maxCounted),
      age: Math.max(a.age, b.age),
    }),
  );
  return Object.fromEntries(queues.map(({ queue, entries, age }) => [queue, { entries, ageSeconds: age }]));
}

interface Held {
  heldBy: string;
  recipients: number;
  last: Instant;
}

/** Recipients that wait for a provider (`slot`, `pace`), a new domain (`ramp`) or the operator, and when the last of them goes; at most `maxCounted` (of a cluster: of each part) are read. */
export async function heldRecipients(db: Executor): Promise<Held[]> {
  const rows = await db.rows<Held>(
    `select held_by as "heldBy", count(*)::int as recipients, max(next_attempt_at) as last
     from (select held_by, next_attempt_at from outbound where held_by is not null and next_attempt_at is not null limit ${maxCounted}) h
     group by held_by order by held_by`,
    [],
  );
  const held = summed(
    rows,
    ({ heldBy }) => heldBy,
    (a, b) => ({ ...a, recipients: a.recipients + b.recipients, last: laterOf(a.last, b.last) }),
  );
  return merged(
    held,
    by(({ heldBy }) => heldBy),
  );
}

/** Faults of a try that made no connection: of many domains they are of the way out of this machine. */
const unconnected: readonly PeerFault[] = ["refused", "no_route"];
/** Only silence before a connection counts: after that, servers and resolvers may be slow. */
const unanswered = /No connection within|\bconnect ETIMEDOUT/;

/** Domains of waiting recipients whose last try made no connection; at maxCounted `maxCounted` recipients are read. */
export async function unreachedDomains(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ domain: string; response: string }>(
    `select distinct on (1) split_part(recipient, '@', 2) as domain, response
     from (select recipient, response from outbound where next_attempt_at is not null order by next_attempt_at limit ${maxCounted}) o
     where response !~ '^[245][0-9][0-9][ -]' order by 1 limit 1000`,
  );
  const unreached = merged(
    rows,
    by(({ domain }) => domain),
  ).filter(({ response }) => {
    const fault = peerTrouble(new Error(response))?.fault;
    return fault !== undefined && (unconnected.includes(fault) || unanswered.test(response));
  });
  return [...new Set(unreached.map(({ domain }) => domain))].slice(0, 100);
}

interface WayOutRefusals {
  recipients: number;
  domains: number;
  /** Recipients whose server took the mail. */
  taken: number;
  response: string | null;
}

/**
 * Whether the newest mails to outside were all refused for what their sender or server is: what is said of a recipient
 * (RFC 3463 X.1, X.2) does not count, nor the first quarter of an hour of a greylist. At most 50 recipients of each of 1,000 accounts are read.
 * @param since milliseconds since the epoch; older outcomes are not looked at
 */
export async function refusedEverywhere(db: Executor, since: number): Promise<WayOutRefusals> {
  // A spread database answers with a row for each part.
  const rows = await db.rows<
    Pick<WayOutRefusals, "taken" | "response"> &
      Record<"recipients" | "domains", string[]> & { at: Instant | null }
  >(
    `with tried as (
       select o.* from (select account_id from accounts order by account_id limit 1000) a
       cross join lateral (select recipient, status, response, lane, attempts, updated_at from outbound
         where account_id = a.account_id order by id desc limit 50) o
       where o.lane <> 'here' and o.attempts > 0 and o.updated_at > to_timestamp($1::float8)),
     refused as (select * from tried where (status = 'bounced' or status = 'deferred' and attempts > 6)
       and response ~ '^[45][0-9][0-9][ -]' and response !~ '^[45][0-9][0-9][ -][45]\\.[12]\\.')
     select coalesce((array_agg(distinct recipient))[1:1000], '{}') as recipients,
       coalesce((array_agg(distinct split_part(recipient, '@', 2)))[1:1000], '{}') as domains,
       (select count(*)::int from tried where status = 'delivered') as taken,
       max(updated_at) as at, (array_agg(response order by updated_at desc))[1] as response
     from refused`,
    [since / 1000],
  );
  const [newest] = merged(rows, descending(by(({ at }) => at ?? "")), 1);
  const count = (of: "recipients" | "domains") => new Set(rows.flatMap((part) => part[of])).size;
  return {
    recipients: count("recipients"),
    domains: count("domains"),
    taken: rows.reduce((sum, part) => sum + part.taken, 0),
    response: newest?.response ?? null,
  };
}

export interface FailingWebhook {
  id: string;
  accountId: string;
  url: string;
  /** The newest delivery ran out of tries. */
  isGivenUp: boolean;
  /** The end of the newest attempt: an error of the way there, or the receiver's status. */
  error: string | null;
  status: number | null;
}

/** Webhooks that have failed without a delivery between, for longer than a restart of their receiver takes. */
const lateMinutes = 15;

const maxWebhooks = 100;

/** Webhooks whose newest delivery ran out of tries, or that have failed for a quarter of an hour; with the failure of the newest attempt. */
export async function failingWebhooks(db: Executor): Promise<FailingWebhook[]> {
  const rows = await db.rows<FailingWebhook & Record<string, unknown>>(
    `select w.id, w.account_id as "accountId", w.url, w.status = 'failing' as "isGivenUp", d.error, d.response_status as status
     from (
       select id, account_id, url, status from webhooks
       where status = 'failing' or first_failed_at < now() - interval '${lateMinutes} minutes'
       order by id limit ${maxWebhooks}
     ) w
     left join lateral (
       select d.error, d.response_status from deliveries d
       where d.account_id = w.account_id and d.webhook_id = w.id and d.status in ('retrying', 'failed') and d.last_attempt_at is not null
       order by d.last_attempt_at desc, d.id desc limit 1
     ) d on true
     order by w.id`,
    [],
  );
  return merged(
    rows,
    by(({ id }) => id),
    maxWebhooks,
  );
}
