-- Messages with files, or with an invitation, where they are few among many.
create index messages_with_files on messages (account_id, identity_id, created_at) where has_attachments;
create index messages_with_invitation on messages (account_id, identity_id, created_at) where invitation is not null;
