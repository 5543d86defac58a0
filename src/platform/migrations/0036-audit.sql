-- Who did what: each row in the commit of its change, then numbered and chained.

-- By subject: what was done, was refused or was read, until it has its number in the chain of its company. A command
-- writes one row here, with one index.
create table waiting_audit (
  subject_id text not null,
  position bigint not null,
  company_id text not null,
  -- JSON, exactly as it is hashed.
  entry text not null,
  constraint waiting_audit_pkey primary key (subject_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Who chains takes the earliest first.
create index waiting_audit_position on waiting_audit (position);

-- On one node. Written once, never changed: the columns after `entry` repeat what lists are filtered by.
create table audit (
  company_id text not null,
  -- From one on, without a gap.
  number bigint not null,
  id text not null,
  -- SHA-256, in hexadecimal digits, of the hash before and of this row.
  hash text not null,
  entry text not null,
  created_at timestamptz not null,
  actor_id text,
  session_id text,
  person_id text,
  object_id text,
  action text not null,
  outcome text not null,
  constraint audit_pkey primary key (company_id, number)
);
-- A cursor.
create unique index audit_id on audit (id);
create index audit_created on audit (company_id, created_at, number);
create index audit_actor on audit (company_id, actor_id, number);
create index audit_session on audit (company_id, session_id, number) where session_id is not null;
create index audit_person on audit (company_id, person_id, number) where person_id is not null;
create index audit_object on audit (company_id, object_id, number) where object_id is not null;
create index audit_action on audit (company_id, action, number);
create index audit_outcome on audit (company_id, outcome, number) where outcome <> 'done';

-- The last row of each company.
create table audit_heads (
  company_id text not null,
  last_number bigint not null,
  last_hash text not null,
  constraint audit_heads_pkey primary key (company_id)
);

-- The last row as it was on a day: by it a tail that was cut off is found.
create table audit_days (
  company_id text not null,
  day date not null,
  last_number bigint not null,
  last_hash text not null,
  constraint audit_days_pkey primary key (company_id, day)
);
