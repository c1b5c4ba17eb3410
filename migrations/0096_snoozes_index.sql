-- Threads that sleep, by what is due next, and as lists. A migration of its own, so that the indexes of a large table are built beforehand.
create index threads_snoozed on threads (snoozed_until) where snoozed_until is not null;
create index threads_snoozed_list on threads (account_id, sort_at) where snoozed_until is not null;
