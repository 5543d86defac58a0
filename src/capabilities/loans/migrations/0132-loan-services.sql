-- Services sold with a loan, such as credit insurance: what they cost, how they are charged, and what is unearned of one
-- that was canceled.
create table loan_services (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  provider text not null,
  amount bigint not null,
  charged text not null,
  rebate text not null,
  start_date date not null,
  -- The last day of cover. Null: until it is canceled.
  end_date date,
  status text not null,
  cancel_reason text,
  -- The last day of cover of one that was canceled.
  canceled_on date,
  unearned_amount bigint,
  credit_transaction_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_services_pkey primary key (person_id, id),
  constraint loan_services_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_services_of_loan on loan_services (person_id, loan_id, position desc);
