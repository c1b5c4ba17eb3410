-- Processes on the database: what a dead one had claimed is free for others soon.
create table processes (
  id uuid primary key,
  -- rises while it lives
  beats bigint not null,
  beat_at timestamptz not null,
  -- when others said that it is dead: it beats no more
  dead_at timestamptz
) with (fillfactor = 50);
-- the process whose claim lasts until next_attempt_at
alter table outbound add column claimed_by uuid;
