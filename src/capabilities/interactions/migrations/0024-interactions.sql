-- What was said between the company and a borrower. The facts that rules count are columns; what was said is sealed with
-- the key of the person.
create table interactions (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  version integer not null,
  channel text not null,
  direction text not null,
  status text not null,
  status_details text,
  subject text,
  theme text not null,
  borrower_selected_theme text,
  contact_id text,
  loan_ids text[] not null,
  case_id text,
  document_id text,
  previous_interaction_id text,
  -- The first interaction of the thread, of a single one its own id.
  thread_id text not null,
  started_at timestamptz,
  ended_at timestamptz,
  scheduled_at_from timestamptz,
  scheduled_at_to timestamptz,
  connected boolean,
  conversation boolean,
  message_left boolean,
  limited_content boolean,
  wrong_number boolean,
  undeliverable boolean,
  is_autodialed boolean,
  voice_kind text,
  delivery text,
  is_transactional boolean,
  requested_by_borrower boolean not null,
  is_external boolean not null,
  -- The message that this service sends for it; null: it was recorded, and nothing is sent.
  message_id text,
  sensitive boolean not null,
  searchable boolean not null,
  content_sealed bytea,
  search_tokens bigint[] not null,
  created_by_type text not null,
  created_by_id text,
  -- When what is said here became known.
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint interactions_pkey primary key (person_id, id),
  constraint interactions_person foreign key (person_id) references people (person_id),
  constraint interactions_status
    check (status in ('scheduled', 'inProgress', 'attempted', 'succeeded', 'failed', 'canceled')),
  constraint interactions_direction check (direction in ('inbound', 'outbound'))
);
create index interactions_page on interactions (person_id, position desc, id desc);
create index interactions_started_of_person on interactions (person_id, started_at desc);
-- The lists of the company, which go on after an interaction that they are told by its id alone.
create index interactions_by_id on interactions (id);
create index interactions_page_of_company on interactions (company_id, position desc, id desc);
create index interactions_started on interactions (company_id, started_at, position, id);
create index interactions_channel on interactions (company_id, channel, position, id);
create index interactions_theme on interactions (company_id, theme, position, id);
create index interactions_status on interactions (company_id, status, position, id);
-- Lists of tasks ask for what is to take place alone; a message that waits is nobody's task.
create index interactions_scheduled on interactions (company_id, scheduled_at_from, position, id)
  where status = 'scheduled' and message_id is null;
create index interactions_scheduled_by_creation on interactions (company_id, created_at, position, id)
  where status = 'scheduled' and message_id is null;
create index interactions_direction on interactions (company_id, direction, position, id);
create index interactions_case on interactions (company_id, case_id, position, id) where case_id is not null;
create index interactions_loans on interactions using gin (loan_ids) where loan_ids <> '{}';
create index interactions_search on interactions using gin (search_tokens) where search_tokens <> '{}';

-- What was known before a report was corrected: who asks as of then is answered with it.
create table interaction_versions (
  person_id text not null,
  id text not null,
  company_id text not null,
  version integer not null,
  direction text not null,
  status text not null,
  status_details text,
  subject text,
  theme text not null,
  borrower_selected_theme text,
  contact_id text,
  loan_ids text[] not null,
  case_id text,
  document_id text,
  started_at timestamptz,
  ended_at timestamptz,
  scheduled_at_from timestamptz,
  scheduled_at_to timestamptz,
  connected boolean,
  conversation boolean,
  message_left boolean,
  limited_content boolean,
  wrong_number boolean,
  undeliverable boolean,
  is_autodialed boolean,
  voice_kind text,
  delivery text,
  is_transactional boolean,
  requested_by_borrower boolean not null,
  sensitive boolean not null,
  content_sealed bytea,
  recorded_at timestamptz not null,
  superseded_at timestamptz not null,
  constraint interaction_versions_pkey primary key (person_id, id, version),
  constraint interaction_versions_interaction foreign key (person_id, id) references interactions (person_id, id)
);

-- An interaction is also found by its id alone, so each id is given once, and this says with whom it lies.
create table interaction_places (
  id text not null,
  company_id text not null,
  person_id text not null,
  constraint interaction_places_pkey primary key (id)
);

-- What came of an interaction afterwards: notes of people, transcriptions and summaries that an outside service made.
create table interaction_results (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  interaction_id text not null,
  kind text not null,
  external_id text,
  -- Its words, sealed with the key of the person; null once it was deleted or the person erased.
  details_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint interaction_results_pkey primary key (person_id, id),
  constraint interaction_results_interaction foreign key (person_id, interaction_id)
    references interactions (person_id, id),
  constraint interaction_results_kind check (kind in ('note', 'transcription', 'summary'))
);
create index interaction_results_page on interaction_results (person_id, interaction_id, kind, position desc, id desc);
