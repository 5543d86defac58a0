-- Made by `npm run docs`. Do not edit.
-- The schemas live and test hold the same tables. Above each: how a cluster would spread it.

-- distributed by key: key_id
create table api_key_uses (
  key_id text not null,
  company_id text not null,
  last_used_at timestamp with time zone not null,
  constraint api_key_uses_pkey PRIMARY KEY (key_id)
);

-- reference
create table api_keys (
  id text not null,
  company_id text not null,
  position bigint not null,
  name text not null,
  key_hash bytea not null,
  hint text not null,
  permissions text[],
  api_version text,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash UNIQUE (key_hash)
);
CREATE INDEX api_keys_page ON api_keys USING btree (company_id, "position" DESC, id DESC);

-- reference
create table companies (
  company_id text not null,
  position bigint not null,
  name text not null,
  timezone text not null,
  created_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (company_id)
);

-- distributed by subject: person_id
create table contacts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  contact_type text not null,
  label text not null,
  affiliation text not null,
  status text not null,
  name_sealed bytea,
  value_sealed bytea,
  value_token bigint,
  address_sealed bytea,
  search_tokens int8[] not null,
  valid boolean not null,
  verified boolean not null,
  receive_text_messages boolean not null,
  receive_text_messages_last_consent_at timestamp with time zone,
  authorized_third_party boolean not null,
  power_of_attorney boolean not null,
  disconnection_status text,
  last_disconnect_check_date date,
  last_known_connection_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint contacts_pkey PRIMARY KEY (person_id, id),
  constraint contacts_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint contacts_status CHECK ((status = ANY (ARRAY['primary'::text, 'secondary'::text, 'additional'::text, 'archived'::text]))),
  constraint contacts_type CHECK ((contact_type = ANY (ARRAY['email'::text, 'phone'::text, 'address'::text])))
);
CREATE UNIQUE INDEX contacts_one_value ON contacts USING btree (person_id, contact_type, value_token) WHERE (status <> 'archived'::text);
CREATE INDEX contacts_page ON contacts USING btree (person_id, "position" DESC, id DESC);
CREATE INDEX contacts_search ON contacts USING gin (search_tokens);
CREATE INDEX contacts_value ON contacts USING btree (value_token) WHERE (value_token IS NOT NULL);

-- distributed by subject: subject_id
create table deleted_positions (
  subject_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  sort_values jsonb not null,
  constraint deleted_positions_pkey PRIMARY KEY (subject_id, id)
);

-- distributed by key: name
create table event_places (
  name text not null,
  last_sequence bigint not null,
  constraint event_places_pkey PRIMARY KEY (name)
);

