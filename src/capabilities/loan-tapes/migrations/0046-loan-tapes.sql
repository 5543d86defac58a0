-- Loan tapes: types, of which each row is a version, and the files that are made by them.

create table loan_tape_types (
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
  external_id text,
  tape_name text not null,
  description text not null,
  tape_type text not null,
  -- The columns in their order: names of the catalogue, and those of calculated columns.
  fields text[] not null,
  calculated_columns jsonb not null,
  field_name_mappings jsonb not null,
  loan_meta_data_fields text[] not null,
  filter text,
  money_unit text not null,
  tape_output_format text not null,
  field_widths jsonb not null,
  masks jsonb not null,
  compression_type text not null,
  should_report_draws_separately boolean not null,
  report_days_when_paid_off integer not null,
  report_days_when_charged_off integer not null,
  action_on_missing_data text not null,
  custom_file_name text,
  schedule text,
  sftp_settings jsonb,
  open_pgp_public_key text,
  -- When a tape of it is made next by itself; null: only by hand.
  next_run_at timestamptz,
  -- How the host lets us in: sealed with the key of the company.
  secrets_sealed bytea,
  -- Whoever has written it is responsible for the tapes that are made by themselves.
  changed_by_type text not null,
  changed_by_id text,
  constraint loan_tape_types_pkey primary key (id),
  constraint loan_tape_types_version unique (company_id, type_id, version),
  constraint loan_tape_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index loan_tape_types_page on loan_tape_types (company_id, position desc, id desc);
create index loan_tape_types_by_creation on loan_tape_types (company_id, created_at, position, id);
create index loan_tape_types_by_status on loan_tape_types (company_id, status, position desc, id desc);
create index loan_tape_types_by_version on loan_tape_types (company_id, version, position desc, id desc);
create index loan_tape_types_due on loan_tape_types (company_id, next_run_at) where next_run_at is not null;
create unique index loan_tape_types_active on loan_tape_types (company_id, type_id) where status = 'active';
create unique index loan_tape_types_draft on loan_tape_types (company_id, type_id) where status = 'draft';

-- A tape: a file of a version of a type, of a day as it was known at an instant. A comparison of two is one, too.
create table loan_tapes (
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_tape_type_id text not null,
  as_of date not null,
  -- Set: it is of payments, and of all days since.
  from_date date,
  known_at timestamptz not null,
  investor_id text,
  -- Set: it says what is other in this tape.
  compared_with_id text,
  state text not null,
  -- Set: it was begun by itself, for a type and the instant at which it was due. The key below lets no second one begin.
  scheduled_type_id integer,
  scheduled_for timestamptz,
  is_to_be_sent boolean not null,
  -- Set: it is left there, and not with the recipient of its type.
  sftp_settings jsonb,
  open_pgp_public_key text,
  -- How that host lets us in, sealed with the key of the company; it goes when the tape was left, or is not tried any more.
  secrets_sealed bytea,
  custom_file_name text,
  operation_id text not null,
  -- Whose rights it needs.
  responsible_type text not null,
  responsible_id text,
  num_loans integer,
  num_left_out integer,
  num_replayed integer,
  -- The totals of the tape beside those of the ledger.
  proof jsonb,
  content_id text,
  file_name text,
  error_message text,
  -- Its file is to be left with somebody else: claimed by a worker.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_tapes_pkey primary key (id),
  constraint loan_tapes_type foreign key (loan_tape_type_id) references loan_tape_types (id),
  constraint loan_tapes_compared foreign key (compared_with_id) references loan_tapes (id)
);
create index loan_tapes_page on loan_tapes (company_id, position desc, id desc);
create index loan_tapes_by_type on loan_tapes (company_id, loan_tape_type_id, position desc, id desc);
create index loan_tapes_of_type on loan_tapes (loan_tape_type_id);
create index loan_tapes_by_state on loan_tapes (company_id, state, position desc, id desc);
create index loan_tapes_compared_with on loan_tapes (compared_with_id);
create unique index loan_tapes_scheduled on loan_tapes (company_id, scheduled_type_id, scheduled_for)
  where scheduled_for is not null;
create index loan_tapes_due on loan_tapes (due_at) where due_at is not null;
