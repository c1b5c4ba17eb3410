-- What waits for a provider or a ramp, to be counted.
create index outbound_held on outbound (held_by) where held_by is not null;
