-- Orders of money out that wait for a second person: above an amount that the company sets, none goes out by the word of
-- one alone.
create table payment_approvals (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- What waits, for whoever ordered it hears how it was decided.
  subject_kind text not null,
  subject_id text not null,
  loan_id text,
  kind text not null,
  status text not null,
  amount bigint not null,
  instrument_id text not null,
  -- The permission that the order needed: who ordered it must still have it.
  needs text not null,
  ordered_by_type text not null,
  ordered_by_id text,
  expires_at timestamptz not null,
  -- The same instant while it waits; null once it is decided.
  due_at timestamptz,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint payment_approvals_pkey primary key (person_id, id),
  constraint payment_approvals_person foreign key (person_id) references people (person_id),
  constraint payment_approvals_kind check (kind in ('reimbursement', 'advance')),
  constraint payment_approvals_status check (status in ('waiting', 'approved', 'rejected', 'expired', 'withdrawn')),
  constraint payment_approvals_due check ((due_at is not null) = (status = 'waiting'))
);
-- An order waits once, and is decided once.
create unique index payment_approvals_subject on payment_approvals (person_id, subject_id);
create index payment_approvals_page on payment_approvals (company_id, position desc, id desc);
create index payment_approvals_status on payment_approvals (company_id, status, position desc, id desc);
create index payment_approvals_due on payment_approvals (company_id, due_at);

-- Of money out: for what. Limits count by it.
alter table payment_attempts add column payout_kind text;
create index payment_attempts_payouts on payment_attempts (company_id, payout_kind, created_at) where payout_kind is not null;
