-- Where a change of a loan with many facts begins, so that it reads and replays few of them. A table of its own, since a
-- process of the release before reads loans with all their columns; it knows nothing of tails, and need not: a tail
-- stands as long as no later fact reaches back behind it.
create table loan_tails (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  -- The facts with higher numbers have come since.
  facts_count integer not null,
  -- The day, the facts that were known and come after it, and the state after the last fact before it (null: the base).
  tail jsonb not null,
  constraint loan_tails_pkey primary key (person_id, loan_id),
  constraint loan_tails_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
