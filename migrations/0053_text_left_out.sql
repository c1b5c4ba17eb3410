-- A program of before would show mail without its text, so it must not serve this database.
comment on column bodies.content is 'the parsed mail; its text is left out where it says textAt: it stands in raw';
