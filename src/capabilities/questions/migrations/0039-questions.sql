-- Questions that people of a company ask in SQL, each with its versions and what came of its runs.

-- The login by which questions of a company are asked: the views show what belongs to the company of their login. The role
-- itself is the server's; where it is missing, another one is made.
create table query_logins (
  login text not null,
  company_id text not null,
  password_sealed bytea not null,
  constraint query_logins_pkey primary key (login)
);
create unique index query_logins_company on query_logins (company_id);

create table queries (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  status text not null,
  -- The newest version, and what it says; parameters and columns are JSON.
  version integer not null,
  sql text not null,
  parameters text not null,
  columns text not null,
  -- Who made it or changed it last.
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint queries_pkey primary key (id),
  constraint queries_status check (status in ('active', 'archived'))
);
create index queries_page on queries (company_id, position desc, id desc);
create index queries_status on queries (company_id, status, position desc, id desc);

-- Never changed: a run says which version it asked.
create table query_versions (
  query_id text not null,
  version integer not null,
  company_id text not null,
  sql text not null,
  parameters text not null,
  columns text not null,
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamptz not null,
  constraint query_versions_pkey primary key (query_id, version),
  constraint query_versions_query foreign key (query_id) references queries (id)
);

create table query_runs (
  -- That of the operation, which says how it stands.
  id text not null,
  company_id text not null,
  position bigint not null,
  query_id text not null,
  version integer not null,
  parameters text not null,
  -- Null until it is answered.
  row_count bigint,
  -- Whether masked numbers are in the answer: whoever reads it must be allowed to.
  is_personal boolean not null,
  -- Its answer as CSV, and where in it each page of 500 rows begins. The answer goes after a while; the row stays.
  answer_id uuid,
  page_starts bigint[],
  columns text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint query_runs_pkey primary key (id),
  constraint query_runs_query foreign key (query_id) references queries (id)
);
create index query_runs_of_query on query_runs (query_id, position desc, id desc);
