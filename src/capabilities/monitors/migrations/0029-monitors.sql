-- Monitors: what is watched about borrowers, how each stands, and what was found.
create table monitors (
  company_id text not null,
  kind text not null,
  is_enabled boolean not null,
  recheck_days integer,
  -- Only borrowers with an open loan of one of these types; empty: all.
  loan_type_ids text[] not null,
  -- Null: as is usual for the kind.
  stops_autopay boolean,
  caps_interest boolean,
  suspends_late_fees boolean,
  -- What enrolls the borrowers that there are.
  operation_id text,
  updated_at timestamptz not null,
  constraint monitors_pkey primary key (company_id, kind)
);

-- A borrower and a monitor: when somebody looked last, and when they look next.
create table monitoring_statuses (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  monitor text not null,
  last_result text,
  match_quality text,
  last_checked_at timestamptz,
  last_hit_at timestamptz,
  -- The case of the last hit.
  case_id text,
  next_check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint monitoring_statuses_pkey primary key (person_id, id),
  constraint monitoring_statuses_once unique (person_id, monitor),
  constraint monitoring_statuses_result check (last_result in ('noHit', 'hit', 'error', 'unknown')),
  constraint monitoring_statuses_person foreign key (person_id) references people (person_id)
);
create index monitoring_statuses_page on monitoring_statuses (person_id, position desc, id desc);
create index monitoring_statuses_due on monitoring_statuses (company_id, next_check_at, person_id, id)
  where next_check_at is not null;

-- Who is asked about next, for the files of a register.
create index monitoring_statuses_of_monitor on monitoring_statuses (company_id, monitor, person_id);

-- What was found of a borrower, each thing once, with its case.
create table monitor_hits (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  monitor text not null,
  source text not null,
  match_quality text not null,
  standing text not null,
  as_of date not null,
  case_id text not null,
  -- Who has said what was found: whoever brought the declarations or the ZIP codes, or set the place of the file. The
  -- events name whoever brought a file by hand.
  prepared_by_ids text[] not null,
  -- What names it, the fields of its case, and the record as it came: sealed with the key of the person.
  details_sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint monitor_hits_pkey primary key (person_id, id),
  constraint monitor_hits_standing check (standing in ('stands', 'ended', 'withdrawn')),
  constraint monitor_hits_case foreign key (person_id, case_id) references cases (person_id, id)
);
create index monitor_hits_page on monitor_hits (person_id, position desc, id desc);
create index monitor_hits_of_case on monitor_hits (person_id, case_id);

insert into event_places (name, last_sequence) values ('monitors', 0);

-- Files of registers that were brought: the same bytes are read once.
create table monitor_files (
  -- That of the operation that reads it.
  operation_id text not null,
  company_id text not null,
  monitor text not null,
  content_hash bytea not null,
  status text not null,
  created_at timestamptz not null,
  constraint monitor_files_pkey primary key (operation_id),
  constraint monitor_files_status check (status in ('reading', 'applied', 'refused'))
);
-- One that was refused may be sent again.
create unique index monitor_files_once on monitor_files (company_id, monitor, content_hash) where status <> 'refused';

-- Disasters that FEMA has declared, as the company was told, and the counties of each.
create table fema_disasters (
  id text not null,
  company_id text not null,
  position bigint not null,
  disaster_number integer not null,
  declaration_string text not null,
  state text not null,
  declaration_type text not null,
  declaration_date date not null,
  incident_type text not null,
  title text not null,
  incident_begin_date date,
  incident_end_date date,
  last_ia_filing_date date,
  -- Whether it is one for which relief is offered.
  is_relevant boolean not null,
  relief_window_end_date date not null,
  supercase_id text,
  -- Whoever has declared it, or changed what is known of it.
  makers text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint fema_disasters_pkey primary key (id),
  constraint fema_disasters_once unique (company_id, disaster_number)
);
create index fema_disasters_page on fema_disasters (company_id, position desc, id desc);
create index fema_disasters_by_date on fema_disasters (company_id, declaration_date, position, id);
create index fema_disasters_of_state on fema_disasters (company_id, state, relief_window_end_date);

