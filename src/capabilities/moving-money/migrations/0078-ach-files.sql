-- Files of the clearing house, one row each. What a file holds never changes once it is closed: it is only sent again.
create table ach_files (
  company_id text not null,
  id text not null,
  position bigint not null,
  -- The originator: a row of payment_providers.
  carrier_id text not null,
  -- out: to the bank; in: from it.
  direction text not null,
  -- forward; of what comes in acknowledgement, return, notificationOfChange, report
  kind text not null,
  state text not null,
  -- The banking day on which it leaves or came, in the zone of the bank, and the cut-off at which it was closed.
  business_date date not null,
  window_at timestamptz,
  file_name text not null,
  -- A to Z, 0 to 9: tells the files of one day apart. Null: of a file that came in and has none.
  id_modifier text,
  batches integer not null,
  entries integer not null,
  -- Entries and addenda, as the control counts them.
  records integer not null,
  lines integer not null,
  -- As the control has it: ten digits at most.
  entry_hash bigint not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  bytes bigint not null,
  -- Of the bytes, in hex.
  sha256 text not null,
  -- When the file was made, or read.
  created_at timestamptz not null,
  -- Business instant at which its orders are told that they are accepted; null: all of them were.
  act_at timestamptz,
  -- How far that has come, and how many of them failed meanwhile.
  told_person_id text,
  told_attempt_id text,
  told_failures integer not null default 0,
  -- By whom it was released; both null: by rule.
  released_at timestamptz,
  released_by_type text,
  released_by_id text,
  -- When the machine must look at its upload again, in microseconds of its clock. Each claim of a worker raises `claim`.
  held_until bigint,
  claim integer not null default 0,
  tries integer not null default 0,
  last_error text,
  uploaded_at timestamptz,
  acknowledge_by timestamptz,
  acknowledged_at timestamptz,
  ended_at timestamptz,
  reason text,
  constraint ach_files_pkey primary key (company_id, id),
  constraint ach_files_direction check (direction in ('out', 'in')),
  constraint ach_files_kind check (kind in ('forward', 'acknowledgement', 'return', 'notificationOfChange', 'report')),
  constraint ach_files_state check (state in ('built', 'released', 'uploading', 'uploaded', 'acknowledged',
    'partlyRejected', 'rejected', 'voided', 'read', 'unreadable'))
);
create index ach_files_page on ach_files (company_id, position desc, id desc);
create index ach_files_state_page on ach_files (company_id, state, position desc, id desc);
create index ach_files_direction_page on ach_files (company_id, direction, position desc, id desc);
create index ach_files_due on ach_files (company_id, act_at);
create index ach_files_held on ach_files (held_until) where held_until is not null;
-- A file that comes in is known by its bytes.
create unique index ach_files_read_once on ach_files (company_id, carrier_id, sha256) where direction = 'in';

-- The bytes of a file, in parts, sealed with the company's key.
create table ach_file_parts (
  company_id text not null,
  file_id text not null,
  -- From 0.
  number integer not null,
  content_sealed bytea not null,
  constraint ach_file_parts_pkey primary key (company_id, file_id, number)
);

-- Each order that goes by a file: it stands in one file at the most.
create table ach_entries (
  company_id text not null,
  attempt_id text not null,
  person_id text not null,
  carrier_id text not null,
  -- Null: it waits for its cut-off.
  file_id text,
  -- The order of the entries in a file, as bytes.
  place text collate "C" not null,
  -- Fifteen digits; what comes back names it.
  trace text,
  -- Of a file that a person voided before it was sent: its trace there.
  voided_trace text,
  direction text not null,
  sec text not null,
  description text not null,
  is_prenote boolean not null,
  -- Of a trial deposit 0: its amount stands in the sealed order alone.
  amount_cents bigint not null,
  settles_on date not null,
  is_same_day boolean not null,
  -- What stands in the identification number: the id of the transaction, of the trial deposits.
  individual_id text not null,
  instrument_id text not null,
  -- The cut-off for which it waits. Null: it stands in a file, or goes into none.
  leaves_at timestamptz,
  constraint ach_entries_pkey primary key (company_id, attempt_id),
  constraint ach_entries_direction check (direction in ('debit', 'credit')),
  constraint ach_entries_file check ((file_id is null) = (trace is null)),
  constraint ach_entries_waits check (file_id is null or leaves_at is null)
);
create index ach_entries_waiting on ach_entries (company_id, carrier_id, place) where file_id is null and leaves_at is not null;
create index ach_entries_due on ach_entries (company_id, leaves_at);
create index ach_entries_file on ach_entries (company_id, file_id, person_id, attempt_id) where file_id is not null;
create index ach_entries_trace on ach_entries (company_id, trace) where trace is not null;

-- The numbers that are used up, by originating bank: no trace comes again for a long time, and no two files of a day have
-- one modifier.
create table ach_numbers (
  company_id text not null,
  odfi text not null,
  last_trace integer not null,
  file_day date not null,
  files_of_day integer not null,
  constraint ach_numbers_pkey primary key (company_id, odfi)
);
