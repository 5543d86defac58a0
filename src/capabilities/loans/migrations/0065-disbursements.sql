-- Money that the service pays out for a loan: the proceeds of its activation, a purchase on a draw. Each is one order.
create table disbursements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- What it is for: proceeds (the loan itself) or purchase.
  kind text not null,
  subject_id text not null,
  status text not null,
  amount bigint not null,
  -- borrower or merchant; the instrument of the first, the id of the second.
  receiver text not null,
  instrument_id text not null,
  attempt_id text not null,
  carrier_id text not null,
  -- The day on which the money is there. Null: not accepted yet.
  effective_on date,
  -- When it goes on the books; null once it is there, and while that is not known.
  act_at timestamptz,
  is_on_books boolean not null,
  details jsonb not null,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint disbursements_pkey primary key (person_id, id),
  constraint disbursements_amount check (amount > 0),
  constraint disbursements_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index disbursements_of_loan on disbursements (person_id, loan_id, position desc);
create index disbursements_due on disbursements (company_id, act_at) where act_at is not null;
-- The payout that will activate the loan, while it is under way.
alter table loans add column disbursement_id text;
