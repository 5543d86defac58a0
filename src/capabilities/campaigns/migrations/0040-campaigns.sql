-- Campaigns: a question about borrowers, and what is done with the answer.

-- How a list of contacts looks as a file.
create table contact_exporters (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  -- Which contacts, which columns, and whether the rules of contact are asked, as JSON: the order of columns stays.
  settings text not null,
  -- Whoever has made or changed it.
  makers text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint contact_exporters_pkey primary key (id)
);
create index contact_exporters_page on contact_exporters (company_id, position desc, id desc);

-- Which message a campaign sends.
create table bulk_senders (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  interaction_subject text not null,
  -- Null: every channel that has a text.
  channel text,
  theme text,
  pace_per_minute integer,
  window_from text,
  window_to text,
  makers text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint bulk_senders_pkey primary key (id)
);
create index bulk_senders_page on bulk_senders (company_id, position desc, id desc);

create table campaigns (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  -- The question: one of ours, or a query of a tool outside.
  query_id text,
  redash_query_url text,
  -- The key of that tool, and what the SFTP host asks for: sealed with the key of the company.
  secrets_sealed bytea,
  schedule text,
  -- When it runs next by itself; null: only by hand.
  next_run_at timestamptz,
  contact_exporter_id text,
  bulk_sender_id text,
  -- The host of its files, as JSON.
  sftp text,
  open_pgp_public_key text,
  -- Whoever has changed it last is responsible for what it does by itself.
  changed_by_type text not null,
  changed_by_id text,
  makers text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint campaigns_pkey primary key (id),
  constraint campaigns_contact_exporter foreign key (contact_exporter_id) references contact_exporters (id),
  constraint campaigns_bulk_sender foreign key (bulk_sender_id) references bulk_senders (id)
);
create index campaigns_page on campaigns (company_id, position desc, id desc);
create index campaigns_due on campaigns (company_id, next_run_at) where next_run_at is not null;
create index campaigns_of_contact_exporter on campaigns (contact_exporter_id);
create index campaigns_of_bulk_sender on campaigns (bulk_sender_id);

-- A run of a campaign: one for an instant.
create table campaign_runs (
  id text not null,
  company_id text not null,
  position bigint not null,
  campaign_id text not null,
  -- The business instant that it is the run of.
  instant timestamptz not null,
  is_scheduled boolean not null,
  state text not null,
  operation_id text not null,
  -- Whose rights it needs.
  responsible_type text not null,
  responsible_id text,
  started_at timestamptz,
  finished_at timestamptz,
  num_borrowers integer,
  -- What was left out of the answer: how many for each reason, and the first lines.
  skipped jsonb not null,
  num_lines integer,
  num_blocked integer,
  num_sent integer,
  num_failed integer,
  bulk_sending_ids text[] not null,
  needs_release boolean not null,
  -- By what its messages would be made: a second person releases nothing else.
  basis text,
  released_at timestamptz,
  released_by_id text,
  content_id text,
  file_name text,
  -- Whether masked numbers are in the answer: whoever downloads the file must be allowed to read them.
  is_personal boolean not null,
  error_message text,
  -- Its file is to be left with somebody else: claimed by a worker.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint campaign_runs_pkey primary key (id),
  constraint campaign_runs_once unique (campaign_id, instant),
  constraint campaign_runs_state check (state in ('initiated', 'running', 'succeeded', 'failed', 'canceled')),
  constraint campaign_runs_campaign foreign key (campaign_id) references campaigns (id)
);
create index campaign_runs_page on campaign_runs (campaign_id, position desc, id desc);
create index campaign_runs_by_state on campaign_runs (campaign_id, state, position, id);
create index campaign_runs_due on campaign_runs (due_at) where due_at is not null;

-- What a run does for whom: the answer to its question, line by line. They lie with operations and bulk sendings, and what
-- a line says of its borrower is sealed with the key of the borrower.
create table campaign_rows (
  run_id text not null,
  line integer not null,
  company_id text not null,
  person_id text not null,
  -- What may be there once: the borrower, or the borrower with a loan, a case and a statement.
  once_key text not null,
  values_sealed bytea not null,
  created_at timestamptz not null,
  constraint campaign_rows_pkey primary key (run_id, line),
  constraint campaign_rows_once unique (run_id, once_key)
);
create index campaign_rows_old on campaign_rows (created_at);

