-- What was done for a loan in hardship: payments deferred, due dates changed, payment plans, lines re-aged.
create table loan_hardships (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  external_id text,
  effective_on date not null,
  -- From this day on it is not taken back any more. Null: the books say how long a payment plan goes on.
  final_on date,
  -- What was asked for.
  said jsonb not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_hardships_pkey primary key (person_id, id),
  constraint loan_hardships_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_hardships_of_loan on loan_hardships (person_id, loan_id, position desc);
