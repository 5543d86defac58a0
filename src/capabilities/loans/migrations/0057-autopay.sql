-- Plans of autopay: what was agreed, what was decided of late, and when the plan is looked at next. The payments to
-- come are computed, never stored.
create table autopay_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- Raised by all that changes the plan or wakes it: work on a plan that was woken meanwhile leaves it due.
  version bigint not null,
  status text not null,
  stopped_reason text,
  -- Who has the instrument: the borrower, or an additional person of the loan.
  holder_id text not null,
  instrument_id text not null,
  authorization_id text not null,
  agreement_document_id text,
  rules jsonb not null,
  since timestamptz not null,
  -- The payments decided of late, and what older ones took beyond what came due.
  decided jsonb not null,
  extra_before bigint not null,
  next_action_at timestamptz,
  next_planned_on date,
  last_planned_on date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint autopay_plans_pkey primary key (person_id, id),
  constraint autopay_plans_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index autopay_plans_of_loan on autopay_plans (person_id, loan_id, position);
-- A loan has one at a time.
create unique index autopay_plans_standing on autopay_plans (person_id, loan_id) where status in ('active', 'paused');
create index autopay_plans_due on autopay_plans (company_id, next_action_at) where next_action_at is not null;
create index autopay_plans_planned on autopay_plans (company_id, next_planned_on) where next_planned_on is not null;
-- The plan that is active: a change of the loan wakes it.
alter table loans add column autopay_plan_id text;
