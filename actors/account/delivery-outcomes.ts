// What became of one try of a delivery, in a turn of its account, and what follows for the webhook: failing, disabled,
// well again. One statement: the turn may be quiet (it reads nothing into caches), and a change of the webhook's status,
// which caches do hold, moves the account's modseq by itself. DECISIONS Events, webhooks, deliveries.
import type { Instant } from "../../src/lib/clock.ts";
import type { DueDelivery } from "../../src/store/deliveries.ts";
import type { PostOutcome } from "../../src/webhooks/post.ts";
import type { Turn } from "../runtime/turn.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Wait before try 2, 3, …; after the last there is none. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
const jitter = 0.2;
/** Whatever a receiver asks for. */
const longestWaitMs = 24 * hour;

export interface Tried {
  delivery: DueDelivery;
  outcome: PostOutcome;
  /** When the call ended. */
  at: Instant;
  /** From 0 up to 1. */
  random: number;
}

export function isDelivered(outcome: PostOutcome): boolean {
  return outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300;
}

/** Milliseconds to the next try, or null when there is none. */
export function nextTryMs(
  { delivery, outcome }: Pick<Tried, "delivery" | "outcome">,
  random: number,
): number | null {
  const wait = isDelivered(outcome) ? undefined : waits[delivery.attemptCount - 1];
  if (wait === undefined) return null;
  const spread = wait * (1 + random * jitter);
  const asked =
    outcome.kind === "response" && (outcome.status === 429 || outcome.status === 503)
      ? (outcome.retryAfterSeconds ?? 0) * second
      : 0;
  return Math.round(Math.min(Math.max(spread, asked), longestWaitMs));
}

/** A try of a delivery that was replayed or ended meanwhile counts for the webhook, not for the delivery. */
export function recordTry(turn: Turn, tried: Tried): void {
  const { delivery, outcome, at } = tried;
  const waitMs = nextTryMs(tried, tried.random);
  turn.bulk({
    text: outcomeSql,
    params: [
      delivery.accountId,
      delivery.webhookId,
      delivery.id,
      delivery.attemptCount,
      at,
      isDelivered(outcome),
      outcome.kind === "response" && outcome.status === 410,
      waitMs === null ? null : turn.later(at, waitMs),
      outcome.kind === "response" ? outcome.status : null,
      outcome.kind === "response" ? outcome.body : null,
      outcome.kind === "error" ? outcome.error : null,
      delivery.createdAt,
      delivery.claimedAt,
    ],
  });
}

/**
 * $1 account, $2 webhook, $3 delivery, $4 its count, $5 now, $6 delivered, $7 gone (410), $8 next try, $9 status, $10 body,
 * $11 error, $12 when the delivery was made, $13 when this try was claimed. Failing: this one ran out of tries, and none
 * that was made later has arrived.
 */
const outcomeSql = `with before as (
    select status, first_failed_at, last_delivered_at from webhooks where account_id = $1::uuid and id = $2::uuid
  ), verdict as (
    select status as old, case
      when status = 'disabled' or $7::boolean then 'disabled'
      when $6::boolean then 'active'
      when first_failed_at <= $5::timestamptz - interval '5 days' then 'disabled'
      when $8::timestamptz is null and (last_delivered_at is null or last_delivered_at < $12::timestamptz) then 'failing'
      else status end as new
    from before
  ), hook as (
    update webhooks w set status = v.new,
      consecutive_failures = case when $6::boolean then 0 else w.consecutive_failures + 1 end,
      first_failed_at = case when $6::boolean then null else coalesce(w.first_failed_at, $5::timestamptz) end,
      last_delivered_at = case when $6::boolean then greatest(w.last_delivered_at, $5::timestamptz) else w.last_delivered_at end,
      last_failed_at = case when $6::boolean then w.last_failed_at else greatest(w.last_failed_at, $5::timestamptz) end
    from verdict v where w.account_id = $1::uuid and w.id = $2::uuid
  ), own as (
    update deliveries d set
      status = case when $6::boolean then 'delivered' when $8::timestamptz is null or v.new = 'disabled' then 'failed' else 'retrying' end,
      response_status = $9::int, response_body = $10::text, error = $11::text,
      next_attempt_at = case when $6::boolean or v.new = 'disabled' then null else $8::timestamptz end,
      delivered_at = case when $6::boolean then $5::timestamptz end
    from verdict v
    where d.account_id = $1::uuid and d.id = $3::uuid and d.attempt_count = $4::int and d.last_attempt_at = $13::timestamptz
      and (d.status = 'delivering' or ($6::boolean and d.status = 'failed'))
  ), others as (
    update deliveries d set status = 'failed', error = 'the webhook was disabled', next_attempt_at = null
    from (select p.account_id, p.id from deliveries p, verdict v
          where v.new = 'disabled' and v.old <> 'disabled' and p.account_id = $1::uuid and p.webhook_id = $2::uuid
            and p.next_attempt_at is not null and p.id <> $3::uuid limit 1000) p
    where d.account_id = p.account_id and d.id = p.id
  )
  update accounts a set modseq = a.modseq + 1 from verdict v where a.account_id = $1::uuid and v.old <> v.new`;
