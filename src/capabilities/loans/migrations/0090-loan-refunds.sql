-- Refunds on installment loans: goods went back, or were never delivered. Each is a fact of its loan.
create table loan_refunds (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- Of the interface by which it was made: 1 or 2.
  version integer not null,
  status text not null,
  amount bigint not null,
  at_fault text not null,
  effective_on date not null,
  -- Whether the payment was computed again after it.
  reamortizes boolean not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_refunds_pkey primary key (person_id, id),
  constraint loan_refunds_amount check (amount > 0),
  constraint loan_refunds_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_refunds_of_loan on loan_refunds (person_id, loan_id, position desc);
