-- Actions on many threads that a person asked for on a page, each with what is left of it. A worker goes on with one that no page
-- goes on with, and removes it once nothing of it is of use.
create table bulk_works (
  account_id uuid not null references accounts,
  id uuid not null,
  person_id uuid not null,
  -- null: the operator, who has none.
  email text,
  ip text,
  asked jsonb not null,
  phase text not null,
  next_named int not null,
  next_cursor text,
  did int not null,
  left_alone int not null,
  steps int not null,
  undo_chars int not null,
  -- Names the process's turn of work; null: nobody is at it.
  claim uuid,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index bulk_works_due on bulk_works (due_at);

-- The facts that take a step of a work back.
create table bulk_steps (
  account_id uuid not null references accounts,
  work_id uuid not null,
  n int not null,
  undo text not null,
  primary key (account_id, work_id, n)
);
