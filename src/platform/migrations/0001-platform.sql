-- What the platform itself keeps. The class of each table (how a cluster would spread it) stands in tables.ts.

-- One row for each company, always there, so that it can be locked.
create table test_clocks (
  company_id text not null,
  now_at timestamptz,
  operation_id text,
  constraint test_clocks_pkey primary key (company_id)
);

-- Committed answers of writes with an Idempotency-Key. They belong to the API key that asked: key_hash is of its id and
-- the Idempotency-Key, and the row lies by it.
create table idempotency (
  key_hash bytea not null,
  company_id text not null,
  -- The object whose command it was, so that answers about a person who is erased are found.
  subject_id text,
  -- What was asked, sealed: the same key with something else is refused.
  request_sealed bytea not null,
  status integer not null,
  headers jsonb not null,
  -- Null where the answer showed a secret: then only what was made is kept.
  body bytea,
  made_id text,
  recorded_at bigint not null,
  constraint idempotency_pkey primary key (key_hash, company_id)
);
create index idempotency_subject on idempotency (subject_id) where subject_id is not null;
create index idempotency_recorded_at on idempotency (recorded_at);

-- How much a borrower who has signed in has done on a day, by the action: one row for each, which the next day begins
-- anew.
create table borrower_writes (
  person_id text not null,
  action text not null,
  company_id text not null,
  day date not null,
  made integer not null,
  constraint borrower_writes_pkey primary key (person_id, action),
  constraint borrower_writes_made check (made > 0)
);

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
  constraint operations_state check (state in ('queued', 'running', 'succeeded', 'failed', 'canceled'))
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

-- What happened, told in the same commit. A row is a run of events of one commit: what they share stands once. They get
-- their places in the one order of their mode after the commit; until then no list shows them. Lists are found in
-- placed_commits.
create table event_commits (
  -- That of its first event. The commits of a subject have the order of their positions.
  position bigint not null,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  -- The person whose rows the change wrote; for keys and other things of the company, the company.
  subject_id text not null,
  company_id text not null,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  -- The commit that made it; null where the commit is this row alone: then it follows from its place.
  message_id text,
  request_id text,
  -- Who brought it about.
  actor_type text not null,
  actor_id text,
  -- Of each event, in the order in which they were told.
  types text[] not null,
  -- A digit for each event: 1 if it names the transaction, 2 if it names the period, 3 for both. Null: each names what
  -- the row names.
  naming text,
  -- What makes an event this fact and no other, for events that a replay can take back.
  causes text[],
  -- By the number of the event, from 0: when it was taken back.
  taken_back jsonb,
  -- What the first event tells besides, and then what each other one tells differently.
  events jsonb not null,
  constraint event_commits_pkey primary key (subject_id, position)
);
-- What a replay takes back is found by the days on which it was told of, however much its subject has.
create index event_commits_taken on event_commits (subject_id, effective_at) where causes is not null;
-- What was taken back is left out of a total. Few rows are in it, so thousands of keys are held against it at once.
create index event_commits_taken_back on event_commits (subject_id, position) where taken_back is not null;

