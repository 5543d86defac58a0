-- Quotes of what pays a loan off by a day, as they were given.
create table payoff_quotes (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  good_through date not null,
  amount bigint not null,
  -- By component and bucket, and the interest of one more day.
  parts jsonb not null,
  created_at timestamptz not null,
  constraint payoff_quotes_pkey primary key (person_id, id),
  constraint payoff_quotes_amount check (amount > 0),
  constraint payoff_quotes_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index payoff_quotes_of_loan on payoff_quotes (person_id, loan_id, position desc);
