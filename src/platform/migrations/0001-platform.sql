-- What the platform itself keeps. The class of each table (how a cluster would spread it) stands in tables.ts.

-- One row for each company, always there, so that it can be locked.
create table test_clocks (
  company_id text not null,
  now_at timestamptz,
  operation_id text,
  constraint test_clocks_pkey primary key (company_id)
);

-- Committed answers of writes with an Idempotency-Key. Below /people/{personId} the row lies with that person, so that
-- the command stays one commit on any engine; elsewhere the subject is the key itself.
create table idempotency (
  subject_id text not null,
  key_hash bytea not null,
  company_id text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body bytea not null,
  recorded_at bigint not null,
  constraint idempotency_pkey primary key (subject_id, company_id, key_hash)
);
create index idempotency_recorded_at on idempotency (recorded_at);

-- Consequences of commands, on their way to the job queue.
create table outbox (
  subject_id text not null,
  id uuid not null,
  company_id text not null,
  position bigint not null,
  job text not null,
  payload jsonb not null,
  constraint outbox_pkey primary key (subject_id, id)
);
create index outbox_position on outbox (position);

create table operations (
  id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  state text not null,
  input jsonb not null,
  progress_done bigint not null default 0,
  progress_total bigint,
  result jsonb,
  error jsonb,
  attempts integer not null default 0,
  lease_until bigint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint operations_pkey primary key (id),
  constraint operations_state check (state in ('queued', 'running', 'succeeded', 'failed'))
);
create index operations_page on operations (company_id, position desc, id desc);
create index operations_unfinished on operations (lease_until) where state in ('queued', 'running');

-- Where a hard-deleted object stood in its list, so that a cursor that names it still works.
create table deleted_positions (
  subject_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  sort_values jsonb not null,
  constraint deleted_positions_pkey primary key (subject_id, id)
);

-- The callers' own ids, unique for each company, mode and kind of object. The object lies with subject_id.
create table external_ids (
  external_id text not null,
  company_id text not null,
  kind text not null,
  subject_id text not null,
  object_id text not null,
  constraint external_ids_pkey primary key (external_id, company_id, kind)
);
