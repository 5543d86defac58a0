-- Roles, users and teams. What names or reaches a person is sealed with the company's key; what a user signs in with is
-- found by a keyed hash.

create table roles (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  -- owner, operations, collections, compliance, readOnly or borrower: where it came from; null for a role of its own.
  default_kind text,
  -- Null: whatever its default has, also permissions that come later.
  permissions text[],
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint roles_pkey primary key (id)
);
create index roles_page on roles (company_id, position desc, id desc);
create unique index roles_name on roles (company_id, lower(name)) where deleted_at is null;
create unique index roles_external on roles (company_id, external_id) where deleted_at is null;

create table users (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  user_type text not null,
  status text not null,
  -- A number by which clients know the user that ask for one.
  user_number integer not null,
  -- Of a borrower: whose rows this user sees.
  person_id text,
  -- Of an agent: the same person as an employee.
  employee_id text,
  -- Names, and what the user signs in with, as JSON.
  profile_sealed bytea,
  -- Since when a borrower's user has names that nobody but its maker has vouched for. Null: they are the borrower's.
  unconfirmed_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint users_pkey primary key (id)
);
create index users_page on users (company_id, position desc, id desc);
create index users_type on users (company_id, user_type, position desc, id desc);
create index users_status on users (company_id, status, position desc, id desc);
create index users_employees on users (company_id, position desc, employee_id desc) where employee_id is not null;
create unique index users_external on users (company_id, external_id) where deleted_at is null;
create unique index users_person on users (company_id, person_id) where person_id is not null and deleted_at is null;
create unique index users_number on users (company_id, user_number);
create unique index users_employee on users (employee_id) where employee_id is not null;

create table user_roles (
  user_id text not null,
  role_id text not null,
  company_id text not null,
  created_at timestamptz not null,
  constraint user_roles_pkey primary key (user_id, role_id)
);
create index user_roles_role on user_roles (role_id);

-- What a user may sign in with: an e-mail address, a name, a telephone number, the subject of an identity provider.
create table user_names (
  user_id text not null,
  company_id text not null,
  user_type text not null,
  name_type text not null,
  name_hash bytea not null,
  created_at timestamptz not null,
  constraint user_names_pkey primary key (user_id, name_type)
);
create unique index user_names_taken on user_names (company_id, user_type, name_type, name_hash);

create table teams (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint teams_pkey primary key (id)
);
create index teams_page on teams (company_id, position desc, id desc);
create unique index teams_name on teams (company_id, lower(name)) where deleted_at is null;
create unique index teams_external on teams (company_id, external_id) where deleted_at is null;

create table team_members (
  team_id text not null,
  user_id text not null,
  company_id text not null,
  created_at timestamptz not null,
  constraint team_members_pkey primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);
