-- Files of the clearing house that come in: how far each has come. It is kept raw first, then understood, then applied.
create table ach_readings (
  company_id text not null,
  -- That of the file in ach_files, once it is understood.
  id text not null,
  position bigint not null,
  state text not null,
  file_name text not null,
  -- Who brought it; both null: it was fetched.
  received_by_type text,
  received_by_id text,
  -- From whose place it was fetched; of one that a person brought null.
  fetched_from text,
  -- The originator to whom the file says that it goes. Null: not understood yet, or not at all.
  carrier_id text,
  -- Of the bytes, in hex: a file is known by it.
  sha256 text not null,
  bytes bigint not null,
  -- Of its entries so many are done.
  entries_done integer not null default 0,
  -- What became of them, once all are done.
  taken integer,
  known integer,
  breaks integer,
  -- Why nothing of it counts, and where; both count from one.
  problem text,
  line integer,
  "column" integer,
  -- When the machine must look at it again, in microseconds of its clock. Each claim of a worker raises `claim`.
  held_until bigint,
  claim integer not null default 0,
  failures integer not null default 0,
  received_at timestamptz not null,
  read_at timestamptz,
  constraint ach_readings_pkey primary key (company_id, id),
  constraint ach_readings_state check (state in ('kept', 'applying', 'read', 'unreadable'))
);
create index ach_readings_page on ach_readings (company_id, position desc, id desc);
create index ach_readings_state_page on ach_readings (company_id, state, position desc, id desc);
create unique index ach_readings_once on ach_readings (company_id, sha256);
create index ach_readings_held on ach_readings (held_until) where held_until is not null;

-- Which file has told it; null: no file.
alter table provider_messages add column file_id text;
create index provider_messages_file on provider_messages (company_id, file_id) where file_id is not null;

-- A break is told once of an order, however often a file says the same.
create index payment_breaks_attempt on payment_breaks (company_id, attempt_id, kind) where attempt_id is not null;
