-- What is lent on a running installment loan besides its principal: agreed with the loan, or added later.
create table loan_advances (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  status text not null,
  amount bigint not null,
  original_amount bigint not null,
  -- The day on which it is lent, or is to be.
  advance_on date not null,
  -- Agreed with the loan: the day for which the schedule counts on it; null once that day is over.
  planned_on date,
  -- On the books: the fact by which it is.
  fact_id text,
  -- When the day looks at it; null: not any more.
  act_at timestamptz,
  details jsonb not null,
  meta_data text,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_advances_pkey primary key (person_id, id),
  constraint loan_advances_amount check (amount > 0),
  constraint loan_advances_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_advances_of_loan on loan_advances (person_id, loan_id, position desc);
create index loan_advances_due on loan_advances (company_id, act_at) where act_at is not null;
