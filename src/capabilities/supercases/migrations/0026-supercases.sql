-- Supercases: something that happened to many borrowers, and the cases that it makes.
create table supercases (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  supercase_type text not null,
  name text not null,
  description text,
  event_started_at timestamptz,
  status text not null,
  status_updated_at timestamptz not null,
  outcome text,
  -- The company's type of the cases that it makes; null: the base type of its own kind.
  subcase_type_id text,
  subcase_name text,
  auto_created boolean not null,
  fema_disaster_number integer,
  fema_monitoring_end_date date,
  -- What was declared, as the monitor of disasters keeps it here.
  fema_disaster_details jsonb,
  -- The operation that was asked last to forbid or to allow contact: those before it stop having effects.
  contact_work_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint supercases_pkey primary key (id),
  constraint supercases_status check (status in ('initiated', 'processing', 'completed', 'canceled', 'reopened')),
  constraint supercases_outcome check ((status = 'completed') = (outcome is not null))
);
create index supercases_page on supercases (company_id, position desc, id desc);
create index supercases_by_creation on supercases (company_id, created_at, position, id);
create index supercases_by_name on supercases (company_id, name, position, id);
create index supercases_by_status on supercases (company_id, status, position, id);
create index supercases_by_type on supercases (company_id, supercase_type, position, id);

-- Members that were added together. A draft changes; a committed one has its cases made, and stays as it is.
create table populations (
  id text not null,
  supercase_id text not null,
  company_id text not null,
  position bigint not null,
  name text,
  is_draft boolean not null,
  member_count integer not null,
  committed_at timestamptz,
  -- What makes its cases.
  operation_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint populations_pkey primary key (id),
  constraint populations_committed check (is_draft = (committed_at is null))
);
create index populations_of_supercase on populations (supercase_id, position desc, id desc);

-- A borrower with a loan. It lies with the borrower, so that its case and the word that it has been made are one commit
-- on one node.
create table population_members (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  supercase_id text not null,
  population_id text not null,
  loan_id text not null,
  -- The case that was made for it; null until then.
  case_id text,
  -- Why the last work on it failed; null where it went through.
  error_type text,
  created_at timestamptz not null,
  constraint population_members_pkey primary key (person_id, id),
  constraint population_members_person foreign key (person_id) references people (person_id),
  constraint population_members_case foreign key (person_id, case_id) references cases (person_id, id)
);
create unique index population_members_once on population_members (person_id, supercase_id, loan_id);
create index population_members_of_case on population_members (person_id, case_id);
create index population_members_page on population_members (population_id, position desc, id desc);
-- Work on all members of a supercase goes in this order.
create index population_members_of_supercase on population_members (supercase_id, position, id);

-- What people write down about a supercase: for themselves, or for all of its cases.
create table supercase_notes (
  id text not null,
  supercase_id text not null,
  company_id text not null,
  position bigint not null,
  is_global boolean not null,
  important boolean not null,
  sensitive_data boolean not null,
  -- The text, sealed with the key of the company.
  content_sealed bytea not null,
  -- What writes it on the cases.
  operation_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint supercase_notes_pkey primary key (id)
);
create index supercase_notes_of_supercase on supercase_notes (supercase_id, position desc, id desc);