-- By subject: what has no place yet. Written with the events, deleted when they get their places.
create table waiting_commits (
  position bigint not null,
  subject_id text not null,
  company_id text not null,
  constraint waiting_commits_pkey primary key (subject_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Who gives places takes the earliest first.
create index waiting_commits_position on waiting_commits (position);

-- By company: the place of the first event of a row of event_commits; the next ones follow it. It repeats what lists of
-- events are filtered and sorted by, so that a page is found here and only its events are read from event_commits. It is
-- written once, and no command writes it.
create table placed_commits (
  place bigint not null,
  position bigint not null,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  shape integer not null,
  company_id text not null,
  subject_id text not null,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  message_id text,
  -- The list without a filter, the stream, and the place of a cursor.
  constraint placed_commits_pkey primary key (company_id, place)
);
-- Followers of all companies.
create index placed_commits_place on placed_commits (place);
-- Whether a row has its place already. Positions grow, so new entries come to the end.
create unique index placed_commits_commit on placed_commits (position, subject_id);
-- creatingMessageIds=
create index placed_commits_message on placed_commits (message_id) where message_id is not null;
-- The next ones are narrow: the server keeps equal keys once, with the rows behind them. A place is in them without its
-- last eight bits: of up to 256 rows that are equal in this, the server puts those of a page in order.
-- personId=, and /people/{personId}/events
create index placed_commits_subject on placed_commits (subject_id, (place >> 8));
-- loanId=, caseId=
create index placed_commits_loan on placed_commits (loan_id, (place >> 8)) where loan_id is not null;
create index placed_commits_case on placed_commits (case_id, (place >> 8)) where case_id is not null;
-- transactionId=, periodId=: their events are few, and need no place at all.
create index placed_commits_transaction on placed_commits (transaction_id) where transaction_id is not null;
create index placed_commits_period on placed_commits (period_id) where period_id is not null;
-- events=, excludeEvents=
create index placed_commits_shape on placed_commits (company_id, shape, (place >> 8));
-- createdAtFrom=, createdAtTo=, sortBy=createdAt; with a range of effectiveAt as well, which is compared in the index.
create index placed_commits_created on placed_commits (company_id, created_at, (place >> 8), effective_at);
-- effectiveAtFrom=, effectiveAtTo=, sortBy=effectiveAt
create index placed_commits_effective on placed_commits (company_id, effective_at, (place >> 8));

-- What many rows of event_commits of a company have in common: the types of their events in order, and what each names.
-- Numbered by whoever gives places, while it holds the row of the last place. A commit has one of some dozens.
create table event_shapes (
  shape integer not null,
  company_id text not null,
  types text[] not null,
  naming text,
  constraint event_shapes_pkey primary key (shape)
);
-- Whoever gives places looks for the number of a shape; a list, for those that have a type.
create index event_shapes_types on event_shapes (company_id, types);

-- By which the places of a company's events become their ids: see event-ids.ts. Drawn once, and never changed.
create table event_keys (
  company_id text not null,
  key text not null,
  constraint event_keys_pkey primary key (company_id)
);

-- Places reached. The row "events" holds the last place given: whoever gives places holds it, so that they become
-- visible in their order. The others say how far somebody has followed.
create table event_places (
  name text not null,
  last_sequence bigint not null,
  constraint event_places_pkey primary key (name)
);
insert into event_places (name, last_sequence) values ('events', 0);

-- What was sent to be imported, in chunks of lines. Sealed, for it may be personal, and gone once it is done.
create table import_chunks (
  upload_id text not null,
  number integer not null,
  company_id text not null,
  first_line integer not null,
  lines integer not null,
  sealed bytea,
  recorded_at bigint not null,
  constraint import_chunks_pkey primary key (upload_id, number)
);
create index import_chunks_recorded_at on import_chunks (recorded_at) where sealed is not null;
-- What a company has sent and what is not done of it yet: counted when it begins to send more.
create index import_chunks_waiting on import_chunks (company_id) where sealed is not null;

-- What others have left in a folder for us: it is fetched once it lies there unchanged at two looks.
create table file_fetches (
  company_id text not null,
  -- Whose folder it is: a payment provider, or a register.
  place_id text not null,
  -- Name, size and time of its last change.
  mark text not null,
  seen_at timestamptz not null,
  -- Null: seen once.
  fetched_at timestamptz,
  constraint file_fetches_pkey primary key (company_id, place_id, mark)
);
create index file_fetches_seen on file_fetches (seen_at);

-- What became of each line. The id is the number of the line, so that a list can be paged by it.
create table import_results (
  upload_id text not null,
  id text not null,
  company_id text not null,
  line integer not null,
  outcome text not null,
  result jsonb not null,
  constraint import_results_pkey primary key (upload_id, line),
  constraint import_results_outcome check (outcome in ('created', 'existing', 'failed'))
);
create index import_results_outcome on import_results (upload_id, outcome, line);

-- By subject: what was done, was refused or was read, until it has its number in the chain of its company. A command
-- writes one row here, with one index: what waits is little, so the earliest are found without one of their own.
create table waiting_audit (
  subject_id text not null,
  position bigint not null,
  company_id text not null,
  created_at timestamptz not null,
  outcome text not null,
  action text not null,
  actor_type text not null,
  actor_id text,
  session_id text,
  address text,
  request_id text,
  person_id text,
  object_id text,
  -- JSON of what few rows have.
  more text,
  constraint waiting_audit_pkey primary key (subject_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- On one node. Written once, never changed. The id of a row is written from its number.
create table audit (
  company_id text not null,
  -- From one on, without a gap.
  number bigint not null,
  created_at timestamptz not null,
  -- SHA-256 of the hash before and of all other columns.
  hash bytea not null,
  outcome text not null,
  action text not null,
  actor_type text not null,
  actor_id text,
  session_id text,
  address text,
  request_id text,
  person_id text,
  object_id text,
  more text,
  constraint audit_pkey primary key (company_id, number)
);
-- createdAtFrom=, createdAtTo=, sortBy=createdAt. The few rows of one instant are put in order when they are read.
create index audit_created on audit (company_id, created_at);
create index audit_actor on audit (company_id, actor_id, number) where actor_id is not null;
create index audit_session on audit (company_id, session_id, number) where session_id is not null;
create index audit_person on audit (company_id, person_id, number) where person_id is not null;
create index audit_object on audit (company_id, object_id, number) where object_id is not null;
create index audit_action on audit (company_id, action, number);
create index audit_outcome on audit (company_id, outcome, number) where outcome <> 'done';

-- The last row of each company.
create table audit_heads (
  company_id text not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_heads_pkey primary key (company_id)
);

-- The last row as it was on a day: by it a tail that was cut off is found.
create table audit_days (
  company_id text not null,
  day date not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_days_pkey primary key (company_id, day)
);

-- When the database was backed up: for the doctor and the metrics.
create table backups (
  made_at timestamptz not null,
  constraint backups_pkey primary key (made_at)
);

-- By owner, a person or the company: contents of any length. A row comes before the first byte of its content, and goes
-- after the last one.
create table blobs (
  owner_id text not null,
  id uuid not null,
  company_id text not null,
  -- Where its bytes lie.
  store text not null,
  -- Its key and its hash, sealed with the key of its owner. Null: nobody keeps it.
  sealed bytea,
  -- Null: nobody has ever kept it.
  length bigint,
  -- From this instant of the machine clock on the sweep removes it. Null: it is kept for good.
  goes_at bigint,
  constraint blobs_pkey primary key (owner_id, id),
  constraint blobs_store check (store in ('database', 'directory', 's3')),
  constraint blobs_kept check (goes_at is not null or sealed is not null),
  constraint blobs_length check (sealed is null or length is not null)
);
create index blobs_goes_at on blobs (goes_at) where goes_at is not null;
-- A folder or a bucket lists what it has in this order, and is held against the rows.
create index blobs_outside on blobs (company_id collate "C", id) where store <> 'database';

-- The sealed bytes of those that lie in the database. The database looks at their beginning, finds that they do not get
-- shorter, and keeps them as they are.
create table blob_chunks (
  owner_id text not null,
  blob_id uuid not null,
  number integer not null,
  company_id text not null,
  bytes bytea not null,
  constraint blob_chunks_pkey primary key (owner_id, blob_id, number)
);
