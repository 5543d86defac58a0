-- The types that cases are made from, and the types by which cases make do-not-interacts. A row is one version of a type:
-- what was made by it names its id and keeps it.

create table case_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  -- The number of the type, which all its versions have.
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamptz,
  published_by integer,
  deprecated_at timestamptz,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamptz not null,
  updated_at timestamptz,
  case_type text not null,
  name text not null,
  description text not null,
  loan_type_id text,
  workflow_type_id text,
  custom_field_schemas jsonb not null,
  smart_reviews jsonb,
  -- Any version of a do-not-interact type: the one that is active when a case moves counts.
  do_not_interact_type_ids text[] not null,
  -- Whoever has written this version or one before it.
  makers text[] not null,
  constraint case_types_pkey primary key (id),
  constraint case_types_version unique (company_id, type_id, version),
  constraint case_types_loan_type foreign key (loan_type_id) references loan_types (id),
  constraint case_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index case_types_page on case_types (company_id, position desc, id desc);
create index case_types_of_loan_type on case_types (loan_type_id);
create index case_types_of_workflow_type on case_types (workflow_type_id);
create unique index case_types_active on case_types (company_id, type_id) where status = 'active';
create unique index case_types_draft on case_types (company_id, type_id) where status = 'draft';

create table do_not_interact_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamptz,
  published_by integer,
  deprecated_at timestamptz,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamptz not null,
  updated_at timestamptz,
  name text not null,
  description text not null,
  channel text not null,
  theme text not null,
  on_status text,
  on_outcome text,
  on_condition jsonb,
  condition_text text,
  -- The one text of either form.
  condition text,
  duration integer,
  unit text not null,
  release_on jsonb not null,
  constraint do_not_interact_types_pkey primary key (id),
  constraint do_not_interact_types_version unique (company_id, type_id, version),
  constraint do_not_interact_types_trigger check (on_status is not null or on_outcome is not null),
  constraint do_not_interact_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index do_not_interact_types_page on do_not_interact_types (company_id, position desc, id desc);
create unique index do_not_interact_types_active on do_not_interact_types (company_id, type_id) where status = 'active';
create unique index do_not_interact_types_draft on do_not_interact_types (company_id, type_id) where status = 'draft';
