-- Written requests of borrowers for what their loan owes them: received when, to be paid back by when, and paid back by what.
create table credit_refund_requests (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  received_on date not null,
  due_on date not null,
  -- When it is looked at next; null: nothing can come of it any more.
  look_at timestamptz,
  -- When a person was told that the service cannot pay it back, and that it is overdue.
  told_at timestamptz,
  overdue_at timestamptz,
  fulfilled_at timestamptz,
  lapsed_at timestamptz,
  -- The reimbursements that were made since.
  transaction_ids jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_refund_requests_pkey primary key (person_id, id),
  constraint credit_refund_requests_amount check (amount > 0),
  constraint credit_refund_requests_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index credit_refund_requests_of_loan on credit_refund_requests (person_id, loan_id, position desc);
create unique index credit_refund_requests_one_open on credit_refund_requests (person_id, loan_id) where status = 'open';
create index credit_refund_requests_due on credit_refund_requests (company_id, look_at) where look_at is not null;
