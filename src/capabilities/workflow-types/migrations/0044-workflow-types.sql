-- Types of workflows, of their steps and of the items of these. A row is one version of a type. A workflow type that is
-- published has a definition: the whole of it, with the versions of its steps and items that were active then.

create table workflow_types (
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
  -- The name of the type in exported documents; all versions have it.
  external_id text,
  name text not null,
  description text not null,
  -- Steps in order, each with its branches; a step type is named by any of its versions.
  steps jsonb not null,
  -- Who made, changed or published this version: an approval asks for somebody else.
  makers text[] not null,
  constraint workflow_types_pkey primary key (id),
  constraint workflow_types_version unique (company_id, type_id, version),
  constraint workflow_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index workflow_types_page on workflow_types (company_id, position desc, id desc);
create unique index workflow_types_active on workflow_types (company_id, type_id) where status = 'active';
create unique index workflow_types_draft on workflow_types (company_id, type_id) where status = 'draft';

create table workflow_step_types (
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
  -- The name of the type in exported documents; all versions have it.
  external_id text,
  name text not null,
  description text not null,
  -- Named by any of their versions.
  workitem_type_ids text[] not null,
  entry_condition text,
  exit_rule jsonb not null,
  -- Who made, changed or published this version: an approval asks for somebody else.
  makers text[] not null,
  constraint workflow_step_types_pkey primary key (id),
  constraint workflow_step_types_version unique (company_id, type_id, version),
  constraint workflow_step_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index workflow_step_types_page on workflow_step_types (company_id, position desc, id desc);
create unique index workflow_step_types_active on workflow_step_types (company_id, type_id) where status = 'active';
create unique index workflow_step_types_draft on workflow_step_types (company_id, type_id) where status = 'draft';

create table workflow_workitem_types (
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
  -- The name of the type in exported documents; all versions have it.
  external_id text,
  name text not null,
  description text not null,
  -- As conditions name it.
  key text not null,
  kind text not null,
  is_required boolean not null,
  assignee jsonb not null,
  due jsonb,
  when_late jsonb,
  retry jsonb,
  checklist jsonb,
  form jsonb,
  document jsonb,
  call jsonb,
  approval jsonb,
  automatic jsonb,
  wait jsonb,
  -- Who made, changed or published this version: an approval asks for somebody else.
  makers text[] not null,
  constraint workflow_workitem_types_pkey primary key (id),
  constraint workflow_workitem_types_version unique (company_id, type_id, version),
  constraint workflow_workitem_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index workflow_workitem_types_page on workflow_workitem_types (company_id, position desc, id desc);
create unique index workflow_workitem_types_active on workflow_workitem_types (company_id, type_id) where status = 'active';
create unique index workflow_workitem_types_draft on workflow_workitem_types (company_id, type_id) where status = 'draft';

-- What a running workflow was made by: written once, when its version is published.
create table workflow_definitions (
  workflow_type_id text not null,
  company_id text not null,
  -- The numbers of the types in it: a new version of one makes a new version of the workflow type.
  part_type_ids text[] not null,
  definition jsonb not null,
  constraint workflow_definitions_pkey primary key (workflow_type_id),
  constraint workflow_definitions_type foreign key (workflow_type_id) references workflow_types (id)
);
