-- digests of settings that all processes on the database should share, by name
alter table processes add column settings jsonb;
