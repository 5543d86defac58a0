-- What credit agencies are told of loans: the agencies, their files, and what was said of each loan.

create table credit_agencies (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  agency_name text not null,
  -- By which the agency knows who reports, and by which it knows whose the accounts are.
  program_identifier text not null,
  identification_number text not null,
  reporter_name text not null,
  reporter_address text not null,
  reporter_telephone text,
  -- Empty: loans of every type.
  loan_type_ids text[] not null,
  installment_account_type text not null,
  line_account_type text not null,
  file_name_prefix text,
  -- The day of the month on which the file of the month before is made; null: only by hand.
  reports_on_day integer,
  next_file_at timestamptz,
  -- When the day looks at it: the same, but null while a file that is made, or was not made, must end before the next one.
  look_at timestamptz,
  -- Where its files are left, as JSON; and what the host asks for, sealed with the key of the company.
  place text,
  secrets_sealed bytea,
  open_pgp_public_key text,
  is_active boolean not null,
  -- Whoever has changed it last is responsible for what it does by itself.
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_agencies_pkey primary key (id),
  constraint credit_agencies_name check (agency_name in ('equifax', 'experian', 'innovis', 'transUnion'))
);
create index credit_agencies_page on credit_agencies (company_id, position desc, id desc);
create index credit_agencies_due on credit_agencies (company_id, next_file_at) where next_file_at is not null;
create index credit_agencies_look on credit_agencies (company_id, look_at) where look_at is not null;

-- A file for an agency: of a month, or a correction of one.
create table credit_files (
  id text not null,
  company_id text not null,
  position bigint not null,
  agency_id text not null,
  -- The last day of the month.
  as_of date not null,
  -- The books are as they were known then.
  known_at timestamptz not null,
  is_correction boolean not null,
  is_scheduled boolean not null,
  state text not null,
  operation_id text not null,
  responsible_type text not null,
  responsible_id text,
  num_accounts integer,
  -- How many loans are not in it for each reason, and the first of them.
  left_out jsonb not null,
  -- The rules that it breaks: then it does not leave.
  findings jsonb not null,
  content_id text,
  file_name text,
  error_message text,
  -- It is to be left with the agency: claimed by a worker.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_files_pkey primary key (id),
  constraint credit_files_state check (state in ('initiated', 'running', 'made', 'refused', 'failed')),
  constraint credit_files_agency foreign key (agency_id) references credit_agencies (id)
);
create unique index credit_files_once on credit_files (agency_id, as_of)
  where not is_correction and state in ('initiated', 'running', 'made');
create index credit_files_page on credit_files (agency_id, position desc, id desc);
create index credit_files_by_state on credit_files (agency_id, state, position, id);
create index credit_files_due on credit_files (due_at) where due_at is not null;

-- What a file says of a loan: it counts once the file is made. They lie with the files, and what is said is sealed with the
-- key of the borrower.
create table credit_reports (
  file_id text not null,
  loan_id text not null,
  company_id text not null,
  agency_id text not null,
  person_id text not null,
  as_of date not null,
  -- The agency hears of the loan for the first time, or for the last time.
  is_first boolean not null,
  is_last boolean not null,
  said_sealed bytea not null,
  created_at timestamptz not null,
  constraint credit_reports_pkey primary key (file_id, loan_id),
  constraint credit_reports_file foreign key (file_id) references credit_files (id)
);
create index credit_reports_news on credit_reports (file_id, loan_id) where is_first or is_last;
create index credit_reports_of_loan on credit_reports (agency_id, loan_id, as_of desc);

-- A loan that an agency hears of.
create table credit_accounts (
  person_id text not null,
  loan_id text not null,
  agency_id text not null,
  company_id text not null,
  stopped_as_of date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_accounts_pkey primary key (person_id, loan_id, agency_id)
);

-- What somebody says of a loan to all agencies: that it was sold or transferred, or is to be deleted.
create table credit_statements (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  ending text,
  ended_on date,
  sold_to text,
  new_account_number text,
  closed_by_consumer_on date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_statements_pkey primary key (person_id, loan_id),
  constraint credit_statements_ending check (ending in ('sold', 'transferred', 'deletedForMistake', 'deletedForFraud'))
);
