-- The bytes are gone, and who runs the service knows it.
alter table blobs add column lost_at timestamptz;
