-- Draws of a line of credit: what was said of each. What follows from it is in the books of its line; of that a draw
-- keeps only what lists are filtered by (status, is_closed, is_amortized, started_on), and when it came about.
create table draws (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  nickname text not null,
  status text not null,
  is_closed boolean not null,
  is_amortized boolean not null,
  started_on date,
  decline_reason jsonb,
  cancel_reason text,
  at_origination jsonb not null,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint draws_pkey primary key (person_id, id),
  constraint draws_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index draws_page on draws (person_id, loan_id, position desc, id desc);

-- Whether draws may be made on a line, as it was said before the line had books; null: they may.
alter table loans add column new_draws_allowed boolean;
