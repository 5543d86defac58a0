-- What a case of the company asks somebody to do at a time.
create table company_case_tasks (
  id text not null,
  company_case_id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  due_at timestamptz not null,
  assigned_employee_id text,
  assigned_team_id text,
  -- The reason, sealed with the key of the company.
  reason_sealed bytea,
  taken_by_id text,
  -- Null beside a taker: it is theirs until they give it back.
  taken_until timestamptz,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint company_case_tasks_pkey primary key (id),
  constraint company_case_tasks_kind check (kind in ('escalation', 'scheduledCall')),
  constraint company_case_tasks_status check (status in ('open', 'done', 'canceled'))
);
create index company_case_tasks_of_case on company_case_tasks (company_case_id, position desc, id desc);
-- Lists of tasks ask for open ones alone.
create index company_case_tasks_page on company_case_tasks (company_id, position desc, id desc) where status = 'open';
create index company_case_tasks_by_due on company_case_tasks (company_id, due_at, position, id) where status = 'open';
create index company_case_tasks_by_creation on company_case_tasks (company_id, created_at, position, id)
  where status = 'open';
