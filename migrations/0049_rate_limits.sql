-- Token buckets that all processes share. What a crash loses here is full again within the hour, so it is not logged.
create unlogged table rate_limits (
  key text primary key,
  -- negative: so many are owed
  tokens double precision not null,
  at timestamptz not null
) with (fillfactor = 50);
