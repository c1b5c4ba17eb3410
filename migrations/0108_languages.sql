-- The language that a person chose for pages and mails of the service; null: none, so the browser's.
alter table accounts add column owner_language text;
alter table members add column language text;
