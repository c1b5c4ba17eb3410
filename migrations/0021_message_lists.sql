-- Messages are listed newest first, by account, by identity, and by who an identity's messages are from. The last also answers
-- whether somebody has written to the identity before.
create index messages_list on messages (account_id, created_at) where state in ('received', 'sent') and identity_id is not null;
create index messages_identity_list on messages (account_id, identity_id, created_at) where state in ('received', 'sent');
drop index messages_from;
create index messages_from on messages (account_id, identity_id, lower(from_email), created_at);
