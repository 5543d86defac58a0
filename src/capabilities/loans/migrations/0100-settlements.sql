-- Settlements: a lender offers to take less than is owed. One that is accepted is a fact of its loan with the same id.
create table loan_settlements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  -- What paid the loan off on the day of the offer.
  owed bigint not null,
  -- By when how much is to be paid.
  parts jsonb not null,
  accept_by date not null,
  last_day date not null,
  -- That of the loan: it says which day it is.
  zone text not null,
  -- What has been paid toward it.
  paid bigint not null,
  -- Kept: what was given up, and when.
  forgiven jsonb,
  cancel_reason text,
  -- When an offer expires; null: not any more.
  act_at timestamptz,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_settlements_pkey primary key (person_id, id),
  constraint loan_settlements_amount check (amount > 0 and amount < owed),
  constraint loan_settlements_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_settlements_of_loan on loan_settlements (person_id, loan_id, position desc);
create index loan_settlements_page on loan_settlements (company_id, position desc, id desc);
create index loan_settlements_page_status on loan_settlements (company_id, status, position desc, id desc);
create index loan_settlements_due on loan_settlements (company_id, act_at) where act_at is not null;