-- distributed by subject: subject_id
create table events (
  subject_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  sequence bigint,
  event_type text not null,
  cause text,
  created_at timestamp with time zone not null,
  effective_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  message_id text not null,
  request_id text,
  api_key_id text,
  details jsonb not null,
  constraint events_pkey PRIMARY KEY (subject_id, id)
);
CREATE INDEX events_case ON events USING btree (case_id, sequence) WHERE (case_id IS NOT NULL);
CREATE INDEX events_created ON events USING btree (company_id, created_at, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX events_effective ON events USING btree (company_id, effective_at, sequence) WHERE (sequence IS NOT NULL);
CREATE UNIQUE INDEX events_fact ON events USING btree (subject_id, event_type, cause) WHERE ((cause IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX events_feed ON events USING btree (company_id, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX events_id ON events USING btree (id);
CREATE INDEX events_loan ON events USING btree (loan_id, sequence) WHERE (loan_id IS NOT NULL);
CREATE INDEX events_message ON events USING btree (message_id) WHERE (sequence IS NOT NULL);
CREATE INDEX events_period ON events USING btree (period_id, sequence) WHERE (period_id IS NOT NULL);
CREATE INDEX events_sequence ON events USING btree (sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX events_subject ON events USING btree (subject_id, sequence);
CREATE INDEX events_transaction ON events USING btree (transaction_id, sequence) WHERE (transaction_id IS NOT NULL);
CREATE INDEX events_type ON events USING btree (company_id, event_type, sequence) INCLUDE (created_at, effective_at) WHERE (sequence IS NOT NULL);
CREATE INDEX events_unordered ON events USING btree ("position") WHERE (sequence IS NULL);

-- distributed by key: external_id
create table external_ids (
  external_id text not null,
  company_id text not null,
  kind text not null,
  subject_id text not null,
  object_id text not null,
  constraint external_ids_pkey PRIMARY KEY (external_id, company_id, kind)
);

-- distributed by subject: subject_id
create table idempotency (
  subject_id text not null,
  key_hash bytea not null,
  company_id text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body bytea not null,
  recorded_at bigint not null,
  constraint idempotency_pkey PRIMARY KEY (subject_id, company_id, key_hash)
);
CREATE INDEX idempotency_recorded_at ON idempotency USING btree (recorded_at);

-- distributed by subject: person_id
create table identities (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  identity_type text not null,
  custom_identity_type_name text,
  value_sealed bytea not null,
  value_token bigint not null,
  value_mask text not null,
  valid boolean not null,
  issue_date date,
  expiration_date date,
  issuing_country text not null,
  is_primary boolean not null,
  is_archived boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint identities_pkey PRIMARY KEY (person_id, id),
  constraint identities_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint identities_primary_stays CHECK ((NOT (is_primary AND is_archived)))
);
CREATE UNIQUE INDEX identities_one_primary ON identities USING btree (person_id) WHERE is_primary;
CREATE INDEX identities_value ON identities USING btree (value_token);

-- distributed by key: id
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
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint operations_pkey PRIMARY KEY (id),
  constraint operations_state CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX operations_page ON operations USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX operations_unfinished ON operations USING btree (lease_until) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

-- distributed by subject: subject_id
create table outbox (
  subject_id text not null,
  id uuid not null,
  company_id text not null,
  position bigint not null,
  job text not null,
  payload jsonb not null,
  constraint outbox_pkey PRIMARY KEY (subject_id, id)
);
CREATE INDEX outbox_position ON outbox USING btree ("position");

-- distributed by subject: person_id
create table people (
  person_id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  borrower_type text not null,
  status text not null,
  status_updated_at timestamp with time zone,
  collections_intensity text not null,
  data_key bytea not null,
  name_sealed bytea,
  date_of_birth_sealed bytea,
  business_sealed bytea,
  comm_preferences jsonb not null,
  meta_data text,
  monitor_start_date date not null,
  search_tokens int8[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint people_pkey PRIMARY KEY (person_id),
  constraint people_borrower_type CHECK ((borrower_type = ANY (ARRAY['person'::text, 'business'::text]))),
  constraint people_collections_intensity CHECK ((collections_intensity = ANY (ARRAY['light'::text, 'normal'::text, 'heavy'::text]))),
  constraint people_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX people_page ON people USING btree (company_id, "position" DESC, person_id DESC);
CREATE INDEX people_search ON people USING gin (search_tokens);

-- distributed by subject: company_id
create table test_clocks (
  company_id text not null,
  now_at timestamp with time zone,
  operation_id text,
  constraint test_clocks_pkey PRIMARY KEY (company_id)
);

-- distributed by subject: webhook_id
create table webhook_deliveries (
  webhook_id text not null,
  id text not null,
  company_id text not null,
  sequence bigint not null,
  planned_at bigint not null,
  lane text not null,
  event_id text not null,
  event_type text not null,
  state text not null,
  due_at bigint not null,
  attempts integer not null default 0,
  body_sealed bytea not null,
  tries jsonb not null default '[]'::jsonb,
  answer_sealed bytea,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, id),
  constraint webhook_deliveries_event UNIQUE (webhook_id, sequence),
  constraint webhook_deliveries_state CHECK ((state = ANY (ARRAY['open'::text, 'delivered'::text, 'parked'::text])))
);
CREATE INDEX webhook_deliveries_lane ON webhook_deliveries USING btree (webhook_id, lane) WHERE (state = 'open'::text);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (webhook_id, sequence) WHERE (state = 'open'::text);
CREATE INDEX webhook_deliveries_parked ON webhook_deliveries USING btree (webhook_id, sequence) WHERE (state = 'parked'::text);

-- distributed by key: webhook_id
create table webhook_work (
  webhook_id text not null,
  company_id text not null,
  due_at bigint,
  planned bigint not null default 0,
  holder text,
  held_until bigint not null default 0,
  failures integer not null default 0,
  paused_until bigint not null default 0,
  delivered_total bigint not null default 0,
  failed_total bigint not null default 0,
  last_delivered_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  last_failure text,
  constraint webhook_work_pkey PRIMARY KEY (webhook_id)
);
CREATE INDEX webhook_work_due ON webhook_work USING btree (due_at) WHERE (due_at IS NOT NULL);

-- distributed by subject: company_id
create table webhooks (
  company_id text not null,
  id text not null,
  position bigint not null,
  webhook_type text not null,
  event_types text[] not null,
  url_sealed bytea not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until bigint,
  enabled boolean not null,
  disabled_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX webhooks_page ON webhooks USING btree (company_id, "position" DESC, id DESC);
