-- an approval that its reviewer may take back until approve_at
alter table reviews add column approval jsonb, add column approve_at timestamptz;
