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
