-- Cases that are about no borrower.
create table company_cases (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  case_type text not null,
  -- The version of the company's type of which it was made; null: the base type itself.
  case_type_id text,
  name text not null,
  status text not null,
  status_updated_at timestamptz not null,
  outcome text,
  -- From when on it is a task.
  due_at timestamptz not null,
  owning_employee_id text,
  owning_team_id text,
  -- The fields of its type, sealed with the key of the company.
  details_sealed bytea not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint company_cases_pkey primary key (id),
  constraint company_cases_status check (status in ('initiated', 'processing', 'completed', 'canceled', 'reopened')),
  constraint company_cases_outcome check ((status = 'completed') = (outcome is not null))
);
create index company_cases_page on company_cases (company_id, position desc, id desc);
create index company_cases_by_creation on company_cases (company_id, created_at, position, id);
create index company_cases_by_name on company_cases (company_id, name, position, id);
create index company_cases_by_status on company_cases (company_id, status, position, id);
create index company_cases_by_due on company_cases (company_id, due_at, position, id);
create index company_cases_by_type on company_cases (company_id, case_type, position, id);
create index company_cases_by_employee on company_cases (company_id, owning_employee_id, position, id);
create index company_cases_by_team on company_cases (company_id, owning_team_id, position, id);
-- Lists of tasks ask for those alone that somebody still has to work on.
create index company_cases_open on company_cases (company_id, position desc, id desc)
  where status in ('initiated', 'processing', 'reopened');
create index company_cases_open_due on company_cases (company_id, due_at, position, id)
  where status in ('initiated', 'processing', 'reopened');

-- What people write down about a case of the company.
create table company_case_notes (
  id text not null,
  company_case_id text not null,
  company_id text not null,
  position bigint not null,
  important boolean not null,
  sensitive_data boolean not null,
  -- The text, sealed with the key of the company.
  content_sealed bytea not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint company_case_notes_pkey primary key (id)
);
create index company_case_notes_of_case on company_case_notes (company_case_id, position desc, id desc);