create table fema_disaster_areas (
  id text not null,
  company_id text not null,
  position bigint not null,
  fema_disaster_id text not null,
  place_code text not null,
  -- State and county; null: no county, but the whole state or a place of another kind.
  county_fips text,
  designated_area text not null,
  ih_program_declared boolean not null,
  ia_program_declared boolean not null,
  pa_program_declared boolean not null,
  hm_program_declared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint fema_disaster_areas_pkey primary key (id),
  constraint fema_disaster_areas_once unique (fema_disaster_id, place_code),
  constraint fema_disaster_areas_disaster foreign key (fema_disaster_id) references fema_disasters (id)
);
create index fema_disaster_areas_page on fema_disaster_areas (fema_disaster_id, position desc, id desc);

-- The counties that a ZIP code lies in, as the company knows them.
create table zip_counties (
  company_id text not null,
  postal_code text not null,
  county_fips text[] not null,
  -- Whoever has said so, or otherwise before.
  makers text[] not null,
  updated_at timestamptz not null,
  constraint zip_counties_pkey primary key (company_id, postal_code)
);

-- What a hit asks of a loan: done by the day, in the commit of the loan.
create table monitor_actions (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  loan_id text not null,
  action text not null,
  -- The military service for which interest is bounded.
  service_id text,
  -- The days for which late fees are suspended; without a last day: for none any more.
  first_on date,
  last_on date,
  act_at timestamptz,
  outcome text,
  error_type text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint monitor_actions_pkey primary key (person_id, id),
  constraint monitor_actions_once unique (person_id, case_id, loan_id, action),
  constraint monitor_actions_kind check (action in ('stopAutopay', 'capInterest', 'endCap', 'suspendLateFees')),
  constraint monitor_actions_outcome check ((act_at is null) = (outcome is not null)),
  constraint monitor_actions_case foreign key (person_id, case_id) references cases (person_id, id)
);
create index monitor_actions_page on monitor_actions (person_id, position desc, id desc);
create index monitor_actions_due on monitor_actions (company_id, act_at, person_id, id) where act_at is not null;

-- Files that ask a register about borrowers. Their contents go after thirty days.
create table monitor_requests (
  id text not null,
  company_id text not null,
  position bigint not null,
  monitor text not null,
  content_id text not null,
  lines integer not null,
  bytes integer not null,
  -- The last borrower whom it asks about, where more were due than a file holds: the next one goes on behind.
  next_after text,
  -- It is to be left in the folder of the register; when it was.
  to_leave boolean not null,
  left_at timestamptz,
  created_at timestamptz not null,
  constraint monitor_requests_pkey primary key (id)
);
create index monitor_requests_page on monitor_requests (monitor, company_id, position desc, id desc);
-- How many there were of a day.
create index monitor_requests_by_position on monitor_requests (company_id, position, id);
create index monitor_requests_to_leave on monitor_requests (company_id, monitor) where to_leave;

-- Where the files of a register are left and fetched: a folder of this machine, or a host of its own.
create table monitor_places (
  company_id text not null,
  monitor text not null,
  position bigint not null,
  settings jsonb not null,
  -- Whoever has set or changed it.
  makers text[] not null,
  secrets_sealed bytea,
  -- When a worker looks at it next.
  due_at bigint not null,
  -- When the next request is made by itself; null: its register is asked by no file.
  request_at bigint,
  failures integer not null default 0,
  last_failure text,
  last_reached_at timestamptz,
  -- The last file that was fetched, and what reads it; null: it was no file to be read.
  last_file_name text,
  last_file_operation_id text,
  last_file_failure text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint monitor_places_pkey primary key (company_id, monitor)
);
create index monitor_places_due on monitor_places (due_at);
