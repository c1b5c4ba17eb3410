-- Providers that have asked for less mail: how much goes to them now, over all processes.
create table provider_paces (
  -- the registrable domain of their mail servers
  provider text primary key,
  -- attempts a minute at based_at; it rises from then on
  rate float8 not null,
  -- at which it ends
  ceiling float8 not null,
  -- attempts at once in each process at based_at; it rises too
  concurrency integer not null,
  based_at timestamptz not null,
  -- when the next attempt may be made that has no slot yet
  next_slot timestamptz not null,
  -- what the provider said
  response text not null
);
-- Recipients that a new domain has written to, or is to write to, on a day (UTC).
create table ramp_days (
  domain text not null,
  day date not null,
  recipients integer not null,
  primary key (domain, day)
);
alter table outbound
  -- why it waits though it is not tried again: 'slot <provider>' has its slot, 'pace <provider>' has none yet, 'ramp <domain>'
  add column held_by text,
  -- the day on which it counts for the ramp of its domain
  add column ramp_day date;
