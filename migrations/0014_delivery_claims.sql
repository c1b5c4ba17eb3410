-- Deliveries are claimed webhook after webhook; what is under way to one is counted.
create index deliveries_queued on deliveries (account_id, webhook_id, next_attempt_at)
  where next_attempt_at is not null and status <> 'delivering';
create index deliveries_under_way on deliveries (account_id, webhook_id) where status = 'delivering';
drop index deliveries_due;
drop index deliveries_pending;
