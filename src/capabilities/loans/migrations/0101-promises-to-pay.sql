-- Promises to pay: what borrowers have said they will pay, and by when. They move no money and change no books.
create table promise_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  -- What was promised by now is not all there.
  is_overdue boolean not null,
  -- The day on which it was promised, and the last fact of its loan then: what is recorded later may keep it.
  made_on date not null,
  after_fact integer not null,
  start_date date not null,
  end_date date not null,
  grace_days integer not null,
  -- Each with its id, its date, what was promised and what came.
  periods jsonb not null,
  -- By what it was described, where no schedule was sent.
  described jsonb,
  -- That of the loan: it says which day it is.
  zone text not null,
  cancel_reason text,
  -- When it becomes something else without money; null: never.
  act_at timestamptz,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint promise_plans_pkey primary key (person_id, id),
  constraint promise_plans_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index promise_plans_of_loan on promise_plans (person_id, loan_id, position desc);
create index promise_plans_page on promise_plans (company_id, position desc, id desc);
create index promise_plans_page_status on promise_plans (company_id, status, position desc, id desc);
create index promise_plans_page_overdue on promise_plans (company_id, is_overdue, position desc, id desc);
create index promise_plans_by_start on promise_plans (company_id, start_date, position, id);
create index promise_plans_by_end on promise_plans (company_id, end_date, position, id);
create index promise_plans_due on promise_plans (company_id, act_at) where act_at is not null;

-- The newest promise of a loan: money on one without any is not looked at for promises.
alter table loans add column promise_plan_id text;
