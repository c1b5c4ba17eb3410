-- Who has claimed what: claims of processes that are gone, and claims whose answer was lost, are found without reading what is due.
create index outbound_claimed on outbound (claimed_by) where claimed_by is not null;
