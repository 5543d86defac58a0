-- Made by `npm run docs`. Do not edit.
-- The schemas live and test hold the same tables. Above each: how a cluster would spread it.

-- on the coordinator
create table ach_awaited (
  company_id text not null,
  file_id text not null,
  due_at timestamp with time zone,
  constraint ach_awaited_pkey PRIMARY KEY (company_id, file_id)
);
CREATE INDEX ach_awaited_due ON ach_awaited USING btree (company_id, due_at);

-- on the coordinator
create table ach_decisions (
  company_id text not null,
  file_id text not null,
  asks text not null,
  reason text,
  asked_by_type text not null,
  asked_by_id text,
  asked_at timestamp with time zone not null,
  outcome text,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamp with time zone,
  constraint ach_decisions_pkey PRIMARY KEY (company_id, file_id),
  constraint ach_decisions_asks CHECK ((asks = ANY (ARRAY['apply'::text, 'reject'::text]))),
  constraint ach_decisions_outcome CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);

-- on the coordinator
create table ach_entries (
  company_id text not null,
  attempt_id text not null,
  person_id text not null,
  carrier_id text not null,
  file_id text,
  place text not null,
  trace text,
  voided_trace text,
  direction text not null,
  sec text not null,
  description text not null,
  is_prenote boolean not null,
  amount_cents bigint not null,
  settles_on date not null,
  is_same_day boolean not null,
  individual_id text not null,
  instrument_id text not null,
  leaves_at timestamp with time zone,
  constraint ach_entries_pkey PRIMARY KEY (company_id, attempt_id),
  constraint ach_entries_direction CHECK ((direction = ANY (ARRAY['debit'::text, 'credit'::text]))),
  constraint ach_entries_file CHECK (((file_id IS NULL) = (trace IS NULL))),
  constraint ach_entries_waits CHECK (((file_id IS NULL) OR (leaves_at IS NULL)))
);
CREATE INDEX ach_entries_due ON ach_entries USING btree (company_id, leaves_at);
CREATE INDEX ach_entries_trace ON ach_entries USING btree (company_id, trace) WHERE (trace IS NOT NULL);
CREATE INDEX ach_entries_waiting ON ach_entries USING btree (company_id, carrier_id, place) WHERE ((file_id IS NULL) AND (leaves_at IS NOT NULL));

-- on the coordinator
create table ach_file_parts (
  company_id text not null,
  file_id text not null,
  number integer not null,
  content_sealed bytea not null,
  constraint ach_file_parts_pkey PRIMARY KEY (company_id, file_id, number)
);

-- on the coordinator
create table ach_files (
  company_id text not null,
  id text not null,
  position bigint not null,
  carrier_id text not null,
  direction text not null,
  kind text not null,
  state text not null,
  business_date date not null,
  window_at timestamp with time zone,
  file_name text not null,
  id_modifier text,
  batches integer not null,
  entries integer not null,
  records integer not null,
  lines integer not null,
  entry_hash bigint not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  act_at timestamp with time zone,
  told_person_id text,
  told_attempt_id text,
  told_failures integer not null default 0,
  released_at timestamp with time zone,
  released_by_type text,
  released_by_id text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_error text,
  uploaded_at timestamp with time zone,
  acknowledge_by timestamp with time zone,
  acknowledged_at timestamp with time zone,
  ended_at timestamp with time zone,
  reason text,
  constraint ach_files_pkey PRIMARY KEY (company_id, id),
  constraint ach_files_direction CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  constraint ach_files_kind CHECK ((kind = ANY (ARRAY['forward'::text, 'acknowledgement'::text, 'return'::text, 'notificationOfChange'::text, 'report'::text]))),
  constraint ach_files_state CHECK ((state = ANY (ARRAY['built'::text, 'released'::text, 'uploading'::text, 'uploaded'::text, 'acknowledged'::text, 'partlyRejected'::text, 'rejected'::text, 'voided'::text, 'read'::text, 'unreadable'::text])))
);
CREATE INDEX ach_files_claimed ON ach_files USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX ach_files_direction_page ON ach_files USING btree (company_id, direction, "position" DESC, id DESC);
CREATE INDEX ach_files_due ON ach_files USING btree (company_id, act_at);
CREATE INDEX ach_files_page ON ach_files USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX ach_files_read_once ON ach_files USING btree (company_id, carrier_id, sha256) WHERE (direction = 'in'::text);
CREATE INDEX ach_files_state_page ON ach_files USING btree (company_id, state, "position" DESC, id DESC);

-- on the coordinator
create table ach_numbers (
  company_id text not null,
  odfi text not null,
  last_trace integer not null,
  file_day date not null,
  files_of_day integer not null,
  constraint ach_numbers_pkey PRIMARY KEY (company_id, odfi)
);

-- on the coordinator
create table ach_rate_days (
  company_id text not null,
  originator text not null,
  day date not null,
  is_verifying boolean not null,
  sent integer not null,
  returned integer not null,
  unauthorized integer not null,
  administrative integer not null,
  constraint ach_rate_days_pkey PRIMARY KEY (company_id, originator, day, is_verifying)
);

-- on the coordinator
create table ach_rate_standings (
  company_id text not null,
  originator text not null,
  rate text not null,
  standing text not null,
  since timestamp with time zone not null,
  constraint ach_rate_standings_pkey PRIMARY KEY (company_id, originator, rate),
  constraint ach_rate_standings_rate CHECK ((rate = ANY (ARRAY['unauthorized'::text, 'administrative'::text, 'all'::text]))),
  constraint ach_rate_standings_standing CHECK ((standing = ANY (ARRAY['fine'::text, 'warning'::text, 'above'::text])))
);
CREATE INDEX ach_rate_standings_told ON ach_rate_standings USING btree (standing) WHERE (standing <> 'fine'::text);

-- on the coordinator
create table ach_readings (
  company_id text not null,
  id text not null,
  position bigint not null,
  state text not null,
  file_name text not null,
  received_by_type text,
  received_by_id text,
  fetched_from text,
  carrier_id text,
  sha256 text not null,
  bytes bigint not null,
  entries_done integer not null default 0,
  taken integer,
  known integer,
  breaks integer,
  problem text,
  line integer,
  column integer,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  received_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint ach_readings_pkey PRIMARY KEY (company_id, id),
  constraint ach_readings_state CHECK ((state = ANY (ARRAY['kept'::text, 'applying'::text, 'read'::text, 'unreadable'::text])))
);
CREATE INDEX ach_readings_claimed ON ach_readings USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX ach_readings_once ON ach_readings USING btree (company_id, sha256);
CREATE INDEX ach_readings_page ON ach_readings USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX ach_readings_state_page ON ach_readings USING btree (company_id, state, "position" DESC, id DESC);

-- distributed by subject: person_id
create table agency_assignments (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  agency_id text not null,
  position bigint not null,
  assigned_at timestamp with time zone not null,
  unassigned_at timestamp with time zone,
  serviced_by text,
  constraint agency_assignments_pkey PRIMARY KEY (person_id, id),
  constraint agency_assignments_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE UNIQUE INDEX agency_assignments_now ON agency_assignments USING btree (person_id, loan_id) WHERE (unassigned_at IS NULL);
CREATE INDEX agency_assignments_of_agency ON agency_assignments USING btree (company_id, agency_id, "position", id);
CREATE INDEX agency_assignments_of_loan ON agency_assignments USING btree (person_id, loan_id, "position" DESC);

-- distributed by key: user_id
create table agent_notifications (
  user_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  once_key text not null,
  kind text not null,
  person_id text,
  case_id text,
  about_id text,
  subject text,
  reason text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  read_by_id text,
  constraint agent_notifications_pkey PRIMARY KEY (user_id, id),
  constraint agent_notifications_kind CHECK ((kind = ANY (ARRAY['escalation'::text, 'task'::text, 'monitorHit'::text, 'noticeNotSent'::text, 'sendingFailed'::text, 'workitemLate'::text]))),
  constraint agent_notifications_once UNIQUE (user_id, once_key)
);
CREATE INDEX agent_notifications_of_person ON agent_notifications USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX agent_notifications_old ON agent_notifications USING btree ("position");
CREATE INDEX agent_notifications_page ON agent_notifications USING btree (user_id, "position" DESC, id DESC);
CREATE INDEX agent_notifications_unread ON agent_notifications USING btree (user_id, "position" DESC, id DESC) WHERE (read_at IS NULL);

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
  allowed_addresses text[],
  api_version text not null,
  holder_user_id text,
  predecessor_id text,
  successor_id text,
  kept_as text,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash UNIQUE (key_hash)
);
CREATE INDEX api_keys_in_force ON api_keys USING btree (company_id, expires_at) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_page ON api_keys USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table audit (
  company_id text not null,
  number bigint not null,
  created_at timestamp with time zone not null,
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
  constraint audit_pkey PRIMARY KEY (company_id, number)
);
CREATE INDEX audit_action ON audit USING btree (company_id, action, number);
CREATE INDEX audit_actor ON audit USING btree (company_id, actor_id, number) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_created ON audit USING btree (company_id, created_at);
CREATE INDEX audit_object ON audit USING btree (company_id, object_id, number) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_outcome ON audit USING btree (company_id, outcome, number) WHERE (outcome <> 'done'::text);
CREATE INDEX audit_person ON audit USING btree (company_id, person_id, number) WHERE (person_id IS NOT NULL);
CREATE INDEX audit_session ON audit USING btree (company_id, session_id, number) WHERE (session_id IS NOT NULL);

-- on the coordinator
create table audit_days (
  company_id text not null,
  day date not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_days_pkey PRIMARY KEY (company_id, day)
);

-- on the coordinator
create table audit_heads (
  company_id text not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (company_id)
);

-- distributed by subject: person_id
create table autopay_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  version bigint not null,
  status text not null,
  stopped_reason text,
  holder_id text not null,
  instrument_id text not null,
  authorization_id text not null,
  agreement_document_id text,
  rules jsonb not null,
  since timestamp with time zone not null,
  decided jsonb not null,
  extra_before bigint not null,
  told jsonb not null,
  next_action_at timestamp with time zone,
  next_planned_on date,
  last_planned_on date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint autopay_plans_pkey PRIMARY KEY (person_id, id),
  constraint autopay_plans_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX autopay_plans_due ON autopay_plans USING btree (company_id, next_action_at) WHERE (next_action_at IS NOT NULL);
CREATE INDEX autopay_plans_of_loan ON autopay_plans USING btree (person_id, loan_id, "position");
CREATE INDEX autopay_plans_planned ON autopay_plans USING btree (company_id, next_planned_on) WHERE (next_planned_on IS NOT NULL);
CREATE UNIQUE INDEX autopay_plans_standing ON autopay_plans USING btree (person_id, loan_id) WHERE (status = ANY (ARRAY['active'::text, 'paused'::text]));

-- on the coordinator
create table backups (
  made_at timestamp with time zone not null,
  constraint backups_pkey PRIMARY KEY (made_at)
);

-- on the coordinator
create table bank_account_providers (
  company_id text not null,
  carrier_id text not null,
  bank_account_id text not null,
  number integer not null,
  constraint bank_account_providers_pkey PRIMARY KEY (company_id, carrier_id),
  constraint bank_account_providers_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, id)
);

-- on the coordinator
create table bank_accounts (
  company_id text not null,
  id text not null,
  position bigint not null,
  name text not null,
  last_four text not null,
  number_sealed bytea not null,
  csv jsonb,
  fee_max_cents bigint not null,
  confirmations_wait boolean not null,
  expected_from date not null,
  looked_until bigint not null,
  opening_cents bigint,
  closing_cents bigint,
  read_through date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint bank_accounts_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX bank_accounts_page ON bank_accounts USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table bank_items (
  company_id text not null,
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  carrier_id text not null,
  kind text not null,
  day date not null,
  amount_cents bigint not null,
  keys text[] not null,
  group_name text not null,
  attempt_id text,
  line_id text,
  closed_by text,
  constraint bank_items_pkey PRIMARY KEY (company_id, id),
  constraint bank_items_closed CHECK ((closed_by = ANY (ARRAY['line'::text, 'writeOff'::text]))),
  constraint bank_items_kind CHECK ((kind = ANY (ARRAY['payment'::text, 'return'::text, 'refund'::text])))
);
CREATE INDEX bank_items_group ON bank_items USING btree (company_id, bank_account_id, group_name) WHERE (closed_by IS NULL);
CREATE INDEX bank_items_keys ON bank_items USING gin (keys);
CREATE INDEX bank_items_open ON bank_items USING btree (bank_account_id, "position" DESC, id DESC) WHERE (closed_by IS NULL);

-- on the coordinator
create table bank_lines (
  company_id text not null,
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  statement_id text not null,
  line integer not null,
  day date not null,
  amount_cents bigint not null,
  kind text not null,
  detail_sealed bytea not null,
  matched_by text,
  constraint bank_lines_pkey PRIMARY KEY (company_id, id),
  constraint bank_lines_kind CHECK ((kind = ANY (ARRAY['money'::text, 'return'::text, 'fee'::text]))),
  constraint bank_lines_matched CHECK ((matched_by = ANY (ARRAY['key'::text, 'amountAndDay'::text, 'person'::text, 'fee'::text, 'loan'::text, 'writeOff'::text, 'refund'::text]))),
  constraint bank_lines_statement FOREIGN KEY (company_id, statement_id) REFERENCES bank_statements(company_id, id)
);
CREATE INDEX bank_lines_open ON bank_lines USING btree (company_id, bank_account_id) WHERE (matched_by IS NULL);

-- on the coordinator
create table bank_statements (
  company_id text not null,
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  hash text not null,
  file_name text,
  content_sealed bytea not null,
  page_sealed bytea not null,
  line_count integer not null,
  matched_count integer not null,
  through date not null,
  opening_cents bigint,
  closing_cents bigint,
  read_by_type text not null,
  read_by_id text,
  read_at timestamp with time zone not null,
  constraint bank_statements_pkey PRIMARY KEY (company_id, id),
  constraint bank_statements_account FOREIGN KEY (company_id, bank_account_id) REFERENCES bank_accounts(company_id, id),
  constraint bank_statements_hash UNIQUE (company_id, hash, bank_account_id, through)
);
CREATE INDEX bank_statements_page ON bank_statements USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: owner_id
create table blob_chunks (
  owner_id text not null,
  blob_id uuid not null,
  number integer not null,
  company_id text not null,
  bytes bytea not null,
  constraint blob_chunks_pkey PRIMARY KEY (owner_id, blob_id, number)
);

-- distributed by subject: owner_id
create table blobs (
  owner_id text not null,
  id uuid not null,
  company_id text not null,
  store text not null,
  sealed bytea,
  length bigint,
  goes_at bigint,
  constraint blobs_pkey PRIMARY KEY (owner_id, id),
  constraint blobs_kept CHECK (((goes_at IS NOT NULL) OR (sealed IS NOT NULL))),
  constraint blobs_length CHECK (((sealed IS NULL) OR (length IS NOT NULL))),
  constraint blobs_store CHECK ((store = ANY (ARRAY['database'::text, 'directory'::text, 's3'::text])))
);
CREATE INDEX blobs_goes_at ON blobs USING btree (goes_at) WHERE (goes_at IS NOT NULL);
CREATE INDEX blobs_outside ON blobs USING btree (company_id COLLATE "C", id) WHERE (store <> 'database'::text);

-- distributed by subject: person_id
create table borrower_writes (
  person_id text not null,
  action text not null,
  company_id text not null,
  day date not null,
  made integer not null,
  constraint borrower_writes_pkey PRIMARY KEY (person_id, action),
  constraint borrower_writes_made CHECK ((made > 0))
);

-- on the coordinator
create table bounce_mailbox (
  name text not null,
  holder text,
  held_until bigint not null,
  read_at timestamp with time zone,
  last_failure text,
  constraint bounce_mailbox_pkey PRIMARY KEY (name)
);

-- distributed by subject: person_id
create table bulk_rows (
  person_id text not null,
  bulk_sending_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  result text not null,
  message_id text,
  interaction_id text,
  until timestamp with time zone,
  blocked_by text[] not null,
  failure text,
  variable text,
  created_at timestamp with time zone not null,
  constraint bulk_rows_pkey PRIMARY KEY (person_id, bulk_sending_id, id)
);
CREATE INDEX bulk_rows_by_result ON bulk_rows USING btree (bulk_sending_id, result, "position", id);
CREATE INDEX bulk_rows_page ON bulk_rows USING btree (bulk_sending_id, "position" DESC, id DESC);

-- on the coordinator
create table bulk_senders (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  interaction_subject text not null,
  channel text,
  theme text,
  pace_per_minute integer,
  window_from text,
  window_to text,
  makers text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint bulk_senders_pkey PRIMARY KEY (id)
);
CREATE INDEX bulk_senders_page ON bulk_senders USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table bulk_sendings (
  id text not null,
  company_id text not null,
  position bigint not null,
  source text not null,
  source_id text not null,
  source_given jsonb not null,
  subject text not null,
  channel text not null,
  message_sealed bytea not null,
  pace_per_minute integer,
  window_from text,
  window_to text,
  responsible_type text not null,
  responsible_id text,
  needs text[] not null,
  state text not null,
  paused_because text,
  total integer not null,
  done integer not null,
  counts jsonb not null,
  place jsonb,
  act_at timestamp with time zone,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint bulk_sendings_pkey PRIMARY KEY (id),
  constraint bulk_sendings_paused CHECK (((paused_because IS NULL) OR ((paused_because = ANY (ARRAY['rightsLost'::text, 'restored'::text])) AND (state = 'paused'::text)))),
  constraint bulk_sendings_state CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'canceled'::text, 'finished'::text])))
);
CREATE INDEX bulk_sendings_act ON bulk_sendings USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX bulk_sendings_by_state ON bulk_sendings USING btree (company_id, state, "position", id);
CREATE INDEX bulk_sendings_due ON bulk_sendings USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX bulk_sendings_of_source ON bulk_sendings USING btree (company_id, source_id, "position", id);
CREATE INDEX bulk_sendings_page ON bulk_sendings USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table campaign_rows (
  run_id text not null,
  line integer not null,
  company_id text not null,
  person_id text not null,
  once_key text not null,
  values_sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint campaign_rows_pkey PRIMARY KEY (run_id, line),
  constraint campaign_rows_once UNIQUE (run_id, once_key)
);
CREATE INDEX campaign_rows_old ON campaign_rows USING btree (created_at);

-- on the coordinator
create table campaign_runs (
  id text not null,
  company_id text not null,
  position bigint not null,
  campaign_id text not null,
  instant timestamp with time zone not null,
  is_scheduled boolean not null,
  state text not null,
  operation_id text not null,
  responsible_type text not null,
  responsible_id text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  num_borrowers integer,
  skipped jsonb not null,
  num_lines integer,
  num_blocked integer,
  num_sent integer,
  num_failed integer,
  bulk_sending_ids text[] not null,
  needs_release boolean not null,
  basis text,
  released_at timestamp with time zone,
  released_by_id text,
  content_id text,
  file_name text,
  is_personal boolean not null,
  error_message text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint campaign_runs_pkey PRIMARY KEY (id),
  constraint campaign_runs_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_runs_once UNIQUE (campaign_id, instant),
  constraint campaign_runs_state CHECK ((state = ANY (ARRAY['initiated'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX campaign_runs_by_state ON campaign_runs USING btree (campaign_id, state, "position", id);
CREATE INDEX campaign_runs_due ON campaign_runs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX campaign_runs_page ON campaign_runs USING btree (campaign_id, "position" DESC, id DESC);

-- on the coordinator
create table campaigns (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  query_id text,
  redash_query_url text,
  secrets_sealed bytea,
  schedule text,
  next_run_at timestamp with time zone,
  contact_exporter_id text,
  bulk_sender_id text,
  sftp text,
  open_pgp_public_key text,
  changed_by_type text not null,
  changed_by_id text,
  makers text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_bulk_sender FOREIGN KEY (bulk_sender_id) REFERENCES bulk_senders(id),
  constraint campaigns_contact_exporter FOREIGN KEY (contact_exporter_id) REFERENCES contact_exporters(id)
);
CREATE INDEX campaigns_due ON campaigns USING btree (company_id, next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX campaigns_of_bulk_sender ON campaigns USING btree (bulk_sender_id);
CREATE INDEX campaigns_of_contact_exporter ON campaigns USING btree (contact_exporter_id);
CREATE INDEX campaigns_page ON campaigns USING btree (company_id, "position" DESC, id DESC);

-- reference
create table card_issuers (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  program text,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint card_issuers_pkey PRIMARY KEY (id),
  constraint card_issuers_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX card_issuers_page ON card_issuers USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table cards (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  issuer_id text,
  type text,
  status text not null,
  usage_type text,
  fulfillment_status text,
  card_number_last_four text,
  expiration_month integer,
  expiration_year integer,
  network text,
  details_sealed bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint cards_pkey PRIMARY KEY (person_id, id),
  constraint cards_fulfillment CHECK ((fulfillment_status = ANY (ARRAY['ordered'::text, 'shipped'::text, 'delivered'::text, 'rejected'::text, 'reordered'::text]))),
  constraint cards_issuer FOREIGN KEY (issuer_id) REFERENCES card_issuers(id),
  constraint cards_last_four CHECK ((card_number_last_four ~ '^[0-9]{4}$'::text)),
  constraint cards_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id),
  constraint cards_status CHECK ((status = ANY (ARRAY['unactivated'::text, 'active'::text, 'suspended'::text, 'terminated'::text])))
);
CREATE INDEX cards_of_issuer ON cards USING btree (issuer_id);
CREATE INDEX cards_page ON cards USING btree (person_id, loan_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table case_notes (
  person_id text not null,
  id text not null,
  case_id text not null,
  company_id text not null,
  position bigint not null,
  category text not null,
  status text not null,
  important boolean not null,
  pinned boolean not null,
  archived boolean not null,
  sensitive_data boolean not null,
  taskable_instruction boolean not null,
  supercase_note_id text,
  content_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint case_notes_pkey PRIMARY KEY (person_id, id),
  constraint case_notes_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id)
);
CREATE INDEX case_notes_of_case ON case_notes USING btree (person_id, case_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX case_notes_of_supercase ON case_notes USING btree (person_id, case_id, supercase_note_id) WHERE (supercase_note_id IS NOT NULL);

-- distributed by subject: person_id
create table case_tasks (
  person_id text not null,
  id text not null,
  case_id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  due_at timestamp with time zone not null,
  assigned_employee_id text,
  assigned_team_id text,
  contact_id text,
  note_id text,
  reason_sealed bytea,
  taken_by_id text,
  taken_until timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint case_tasks_pkey PRIMARY KEY (person_id, id),
  constraint case_tasks_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id),
  constraint case_tasks_kind CHECK ((kind = ANY (ARRAY['escalation'::text, 'snooze'::text, 'scheduledCall'::text, 'note'::text]))),
  constraint case_tasks_status CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'canceled'::text])))
);
CREATE INDEX case_tasks_by_creation ON case_tasks USING btree (company_id, created_at, "position", id) WHERE (status = 'open'::text);
CREATE INDEX case_tasks_by_due ON case_tasks USING btree (company_id, due_at, "position", id) WHERE (status = 'open'::text);
CREATE INDEX case_tasks_by_employee ON case_tasks USING btree (company_id, assigned_employee_id, "position", id) WHERE (status = 'open'::text);
CREATE INDEX case_tasks_by_id ON case_tasks USING btree (id);
CREATE INDEX case_tasks_by_kind ON case_tasks USING btree (company_id, kind, "position", id) WHERE (status = 'open'::text);
CREATE INDEX case_tasks_by_taker ON case_tasks USING btree (company_id, taken_by_id) WHERE (taken_by_id IS NOT NULL);
CREATE INDEX case_tasks_by_team ON case_tasks USING btree (company_id, assigned_team_id, "position", id) WHERE (status = 'open'::text);
CREATE INDEX case_tasks_of_case ON case_tasks USING btree (person_id, case_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX case_tasks_one_snooze ON case_tasks USING btree (person_id, case_id) WHERE ((kind = 'snooze'::text) AND (status = 'open'::text));
CREATE INDEX case_tasks_page ON case_tasks USING btree (company_id, "position" DESC, id DESC) WHERE (status = 'open'::text);

-- reference
create table case_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  case_type text not null,
  name text not null,
  description text not null,
  loan_type_id text,
  workflow_type_id text,
  custom_field_schemas jsonb not null,
  smart_reviews jsonb,
  do_not_interact_type_ids text[] not null,
  makers text[] not null,
  constraint case_types_pkey PRIMARY KEY (id),
  constraint case_types_loan_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id),
  constraint case_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint case_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX case_types_active ON case_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX case_types_draft ON case_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX case_types_of_loan_type ON case_types USING btree (loan_type_id);
CREATE INDEX case_types_of_workflow_type ON case_types USING btree (workflow_type_id);
CREATE INDEX case_types_page ON case_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table cases (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  case_type text not null,
  case_type_id text,
  name text not null,
  status text not null,
  status_updated_at timestamp with time zone not null,
  outcome text,
  notice_sent_date date,
  received_date date,
  due_date date,
  due_date_extended boolean not null,
  owning_employee_id text,
  owning_team_id text,
  loan_ids text[] not null,
  purchase_id text,
  purchase_dispute_id text,
  supercase_id text,
  details_sealed bytea,
  search_tokens int8[] not null default '{}'::bigint[],
  last_viewed_at timestamp with time zone,
  last_subresource_updated_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint cases_pkey PRIMARY KEY (person_id, id),
  constraint cases_outcome CHECK (((status = 'completed'::text) = (outcome IS NOT NULL))),
  constraint cases_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint cases_status CHECK ((status = ANY (ARRAY['initiated'::text, 'processing'::text, 'completed'::text, 'canceled'::text, 'reopened'::text])))
);
CREATE INDEX cases_by_creation ON cases USING btree (company_id, created_at, "position", id);
CREATE INDEX cases_by_due_date ON cases USING btree (company_id, due_date, "position", id);
CREATE INDEX cases_by_employee ON cases USING btree (company_id, owning_employee_id, "position", id);
CREATE INDEX cases_by_external_id ON cases USING btree (company_id, external_id, "position", id);
CREATE INDEX cases_by_id ON cases USING btree (id);
CREATE INDEX cases_by_name ON cases USING btree (company_id, name, "position", id);
CREATE INDEX cases_by_outcome ON cases USING btree (company_id, outcome, "position", id);
CREATE INDEX cases_by_status ON cases USING btree (company_id, status, "position", id);
CREATE INDEX cases_by_status_update ON cases USING btree (company_id, status_updated_at, "position", id);
CREATE INDEX cases_by_subresource ON cases USING btree (company_id, last_subresource_updated_at, "position", id);
CREATE INDEX cases_by_supercase ON cases USING btree (company_id, supercase_id, "position", id);
CREATE INDEX cases_by_team ON cases USING btree (company_id, owning_team_id, "position", id);
CREATE INDEX cases_by_type ON cases USING btree (company_id, case_type, "position", id);
CREATE INDEX cases_by_view ON cases USING btree (company_id, last_viewed_at, "position", id);
CREATE INDEX cases_late ON cases USING btree (company_id, due_date, "position", id) WHERE (status = ANY (ARRAY['initiated'::text, 'processing'::text, 'reopened'::text]));
CREATE INDEX cases_of_loan ON cases USING gin (loan_ids);
CREATE INDEX cases_of_person ON cases USING btree (person_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX cases_open_collection ON cases USING btree (person_id) WHERE ((case_type = 'collection'::text) AND (status = ANY (ARRAY['initiated'::text, 'processing'::text, 'reopened'::text])));
CREATE INDEX cases_page ON cases USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX cases_tokens ON cases USING gin (search_tokens);

-- on the coordinator
create table cash_balances (
  company_id text not null,
  carrier_id text not null,
  account text not null,
  amount_cents bigint not null,
  constraint cash_balances_pkey PRIMARY KEY (company_id, carrier_id, account)
);

-- on the coordinator
create table cash_days (
  company_id text not null,
  id text not null,
  position bigint not null,
  carrier_id text not null,
  place text,
  read_until timestamp with time zone,
  bank_through date,
  prove_at timestamp with time zone,
  last_number integer not null default 0,
  constraint cash_days_pkey PRIMARY KEY (company_id, id),
  constraint cash_days_carrier UNIQUE (company_id, carrier_id)
);
CREATE INDEX cash_days_due ON cash_days USING btree (company_id, prove_at);
CREATE INDEX cash_days_page ON cash_days USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table cash_postings (
  company_id text not null,
  id uuid not null,
  position bigint not null,
  carrier_id text not null,
  attempt_id text,
  order_key text,
  line_id text,
  provider_ref text,
  event text not null,
  account text not null,
  amount_cents bigint not null,
  day date not null,
  posted_at timestamp with time zone not null,
  constraint cash_postings_pkey PRIMARY KEY (id),
  constraint cash_postings_account CHECK ((account = ANY (ARRAY['LC'::text, 'DN'::text, 'CT'::text, 'PR'::text, 'BK'::text, 'RP'::text, 'DT'::text, 'DP'::text, 'UN'::text, 'FE'::text, 'ER'::text])))
);
CREATE INDEX cash_postings_order ON cash_postings USING btree (company_id, "position");
CREATE INDEX cash_postings_posted ON cash_postings USING brin (posted_at) WITH (pages_per_range='32', autosummarize='on');

-- on the coordinator
create table cash_proofs (
  company_id text not null,
  id text not null,
  position bigint not null,
  funding_account_id text not null,
  number integer not null,
  day date not null,
  balances jsonb not null,
  findings jsonb not null,
  proved_at timestamp with time zone not null,
  constraint cash_proofs_pkey PRIMARY KEY (company_id, id),
  constraint cash_proofs_number UNIQUE (company_id, funding_account_id, number)
);
CREATE INDEX cash_proofs_page ON cash_proofs USING btree (company_id, "position" DESC, id DESC);

-- distributed by key: user_id
create table codes (
  id text not null,
  user_id text not null,
  company_id text not null,
  purpose text not null,
  channel text,
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint codes_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX codes_expired ON codes USING btree (expires_at);

-- reference
create table collection_agencies (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  legal_name text not null,
  contact_phone text,
  contact_email text,
  mailing text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint collection_agencies_pkey PRIMARY KEY (id)
);
CREATE INDEX collection_agencies_page ON collection_agencies USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table collection_watches (
  person_id text not null,
  company_id text not null,
  look_at timestamp with time zone,
  constraint collection_watches_pkey PRIMARY KEY (person_id)
);
CREATE INDEX collection_watches_due ON collection_watches USING btree (company_id, look_at, person_id) WHERE (look_at IS NOT NULL);

-- reference
create table companies (
  company_id text not null,
  position bigint not null,
  name text not null,
  timezone text not null,
  created_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (company_id)
);

-- on the coordinator
create table company_case_notes (
  id text not null,
  company_case_id text not null,
  company_id text not null,
  position bigint not null,
  important boolean not null,
  sensitive_data boolean not null,
  content_sealed bytea not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint company_case_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX company_case_notes_of_case ON company_case_notes USING btree (company_case_id, "position" DESC, id DESC);

-- on the coordinator
create table company_case_tasks (
  id text not null,
  company_case_id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  due_at timestamp with time zone not null,
  assigned_employee_id text,
  assigned_team_id text,
  reason_sealed bytea,
  taken_by_id text,
  taken_until timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint company_case_tasks_pkey PRIMARY KEY (id),
  constraint company_case_tasks_kind CHECK ((kind = ANY (ARRAY['escalation'::text, 'scheduledCall'::text]))),
  constraint company_case_tasks_status CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'canceled'::text])))
);
CREATE INDEX company_case_tasks_by_creation ON company_case_tasks USING btree (company_id, created_at, "position", id) WHERE (status = 'open'::text);
CREATE INDEX company_case_tasks_by_due ON company_case_tasks USING btree (company_id, due_at, "position", id) WHERE (status = 'open'::text);
CREATE INDEX company_case_tasks_of_case ON company_case_tasks USING btree (company_case_id, "position" DESC, id DESC);
CREATE INDEX company_case_tasks_page ON company_case_tasks USING btree (company_id, "position" DESC, id DESC) WHERE (status = 'open'::text);

-- on the coordinator
create table company_cases (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  case_type text not null,
  case_type_id text,
  name text not null,
  status text not null,
  status_updated_at timestamp with time zone not null,
  outcome text,
  due_at timestamp with time zone not null,
  owning_employee_id text,
  owning_team_id text,
  details_sealed bytea not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint company_cases_pkey PRIMARY KEY (id),
  constraint company_cases_outcome CHECK (((status = 'completed'::text) = (outcome IS NOT NULL))),
  constraint company_cases_status CHECK ((status = ANY (ARRAY['initiated'::text, 'processing'::text, 'completed'::text, 'canceled'::text, 'reopened'::text])))
);
CREATE INDEX company_cases_by_creation ON company_cases USING btree (company_id, created_at, "position", id);
CREATE INDEX company_cases_by_due ON company_cases USING btree (company_id, due_at, "position", id);
CREATE INDEX company_cases_by_employee ON company_cases USING btree (company_id, owning_employee_id, "position", id);
CREATE INDEX company_cases_by_name ON company_cases USING btree (company_id, name, "position", id);
CREATE INDEX company_cases_by_status ON company_cases USING btree (company_id, status, "position", id);
CREATE INDEX company_cases_by_team ON company_cases USING btree (company_id, owning_team_id, "position", id);
CREATE INDEX company_cases_by_type ON company_cases USING btree (company_id, case_type, "position", id);
CREATE INDEX company_cases_open ON company_cases USING btree (company_id, "position" DESC, id DESC) WHERE (status = ANY (ARRAY['initiated'::text, 'processing'::text, 'reopened'::text]));
CREATE INDEX company_cases_open_due ON company_cases USING btree (company_id, due_at, "position", id) WHERE (status = ANY (ARRAY['initiated'::text, 'processing'::text, 'reopened'::text]));
CREATE INDEX company_cases_page ON company_cases USING btree (company_id, "position" DESC, id DESC);

-- reference
create table company_certificates (
  company_id text not null,
  id text not null,
  certificate bytea not null,
  key_sealed bytea not null,
  not_after timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint company_certificates_pkey PRIMARY KEY (company_id, id)
);

-- reference
create table company_domains (
  domain text not null,
  company_id text not null,
  app_domain_type text not null,
  looked_at timestamp with time zone not null,
  lost_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint company_domains_pkey PRIMARY KEY (domain)
);
CREATE INDEX company_domains_by_look ON company_domains USING btree (looked_at);
CREATE INDEX company_domains_company ON company_domains USING btree (company_id);

-- reference
create table company_logos (
  company_id text not null,
  content_id uuid not null,
  updated_at timestamp with time zone not null,
  constraint company_logos_pkey PRIMARY KEY (company_id)
);

-- reference
create table company_settings (
  company_id text not null,
  settings jsonb not null,
  shown_to_all jsonb not null,
  updated_at timestamp with time zone not null,
  constraint company_settings_pkey PRIMARY KEY (company_id)
);

-- reference
create table compliance_rule_changes (
  id text not null,
  company_id text not null,
  position bigint not null,
  rule_id text not null,
  loan_type_id text,
  action text not null,
  is_muted boolean,
  severity text,
  params jsonb,
  reason text not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint compliance_rule_changes_pkey PRIMARY KEY (id),
  constraint compliance_rule_changes_loan_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id)
);
CREATE INDEX compliance_rule_changes_of_loan_type ON compliance_rule_changes USING btree (loan_type_id);
CREATE INDEX compliance_rule_changes_page ON compliance_rule_changes USING btree (rule_id, company_id, "position" DESC, id DESC);

-- reference
create table compliance_rules (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  name text not null,
  description text not null,
  citation text not null,
  jurisdiction text not null,
  locality jsonb,
  applies_to text not null,
  channels text[] not null,
  kind text not null,
  context text not null,
  severity text not null,
  params jsonb not null,
  confidence text not null,
  source text not null,
  effective_from date,
  effective_to date,
  loan_type_ids text[] not null,
  condition text,
  constraint compliance_rules_pkey PRIMARY KEY (id),
  constraint compliance_rules_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint compliance_rules_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX compliance_rules_active ON compliance_rules USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX compliance_rules_draft ON compliance_rules USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX compliance_rules_page ON compliance_rules USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table confirmed_credits (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  amount bigint not null,
  confirmed_by_type text not null,
  confirmed_by_id text,
  confirmed_at timestamp with time zone not null,
  constraint confirmed_credits_pkey PRIMARY KEY (person_id, id),
  constraint confirmed_credits_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX confirmed_credits_of_loan ON confirmed_credits USING btree (person_id, loan_id);

-- distributed by subject: person_id
create table consents (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  consent_type text not null,
  channel text not null,
  contact_id text,
  details_sealed bytea,
  text_hash text not null,
  text_version text,
  given_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  demonstrated_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint consents_pkey PRIMARY KEY (person_id, id),
  constraint consents_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX consents_page ON consents USING btree (person_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table contact_codes (
  person_id text not null,
  id text not null,
  company_id text not null,
  contact_id text,
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint contact_codes_pkey PRIMARY KEY (person_id, id),
  constraint contact_codes_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX contact_codes_sent ON contact_codes USING btree (person_id, created_at);

-- on the coordinator
create table contact_exporters (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  settings text not null,
  makers text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint contact_exporters_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_exporters_page ON contact_exporters USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table contact_preferences (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  channel text,
  contact_id text,
  days_of_week int8[] not null,
  from_hour integer,
  to_hour integer,
  timezone text,
  in_writing boolean,
  stated_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint contact_preferences_pkey PRIMARY KEY (person_id, id),
  constraint contact_preferences_kind CHECK ((kind = ANY (ARRAY['inconvenient'::text, 'convenient'::text, 'timezone'::text]))),
  constraint contact_preferences_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX contact_preferences_page ON contact_preferences USING btree (person_id, "position" DESC, id DESC);

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
  legal_representative_id text,
  status text not null,
  name_sealed bytea,
  value_sealed bytea,
  value_token bigint,
  address_sealed bytea,
  search_tokens int8[] not null,
  valid boolean not null,
  verified boolean not null,
  confirmed_at timestamp with time zone,
  reaches_since timestamp with time zone not null,
  receive_text_messages boolean not null,
  receive_text_messages_last_consent_at timestamp with time zone,
  authorized_third_party boolean not null,
  power_of_attorney boolean not null,
  employer_permits boolean,
  provided_by_borrower boolean,
  on_do_not_call_registry boolean,
  reassigned_checked_at timestamp with time zone,
  transfer_notice_date date,
  used_by_prior_collector boolean,
  disconnection_status text,
  last_disconnect_check_date date,
  last_known_connection_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint contacts_pkey PRIMARY KEY (person_id, id),
  constraint contacts_legal_representative FOREIGN KEY (person_id, legal_representative_id) REFERENCES legal_representatives(person_id, id),
  constraint contacts_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint contacts_status CHECK ((status = ANY (ARRAY['primary'::text, 'secondary'::text, 'additional'::text, 'archived'::text]))),
  constraint contacts_type CHECK ((contact_type = ANY (ARRAY['email'::text, 'phone'::text, 'address'::text])))
);
CREATE INDEX contacts_of_legal_representative ON contacts USING btree (person_id, legal_representative_id) WHERE (legal_representative_id IS NOT NULL);
CREATE UNIQUE INDEX contacts_one_value ON contacts USING btree (person_id, contact_type, value_token) WHERE (status <> 'archived'::text);
CREATE INDEX contacts_page ON contacts USING btree (person_id, "position" DESC, id DESC);
CREATE INDEX contacts_search ON contacts USING gin (search_tokens);
CREATE INDEX contacts_value ON contacts USING btree (value_token) WHERE (value_token IS NOT NULL);

-- reference
create table controls (
  company_id text not null,
  held_id text not null,
  holder_id text not null,
  answers boolean not null,
  constraint controls_pkey PRIMARY KEY (company_id, held_id, holder_id)
);

-- distributed by subject: person_id
create table credit_accounts (
  person_id text not null,
  loan_id text not null,
  agency_id text not null,
  company_id text not null,
  stopped_as_of date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credit_accounts_pkey PRIMARY KEY (person_id, loan_id, agency_id)
);

-- on the coordinator
create table credit_agencies (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  agency_name text not null,
  program_identifier text not null,
  identification_number text not null,
  reporter_name text not null,
  reporter_address text not null,
  reporter_telephone text,
  loan_type_ids text[] not null,
  installment_account_type text not null,
  line_account_type text not null,
  file_name_prefix text,
  reports_on_day integer,
  next_file_at timestamp with time zone,
  look_at timestamp with time zone,
  place text,
  secrets_sealed bytea,
  open_pgp_public_key text,
  is_active boolean not null,
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credit_agencies_pkey PRIMARY KEY (id),
  constraint credit_agencies_name CHECK ((agency_name = ANY (ARRAY['equifax'::text, 'experian'::text, 'innovis'::text, 'transUnion'::text])))
);
CREATE INDEX credit_agencies_due ON credit_agencies USING btree (company_id, next_file_at) WHERE (next_file_at IS NOT NULL);
CREATE INDEX credit_agencies_look ON credit_agencies USING btree (company_id, look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX credit_agencies_page ON credit_agencies USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table credit_files (
  id text not null,
  company_id text not null,
  position bigint not null,
  agency_id text not null,
  as_of date not null,
  known_at timestamp with time zone not null,
  is_correction boolean not null,
  is_scheduled boolean not null,
  state text not null,
  operation_id text not null,
  responsible_type text not null,
  responsible_id text,
  num_accounts integer,
  left_out jsonb not null,
  findings jsonb not null,
  content_id text,
  file_name text,
  error_message text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credit_files_pkey PRIMARY KEY (id),
  constraint credit_files_agency FOREIGN KEY (agency_id) REFERENCES credit_agencies(id),
  constraint credit_files_state CHECK ((state = ANY (ARRAY['initiated'::text, 'running'::text, 'made'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX credit_files_by_state ON credit_files USING btree (agency_id, state, "position", id);
CREATE INDEX credit_files_due ON credit_files USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX credit_files_once ON credit_files USING btree (agency_id, as_of) WHERE ((NOT is_correction) AND (state = ANY (ARRAY['initiated'::text, 'running'::text, 'made'::text])));
CREATE INDEX credit_files_page ON credit_files USING btree (agency_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table credit_refund_requests (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  received_on date not null,
  due_on date not null,
  look_at timestamp with time zone,
  told_at timestamp with time zone,
  overdue_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  lapsed_at timestamp with time zone,
  transaction_ids jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credit_refund_requests_pkey PRIMARY KEY (person_id, id),
  constraint credit_refund_requests_amount CHECK ((amount > 0)),
  constraint credit_refund_requests_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX credit_refund_requests_due ON credit_refund_requests USING btree (company_id, look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX credit_refund_requests_of_loan ON credit_refund_requests USING btree (person_id, loan_id, "position" DESC);
CREATE UNIQUE INDEX credit_refund_requests_one_open ON credit_refund_requests USING btree (person_id, loan_id) WHERE (status = 'open'::text);

-- distributed by subject: person_id
create table credit_refunds (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  since date not null,
  look_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint credit_refunds_pkey PRIMARY KEY (person_id, loan_id),
  constraint credit_refunds_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX credit_refunds_due ON credit_refunds USING btree (company_id, look_at);

-- on the coordinator
create table credit_reports (
  file_id text not null,
  loan_id text not null,
  company_id text not null,
  agency_id text not null,
  person_id text not null,
  as_of date not null,
  is_first boolean not null,
  is_last boolean not null,
  said_sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint credit_reports_pkey PRIMARY KEY (file_id, loan_id),
  constraint credit_reports_file FOREIGN KEY (file_id) REFERENCES credit_files(id)
);
CREATE INDEX credit_reports_news ON credit_reports USING btree (file_id, loan_id) WHERE (is_first OR is_last);
CREATE INDEX credit_reports_of_loan ON credit_reports USING btree (agency_id, loan_id, as_of DESC);

-- distributed by subject: person_id
create table credit_statements (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  ending text,
  ended_on date,
  sold_to text,
  new_account_number text,
  closed_by_consumer_on date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint credit_statements_pkey PRIMARY KEY (person_id, loan_id),
  constraint credit_statements_ending CHECK ((ending = ANY (ARRAY['sold'::text, 'transferred'::text, 'deletedForMistake'::text, 'deletedForFraud'::text])))
);

-- distributed by subject: subject_id
create table deleted_positions (
  subject_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  sort_values jsonb not null,
  constraint deleted_positions_pkey PRIMARY KEY (subject_id, id)
);

-- distributed by subject: person_id
create table disbursements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  subject_id text not null,
  status text not null,
  amount bigint not null,
  receiver text not null,
  instrument_id text not null,
  attempt_id text,
  carrier_id text not null,
  effective_on date,
  act_at timestamp with time zone,
  is_on_books boolean not null,
  details jsonb not null,
  timestamps jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint disbursements_pkey PRIMARY KEY (person_id, id),
  constraint disbursements_amount CHECK ((amount > 0)),
  constraint disbursements_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX disbursements_due ON disbursements USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX disbursements_of_loan ON disbursements USING btree (person_id, loan_id, "position" DESC);

-- reference
create table do_not_interact_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  name text not null,
  description text not null,
  channel text not null,
  theme text not null,
  on_status text,
  on_outcome text,
  on_condition jsonb,
  condition_text text,
  condition text,
  duration integer,
  unit text not null,
  release_on jsonb not null,
  constraint do_not_interact_types_pkey PRIMARY KEY (id),
  constraint do_not_interact_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint do_not_interact_types_trigger CHECK (((on_status IS NOT NULL) OR (on_outcome IS NOT NULL))),
  constraint do_not_interact_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX do_not_interact_types_active ON do_not_interact_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX do_not_interact_types_draft ON do_not_interact_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX do_not_interact_types_page ON do_not_interact_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table do_not_interacts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  source text not null,
  do_not_interact_type_id text,
  do_not_interact_type_number integer,
  channels text[] not null,
  themes text[] not null,
  start_date date not null,
  end_date date,
  days_of_week jsonb not null,
  times_of_day jsonb not null,
  timezone text,
  contact_labels text[] not null,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint do_not_interacts_pkey PRIMARY KEY (person_id, id),
  constraint do_not_interacts_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id),
  constraint do_not_interacts_days CHECK (((end_date IS NULL) OR (end_date >= start_date))),
  constraint do_not_interacts_source CHECK ((source = ANY (ARRAY['api'::text, 'type'::text, 'bulk'::text])))
);
CREATE UNIQUE INDEX do_not_interacts_by_hand ON do_not_interacts USING btree (person_id, case_id) WHERE ((do_not_interact_type_number IS NULL) AND (ended_at IS NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX do_not_interacts_by_type ON do_not_interacts USING btree (person_id, case_id, do_not_interact_type_number) WHERE ((do_not_interact_type_number IS NOT NULL) AND (ended_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX do_not_interacts_due ON do_not_interacts USING btree (company_id, ends_at) WHERE (ends_at IS NOT NULL);
CREATE INDEX do_not_interacts_page ON do_not_interacts USING btree (person_id, case_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table document_contents (
  person_id text not null,
  document_id text not null,
  content_id uuid not null,
  company_id text not null,
  content_type text not null,
  created_at timestamp with time zone not null,
  scan_state text,
  scan_finding text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  constraint document_contents_pkey PRIMARY KEY (person_id, document_id, content_id),
  constraint document_contents_document FOREIGN KEY (person_id, document_id) REFERENCES documents(person_id, id),
  constraint document_contents_scan CHECK ((scan_state = ANY (ARRAY['waiting'::text, 'clean'::text, 'infected'::text])))
);
CREATE INDEX document_contents_due ON document_contents USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX document_contents_infected ON document_contents USING btree (content_id) WHERE (scan_state = 'infected'::text);

-- on the coordinator
create table document_retentions (
  id text not null,
  company_id text not null,
  position bigint not null,
  document_type text not null,
  kept_for_days integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint document_retentions_pkey PRIMARY KEY (id)
);
CREATE INDEX document_retentions_page ON document_retentions USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX document_retentions_type ON document_retentions USING btree (company_id, document_type);

-- distributed by subject: person_id
create table document_slices (
  person_id text not null,
  document_id text not null,
  starts_at integer not null,
  company_id text not null,
  content_id uuid not null,
  length integer not null,
  whole_length integer not null,
  expires_at timestamp with time zone not null,
  constraint document_slices_pkey PRIMARY KEY (person_id, document_id, starts_at),
  constraint document_slices_document FOREIGN KEY (person_id, document_id) REFERENCES documents(person_id, id)
);
CREATE INDEX document_slices_expiry ON document_slices USING btree (expires_at);

-- distributed by subject: person_id
create table document_upload_links (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  document_type text not null,
  loan_id text,
  max_documents integer not null,
  max_content_length integer not null,
  documents_made integer not null,
  expires_at timestamp with time zone not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint document_upload_links_pkey PRIMARY KEY (person_id, id),
  constraint document_upload_links_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id),
  constraint document_upload_links_made CHECK (((documents_made >= 0) AND (documents_made <= max_documents))),
  constraint document_upload_links_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX document_upload_links_of_loan ON document_upload_links USING btree (person_id, loan_id);
CREATE INDEX document_upload_links_page ON document_upload_links USING btree (person_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table documents (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  type text not null,
  loan_id text,
  case_id text,
  status text not null,
  archived boolean not null,
  autogenerated boolean not null,
  is_human_borrower_upload boolean not null,
  sensitive_data boolean not null,
  legal_hold boolean not null,
  template_version_id text,
  evidence_id text,
  upload_link_id text,
  conversion_source_id text,
  send_id text,
  details_sealed bytea,
  content_id uuid,
  content_type text,
  uploaded_by text,
  uploaded_at timestamp with time zone,
  verified_by text,
  verified_at timestamp with time zone,
  acceptance_sealed bytea,
  updated_by text,
  meta_data text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint documents_pkey PRIMARY KEY (person_id, id),
  constraint documents_content CHECK (((content_id IS NULL) = (content_type IS NULL))),
  constraint documents_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id),
  constraint documents_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint documents_status CHECK ((status = ANY (ARRAY['draft'::text, 'accepted'::text, 'rejected'::text])))
);
CREATE INDEX documents_of_loan ON documents USING btree (person_id, loan_id);
CREATE INDEX documents_page ON documents USING btree (person_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table draws (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  nickname text not null,
  status text not null,
  is_closed boolean not null,
  is_amortized boolean not null,
  started_on date,
  decline_reason jsonb,
  cancel_reason text,
  at_origination jsonb not null,
  figures jsonb not null,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint draws_pkey PRIMARY KEY (person_id, id),
  constraint draws_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX draws_page ON draws USING btree (person_id, loan_id, "position" DESC, id DESC);

-- distributed by subject: subject_id
create table event_commits (
  position bigint not null,
  created_at timestamp with time zone not null,
  effective_at timestamp with time zone not null,
  subject_id text not null,
  company_id text not null,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  message_id text,
  request_id text,
  actor_type text not null,
  actor_id text,
  types text[] not null,
  naming text,
  causes text[],
  taken_back jsonb,
  events jsonb not null,
  constraint event_commits_pkey PRIMARY KEY (subject_id, "position")
);
CREATE INDEX event_commits_taken ON event_commits USING btree (subject_id, effective_at) WHERE (causes IS NOT NULL);
CREATE INDEX event_commits_taken_back ON event_commits USING btree (subject_id, "position") WHERE (taken_back IS NOT NULL);

-- on the coordinator
create table event_keys (
  company_id text not null,
  key text not null,
  constraint event_keys_pkey PRIMARY KEY (company_id)
);

-- on the coordinator
create table event_places (
  name text not null,
  last_sequence bigint not null,
  constraint event_places_pkey PRIMARY KEY (name)
);

-- on the coordinator
create table event_shapes (
  shape integer not null,
  company_id text not null,
  types text[] not null,
  naming text,
  constraint event_shapes_pkey PRIMARY KEY (shape)
);
CREATE INDEX event_shapes_types ON event_shapes USING btree (company_id, types);

-- distributed by key: external_id
create table external_ids (
  external_id text not null,
  company_id text not null,
  kind text not null,
  subject_id text not null,
  object_id text not null,
  constraint external_ids_pkey PRIMARY KEY (external_id, company_id, kind)
);

-- distributed by key: user_id
create table factor_challenges (
  id text not null,
  user_id text not null,
  company_id text not null,
  purpose text not null,
  secret_hash bytea not null,
  session_kind text,
  sign_in_method text,
  rp_id text,
  tries_left integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint factor_challenges_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX factor_challenges_expires ON factor_challenges USING btree (expires_at);

-- reference
create table fee_types (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  fee_type text not null,
  display_name text not null,
  api_name text not null,
  amount bigint,
  created_at timestamp with time zone not null,
  constraint fee_types_pkey PRIMARY KEY (loan_type_id, id),
  constraint fee_types_name UNIQUE (loan_type_id, api_name),
  constraint fee_types_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id)
);

-- reference
create table fema_disaster_areas (
  id text not null,
  company_id text not null,
  position bigint not null,
  fema_disaster_id text not null,
  place_code text not null,
  county_fips text,
  designated_area text not null,
  ih_program_declared boolean not null,
  ia_program_declared boolean not null,
  pa_program_declared boolean not null,
  hm_program_declared boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint fema_disaster_areas_pkey PRIMARY KEY (id),
  constraint fema_disaster_areas_disaster FOREIGN KEY (fema_disaster_id) REFERENCES fema_disasters(id),
  constraint fema_disaster_areas_once UNIQUE (fema_disaster_id, place_code)
);
CREATE INDEX fema_disaster_areas_page ON fema_disaster_areas USING btree (fema_disaster_id, "position" DESC, id DESC);

-- reference
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
  is_relevant boolean not null,
  relief_window_end_date date not null,
  supercase_id text,
  makers text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint fema_disasters_pkey PRIMARY KEY (id),
  constraint fema_disasters_once UNIQUE (company_id, disaster_number)
);
CREATE INDEX fema_disasters_by_date ON fema_disasters USING btree (company_id, declaration_date, "position", id);
CREATE INDEX fema_disasters_of_state ON fema_disasters USING btree (company_id, state, relief_window_end_date);
CREATE INDEX fema_disasters_page ON fema_disasters USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table file_fetches (
  company_id text not null,
  place_id text not null,
  mark text not null,
  seen_at timestamp with time zone not null,
  fetched_at timestamp with time zone,
  constraint file_fetches_pkey PRIMARY KEY (company_id, place_id, mark)
);
CREATE INDEX file_fetches_seen ON file_fetches USING btree (seen_at);

-- distributed by subject: person_id
create table former_numbers (
  person_id text not null,
  instrument_id text not null,
  number integer not null,
  company_id text not null,
  numbers_sealed bytea,
  code text,
  replaced_at timestamp with time zone not null,
  constraint former_numbers_pkey PRIMARY KEY (person_id, instrument_id, number)
);

-- on the coordinator
create table general_ledger_charts (
  company_id text not null,
  valid_from date not null,
  accounts jsonb not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint general_ledger_charts_pkey PRIMARY KEY (company_id, valid_from)
);

-- on the coordinator
create table general_ledger_days (
  company_id text not null,
  day date not null,
  account text not null,
  source text not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  constraint general_ledger_days_pkey PRIMARY KEY (company_id, day, account, source)
);

-- on the coordinator
create table general_ledger_entries (
  company_id text not null,
  id text not null,
  day date not null,
  book text not null,
  kind text not null,
  effective_on date not null,
  loan_type_id text,
  provider_id text,
  lines jsonb not null,
  constraint general_ledger_entries_pkey PRIMARY KEY (company_id, id),
  constraint general_ledger_entries_book CHECK ((book = ANY (ARRAY['loans'::text, 'cash'::text])))
);

-- on the coordinator
create table general_ledger_vintages (
  company_id text not null,
  day date not null,
  vintage text not null,
  what text not null,
  amount_cents bigint not null,
  constraint general_ledger_vintages_pkey PRIMARY KEY (company_id, vintage, day, what),
  constraint general_ledger_vintages_what CHECK ((what = ANY (ARRAY['lent'::text, 'allowance'::text, 'recoveries'::text])))
);

-- on the coordinator
create table general_ledgers (
  company_id text not null,
  closed_through date not null,
  closed_until timestamp with time zone not null,
  close_at timestamp with time zone not null,
  constraint general_ledgers_pkey PRIMARY KEY (company_id)
);
CREATE INDEX general_ledgers_due ON general_ledgers USING btree (company_id, close_at);

-- on the coordinator
create table heard_messages (
  company_id text not null,
  key text not null,
  content_sealed bytea,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  created_at timestamp with time zone not null,
  constraint heard_messages_pkey PRIMARY KEY (company_id, key)
);
CREATE INDEX heard_messages_due ON heard_messages USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX heard_messages_old ON heard_messages USING btree (created_at);
CREATE INDEX heard_messages_waiting ON heard_messages USING btree (company_id, due_at) WHERE (due_at IS NOT NULL);

-- distributed by key: key_hash
create table idempotency (
  key_hash bytea not null,
  company_id text not null,
  subject_id text,
  request_sealed bytea not null,
  status integer not null,
  headers jsonb not null,
  body bytea,
  made_id text,
  recorded_at bigint not null,
  constraint idempotency_pkey PRIMARY KEY (key_hash, company_id)
);
CREATE INDEX idempotency_recorded_at ON idempotency USING btree (recorded_at);
CREATE INDEX idempotency_subject ON idempotency USING btree (subject_id) WHERE (subject_id IS NOT NULL);

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

-- distributed by key: upload_id
create table import_chunks (
  upload_id text not null,
  number integer not null,
  company_id text not null,
  first_line integer not null,
  lines integer not null,
  sealed bytea,
  recorded_at bigint not null,
  constraint import_chunks_pkey PRIMARY KEY (upload_id, number)
);
CREATE INDEX import_chunks_recorded_at ON import_chunks USING btree (recorded_at) WHERE (sealed IS NOT NULL);
CREATE INDEX import_chunks_waiting ON import_chunks USING btree (company_id) WHERE (sealed IS NOT NULL);

-- distributed by key: upload_id
create table import_results (
  upload_id text not null,
  id text not null,
  company_id text not null,
  line integer not null,
  outcome text not null,
  result jsonb not null,
  constraint import_results_pkey PRIMARY KEY (upload_id, line),
  constraint import_results_outcome CHECK ((outcome = ANY (ARRAY['created'::text, 'existing'::text, 'failed'::text])))
);

-- reference
create table index_rates (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  rate numeric not null,
  effective_date date not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint index_rates_pkey PRIMARY KEY (loan_type_id, id),
  constraint index_rates_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id)
);
CREATE UNIQUE INDEX index_rates_date ON index_rates USING btree (loan_type_id, effective_date) WHERE (deleted_at IS NULL);

-- distributed by key: id
create table interaction_places (
  id text not null,
  company_id text not null,
  person_id text not null,
  constraint interaction_places_pkey PRIMARY KEY (id)
);

-- distributed by subject: person_id
create table interaction_results (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  interaction_id text not null,
  kind text not null,
  external_id text,
  details_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint interaction_results_pkey PRIMARY KEY (person_id, id),
  constraint interaction_results_interaction FOREIGN KEY (person_id, interaction_id) REFERENCES interactions(person_id, id),
  constraint interaction_results_kind CHECK ((kind = ANY (ARRAY['note'::text, 'transcription'::text, 'summary'::text])))
);
CREATE INDEX interaction_results_page ON interaction_results USING btree (person_id, interaction_id, kind, "position" DESC, id DESC);

-- distributed by subject: person_id
create table interaction_verdicts (
  person_id text not null,
  interaction_id text not null,
  company_id text not null,
  result boolean not null,
  at timestamp with time zone not null,
  known_at timestamp with time zone not null,
  party text not null,
  rules jsonb not null,
  next_allowed_at timestamp with time zone,
  set_number integer not null,
  rules_version text not null,
  constraint interaction_verdicts_pkey PRIMARY KEY (person_id, interaction_id),
  constraint interaction_verdicts_interaction FOREIGN KEY (person_id, interaction_id) REFERENCES interactions(person_id, id),
  constraint interaction_verdicts_party CHECK ((party = ANY (ARRAY['creditor'::text, 'collector'::text])))
);

-- distributed by subject: person_id
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
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  scheduled_at_from timestamp with time zone,
  scheduled_at_to timestamp with time zone,
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
  recorded_at timestamp with time zone not null,
  superseded_at timestamp with time zone not null,
  constraint interaction_versions_pkey PRIMARY KEY (person_id, id, version),
  constraint interaction_versions_interaction FOREIGN KEY (person_id, id) REFERENCES interactions(person_id, id)
);

-- distributed by subject: person_id
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
  thread_id text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  scheduled_at_from timestamp with time zone,
  scheduled_at_to timestamp with time zone,
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
  message_id text,
  sensitive boolean not null,
  searchable boolean not null,
  content_sealed bytea,
  search_tokens int8[] not null,
  created_by_type text not null,
  created_by_id text,
  recorded_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint interactions_pkey PRIMARY KEY (person_id, id),
  constraint interactions_direction CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint interactions_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint interactions_status CHECK ((status = ANY (ARRAY['scheduled'::text, 'inProgress'::text, 'attempted'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX interactions_by_id ON interactions USING btree (id);
CREATE INDEX interactions_case ON interactions USING btree (company_id, case_id, "position", id) WHERE (case_id IS NOT NULL);
CREATE INDEX interactions_channel ON interactions USING btree (company_id, channel, "position", id);
CREATE INDEX interactions_loans ON interactions USING gin (loan_ids) WHERE (loan_ids <> '{}'::text[]);
CREATE INDEX interactions_page ON interactions USING btree (person_id, "position" DESC, id DESC);
CREATE INDEX interactions_page_of_company ON interactions USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX interactions_scheduled ON interactions USING btree (company_id, scheduled_at_from, "position", id) WHERE ((status = 'scheduled'::text) AND (message_id IS NULL));
CREATE INDEX interactions_scheduled_by_creation ON interactions USING btree (company_id, created_at, "position", id) WHERE ((status = 'scheduled'::text) AND (message_id IS NULL));
CREATE INDEX interactions_search ON interactions USING gin (search_tokens) WHERE (search_tokens <> '{}'::bigint[]);
CREATE INDEX interactions_started ON interactions USING btree (company_id, started_at, "position", id);
CREATE INDEX interactions_started_of_person ON interactions USING btree (person_id, started_at DESC);
CREATE INDEX interactions_theme ON interactions USING btree (company_id, theme, "position", id);

-- distributed by subject: person_id
create table investor_associations (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  change_id text not null,
  investor_id text not null,
  share numeric not null,
  effective_date date not null,
  created_at timestamp with time zone not null,
  constraint investor_associations_pkey PRIMARY KEY (person_id, id),
  constraint investor_associations_investor FOREIGN KEY (investor_id) REFERENCES investors(id),
  constraint investor_associations_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id),
  constraint investor_associations_share CHECK (((share > (0)::numeric) AND (share <= (1)::numeric)))
);
CREATE INDEX investor_associations_of_investor ON investor_associations USING btree (investor_id);
CREATE INDEX investor_associations_of_loan ON investor_associations USING btree (person_id, loan_id, "position");

-- reference
create table investors (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint investors_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX investors_default ON investors USING btree (company_id) WHERE is_default;
CREATE INDEX investors_page ON investors USING btree (company_id, "position" DESC, id DESC);

-- distributed by key: user_id
create table known_devices (
  id text not null,
  user_id text not null,
  company_id text not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX known_devices_expired ON known_devices USING btree (last_used_at);

-- distributed by key: network_hash
create table known_networks (
  network_hash bytea not null,
  company_id text not null,
  last_at timestamp with time zone not null,
  constraint known_networks_pkey PRIMARY KEY (network_hash)
);
CREATE INDEX known_networks_expired ON known_networks USING btree (last_at);

-- distributed by subject: person_id
create table late_fee_suspensions (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  start_on date not null,
  end_on date not null,
  case_id text,
  fact_id text not null,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint late_fee_suspensions_pkey PRIMARY KEY (person_id, id),
  constraint late_fee_suspensions_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX late_fee_suspensions_of_loan ON late_fee_suspensions USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table legal_representatives (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  representative_type text not null,
  status text not null,
  known_since timestamp with time zone,
  unanswered_since timestamp with time zone,
  unresponsive boolean not null,
  consents_to_contact boolean not null,
  denies_representation boolean not null,
  details_sealed bytea,
  search_tokens int8[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint legal_representatives_pkey PRIMARY KEY (person_id, id),
  constraint legal_representatives_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX legal_representatives_page ON legal_representatives USING btree (person_id, "position" DESC, id DESC);
CREATE INDEX legal_representatives_search ON legal_representatives USING gin (search_tokens);

-- on the coordinator
create table letter_batches (
  company_id text not null,
  day date not null,
  number integer not null,
  state text not null,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  constraint letter_batches_pkey PRIMARY KEY (company_id, day, number),
  constraint letter_batches_state CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'left'::text])))
);
CREATE INDEX letter_batches_due ON letter_batches USING btree (due_at) WHERE (due_at IS NOT NULL);

-- on the coordinator
create table letters (
  company_id text not null,
  id text not null,
  batch_day date not null,
  batch_number integer not null,
  person_id text,
  purpose text not null,
  content_sealed bytea,
  created_at timestamp with time zone not null,
  constraint letters_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX letters_batch ON letters USING btree (company_id, batch_day, batch_number);
CREATE INDEX letters_old ON letters USING btree (created_at);
CREATE INDEX letters_person ON letters USING btree (company_id, person_id) WHERE (person_id IS NOT NULL);

-- distributed by subject: person_id
create table loan_advances (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  status text not null,
  amount bigint not null,
  original_amount bigint not null,
  advance_on date not null,
  planned_on date,
  fact_id text,
  act_at timestamp with time zone,
  details jsonb not null,
  meta_data text,
  timestamps jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_advances_pkey PRIMARY KEY (person_id, id),
  constraint loan_advances_amount CHECK ((amount > 0)),
  constraint loan_advances_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_advances_due ON loan_advances USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX loan_advances_of_loan ON loan_advances USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table loan_checkpoints (
  person_id text not null,
  loan_id text not null,
  through date not null,
  company_id text not null,
  rules integer not null,
  state bytea not null,
  constraint loan_checkpoints_pkey PRIMARY KEY (person_id, loan_id, through),
  constraint loan_checkpoints_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);

-- distributed by subject: person_id
create table loan_facts (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  id text not null,
  kind text not null,
  effective_on date not null,
  fact jsonb not null,
  recorded_at timestamp with time zone not null,
  actor_type text not null,
  actor_id text,
  details jsonb,
  postings_from integer,
  accounts text,
  amounts int8[],
  constraint loan_facts_pkey PRIMARY KEY (person_id, loan_id, number),
  constraint loan_facts_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_facts_adverse ON loan_facts USING btree (person_id, loan_id, number DESC) WHERE ((details ->> 'adverseActionReason'::text) IS NOT NULL);
CREATE INDEX loan_facts_noticed ON loan_facts USING btree (person_id, loan_id, recorded_at) WHERE ((details ->> 'sendNotice'::text) IS NOT NULL);
CREATE INDEX loan_facts_recorded ON loan_facts USING brin (recorded_at) WITH (pages_per_range='32', autosummarize='on');

-- distributed by subject: person_id
create table loan_fees (
  person_id text not null,
  loan_id text not null,
  key text not null,
  company_id text not null,
  id text not null,
  fee jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint loan_fees_pkey PRIMARY KEY (person_id, loan_id, key),
  constraint loan_fees_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);

-- distributed by subject: person_id
create table loan_hardships (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  external_id text,
  effective_on date not null,
  final_on date,
  said jsonb not null,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_hardships_pkey PRIMARY KEY (person_id, id),
  constraint loan_hardships_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_hardships_of_loan ON loan_hardships USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table loan_labelings (
  person_id text not null,
  loan_id text not null,
  label_id text not null,
  company_id text not null,
  loan_position bigint not null,
  added_at timestamp with time zone not null,
  added_by_type text not null,
  added_by_id text,
  removed_at timestamp with time zone,
  constraint loan_labelings_pkey PRIMARY KEY (person_id, loan_id, label_id),
  constraint loan_labelings_label FOREIGN KEY (label_id) REFERENCES loan_labels(id),
  constraint loan_labelings_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_labelings_of_label ON loan_labelings USING btree (label_id, loan_id);
CREATE INDEX loan_labelings_page ON loan_labelings USING btree (label_id, loan_position DESC, loan_id DESC) WHERE (removed_at IS NULL);

-- reference
create table loan_labels (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  color text,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_labels_pkey PRIMARY KEY (id)
);
CREATE INDEX loan_labels_page ON loan_labels USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table loan_month_ends (
  company_id text not null,
  loan_id text not null,
  bucket text not null,
  principal_cents bigint not null,
  came_due_cents bigint,
  paid_before_due_cents bigint,
  paid_beyond_cents bigint,
  paid_ahead_cents bigint,
  excess_cents bigint,
  constraint loan_month_ends_pkey PRIMARY KEY (company_id, loan_id)
);

-- distributed by subject: person_id
create table loan_obligations (
  person_id text not null,
  loan_id text not null,
  key text not null,
  company_id text not null,
  due_date date not null,
  obligation jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint loan_obligations_pkey PRIMARY KEY (person_id, loan_id, key),
  constraint loan_obligations_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_obligations_due ON loan_obligations USING btree (company_id, due_date, person_id, loan_id);

-- distributed by subject: person_id
create table loan_past_periods (
  person_id text not null,
  loan_id text not null,
  start_date date not null,
  company_id text not null,
  end_date date not null,
  due_date date not null,
  obligation_amount bigint,
  fulfilled_amount bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_past_periods_pkey PRIMARY KEY (person_id, loan_id, start_date),
  constraint loan_past_periods_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);

-- distributed by subject: person_id
create table loan_people (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  other_person_id text not null,
  relation text not null,
  start_date date not null,
  end_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_people_pkey PRIMARY KEY (person_id, id),
  constraint loan_people_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_people_of_loan ON loan_people USING btree (person_id, loan_id, "position");

-- distributed by subject: person_id
create table loan_postings (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  effective_on date not null,
  accounts text not null,
  cause text not null,
  amounts int8[] not null,
  posted_at timestamp with time zone not null,
  constraint loan_postings_pkey PRIMARY KEY (person_id, loan_id, number),
  constraint loan_postings_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_postings_posted ON loan_postings USING brin (posted_at) WITH (pages_per_range='32', autosummarize='on');

-- distributed by subject: person_id
create table loan_refunds (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  version integer not null,
  status text not null,
  amount bigint not null,
  at_fault text not null,
  effective_on date not null,
  reamortizes boolean not null,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_refunds_pkey PRIMARY KEY (person_id, id),
  constraint loan_refunds_amount CHECK ((amount > 0)),
  constraint loan_refunds_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_refunds_of_loan ON loan_refunds USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table loan_services (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  provider text not null,
  amount bigint not null,
  charged text not null,
  rebate text not null,
  start_date date not null,
  end_date date,
  status text not null,
  cancel_reason text,
  canceled_on date,
  unearned_amount bigint,
  credit_transaction_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_services_pkey PRIMARY KEY (person_id, id),
  constraint loan_services_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_services_of_loan ON loan_services USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table loan_settlements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  owed bigint not null,
  parts jsonb not null,
  accept_by date not null,
  last_day date not null,
  zone text not null,
  offered_by_type text not null,
  offered_by_id text,
  paid bigint not null,
  forgiven jsonb,
  cancel_reason text,
  send_notice boolean,
  act_at timestamp with time zone,
  timestamps jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_settlements_pkey PRIMARY KEY (person_id, id),
  constraint loan_settlements_amount CHECK (((amount > 0) AND (amount < owed))),
  constraint loan_settlements_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_settlements_due ON loan_settlements USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX loan_settlements_forgiven ON loan_settlements USING btree (company_id, ((forgiven ->> 'on'::text))) WHERE (forgiven IS NOT NULL);
CREATE INDEX loan_settlements_of_loan ON loan_settlements USING btree (person_id, loan_id, "position" DESC);
CREATE INDEX loan_settlements_page ON loan_settlements USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX loan_settlements_page_status ON loan_settlements USING btree (company_id, status, "position" DESC, id DESC);

-- distributed by subject: person_id
create table loan_standing (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  version bigint not null,
  updated_at timestamp with time zone,
  next_action_at timestamp with time zone,
  facts_count integer not null,
  postings_count integer not null,
  started_on date,
  turns_on date,
  paid_off_on date,
  missed_since date,
  rules integer,
  owed_through date,
  owed_until date,
  oldest_due_on date,
  next_due_on date,
  past_due_days integer,
  daily_past_due_days integer,
  principal bigint,
  interest bigint,
  fees bigint,
  due bigint,
  past_due bigint,
  next_due bigint,
  credit_limit bigint,
  accrued bigint,
  accrued_part bigint,
  daily bigint,
  daily_part bigint,
  part_of bigint,
  not_due text,
  lease jsonb,
  shown jsonb,
  state bytea,
  other_amounts bytea,
  posted_principal bigint,
  posted_interest bigint,
  posted_fees bigint,
  constraint loan_standing_pkey PRIMARY KEY (person_id, loan_id),
  constraint loan_standing_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_standing_due ON loan_standing USING btree (company_id, next_action_at, person_id, loan_id) WHERE (next_action_at IS NOT NULL);
CREATE INDEX loan_standing_next_due ON loan_standing USING btree (company_id, next_due_on, person_id, loan_id) WHERE (next_due_on IS NOT NULL);
CREATE INDEX loan_standing_oldest_due ON loan_standing USING btree (company_id, oldest_due_on, person_id, loan_id) WHERE (oldest_due_on IS NOT NULL);

-- distributed by subject: person_id
create table loan_statements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  ordinal integer not null,
  version integer not null,
  is_active boolean not null,
  year integer not null,
  period_start date not null,
  period_end date not null,
  statement_on date not null,
  due_on date not null,
  minimum_due bigint not null,
  overdue bigint not null,
  new_balance bigint not null,
  figures jsonb not null,
  changes jsonb not null,
  document_id text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint loan_statements_pkey PRIMARY KEY (person_id, id),
  constraint loan_statements_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX loan_statements_due ON loan_statements USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loan_statements_of_loan ON loan_statements USING btree (person_id, loan_id, statement_on DESC);

-- distributed by subject: person_id
create table loan_tails (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  facts_count integer not null,
  tail jsonb not null,
  state bytea,
  constraint loan_tails_pkey PRIMARY KEY (person_id, loan_id),
  constraint loan_tails_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);

-- on the coordinator
create table loan_tape_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  external_id text,
  tape_name text not null,
  description text not null,
  tape_type text not null,
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
  next_run_at timestamp with time zone,
  secrets_sealed bytea,
  changed_by_type text not null,
  changed_by_id text,
  constraint loan_tape_types_pkey PRIMARY KEY (id),
  constraint loan_tape_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint loan_tape_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX loan_tape_types_active ON loan_tape_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE INDEX loan_tape_types_by_creation ON loan_tape_types USING btree (company_id, created_at, "position", id);
CREATE INDEX loan_tape_types_by_status ON loan_tape_types USING btree (company_id, status, "position" DESC, id DESC);
CREATE INDEX loan_tape_types_by_version ON loan_tape_types USING btree (company_id, version, "position" DESC, id DESC);
CREATE UNIQUE INDEX loan_tape_types_draft ON loan_tape_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX loan_tape_types_due ON loan_tape_types USING btree (company_id, next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX loan_tape_types_page ON loan_tape_types USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table loan_tapes (
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_tape_type_id text not null,
  as_of date not null,
  from_date date,
  known_at timestamp with time zone not null,
  investor_id text,
  compared_with_id text,
  state text not null,
  scheduled_type_id integer,
  scheduled_for timestamp with time zone,
  is_to_be_sent boolean not null,
  sftp_settings jsonb,
  open_pgp_public_key text,
  secrets_sealed bytea,
  custom_file_name text,
  operation_id text not null,
  responsible_type text not null,
  responsible_id text,
  num_loans integer,
  num_left_out integer,
  num_replayed integer,
  proof jsonb,
  content_id text,
  file_name text,
  error_message text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  left_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_tapes_pkey PRIMARY KEY (id),
  constraint loan_tapes_compared FOREIGN KEY (compared_with_id) REFERENCES loan_tapes(id),
  constraint loan_tapes_type FOREIGN KEY (loan_tape_type_id) REFERENCES loan_tape_types(id)
);
CREATE INDEX loan_tapes_by_state ON loan_tapes USING btree (company_id, state, "position" DESC, id DESC);
CREATE INDEX loan_tapes_by_type ON loan_tapes USING btree (company_id, loan_tape_type_id, "position" DESC, id DESC);
CREATE INDEX loan_tapes_compared_with ON loan_tapes USING btree (compared_with_id);
CREATE INDEX loan_tapes_due ON loan_tapes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loan_tapes_of_type ON loan_tapes USING btree (loan_tape_type_id);
CREATE INDEX loan_tapes_page ON loan_tapes USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX loan_tapes_scheduled ON loan_tapes USING btree (company_id, scheduled_type_id, scheduled_for) WHERE (scheduled_for IS NOT NULL);

-- reference
create table loan_type_versions (
  loan_type_id text not null,
  version integer not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  settings jsonb not null,
  created_at timestamp with time zone not null,
  constraint loan_type_versions_pkey PRIMARY KEY (loan_type_id, version),
  constraint loan_type_versions_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id)
);

-- reference
create table loan_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  version integer not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint loan_types_pkey PRIMARY KEY (id),
  constraint loan_types_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX loan_types_page ON loan_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table loans (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  loan_type_id text not null,
  loan_type_version integer not null,
  status text not null,
  is_closed boolean not null,
  serviced_by text not null,
  defaulted_at_boarding boolean,
  first_missed_on date,
  nickname text,
  decline_reason jsonb,
  cancel_reason text,
  send_notice boolean,
  charged_off_reason text,
  new_draws_allowed boolean,
  at_origination jsonb not null,
  additional_people jsonb not null,
  address_sealed bytea,
  terms jsonb,
  promo_programs jsonb,
  asset_type text not null,
  asset_display_name text not null,
  zone text not null,
  cut_off text,
  meta_data text,
  base bytea,
  base_through date,
  index_known jsonb,
  autopay_plan_id text,
  disbursement_id text,
  promise_plan_id text,
  timestamps jsonb not null,
  figures jsonb not null,
  created_at timestamp with time zone not null,
  constraint loans_pkey PRIMARY KEY (person_id, id),
  constraint loans_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint loans_status CHECK ((status = ANY (ARRAY['pending'::text, 'originated'::text, 'active'::text, 'frozen'::text, 'accelerated'::text, 'chargedOff'::text, 'paidOff'::text, 'declined'::text, 'canceled'::text])))
);
CREATE INDEX loans_additional ON loans USING gin (additional_people jsonb_path_ops) WITH (fastupdate=off) WHERE (additional_people <> '[]'::jsonb);
CREATE INDEX loans_following ON loans USING btree (company_id, loan_type_id, id, person_id) WHERE (index_known IS NOT NULL);
CREATE INDEX loans_id ON loans USING btree (id);
CREATE INDEX loans_page ON loans USING btree (company_id, "position" DESC, id DESC);

-- reference
create table merchant_accounts (
  company_id text not null,
  merchant_id text not null,
  routing_number text not null,
  last_four text not null,
  account_type text not null,
  account_sealed bytea not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  constraint merchant_accounts_pkey PRIMARY KEY (merchant_id)
);
CREATE INDEX merchant_accounts_company ON merchant_accounts USING btree (company_id);

-- reference
create table merchants (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  business_name text not null,
  contact_sealed bytea not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX merchants_page ON merchants USING btree (company_id, "position" DESC, id DESC);

-- distributed by key: id
create table message_places (
  id text not null,
  company_id text not null,
  person_id text not null,
  constraint message_places_pkey PRIMARY KEY (id)
);

-- distributed by subject: person_id
create table message_reports (
  person_id text not null,
  key text not null,
  company_id text not null,
  heard_at timestamp with time zone not null,
  constraint message_reports_pkey PRIMARY KEY (person_id, key),
  constraint message_reports_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX message_reports_old ON message_reports USING btree (heard_at);

-- on the coordinator
create table messages (
  id text not null,
  company_id text not null,
  position bigint not null,
  channel text not null,
  purpose text not null,
  state text not null,
  person_id text,
  user_id text,
  to_hash bytea,
  content_sealed bytea,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  expires_at bigint,
  last_failure text,
  created_at timestamp with time zone not null,
  recorded_at bigint not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_channel CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text, 'voice'::text, 'mail'::text]))),
  constraint messages_state CHECK ((state = ANY (ARRAY['kept'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'unknown'::text, 'expired'::text])))
);
CREATE INDEX messages_by_channel ON messages USING btree (company_id, channel, "position" DESC, id DESC);
CREATE INDEX messages_due ON messages USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX messages_expired ON messages USING btree (created_at);
CREATE INDEX messages_old ON messages USING btree (recorded_at) WHERE (content_sealed IS NOT NULL);
CREATE INDEX messages_page ON messages USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX messages_person ON messages USING btree (company_id, person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX messages_to ON messages USING btree (company_id, to_hash, "position" DESC, id DESC);

-- distributed by subject: person_id
create table military_services (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  servicemember text not null,
  basis text not null,
  start_date date not null,
  end_date date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint military_services_pkey PRIMARY KEY (person_id, id),
  constraint military_services_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);

-- on the coordinator
create table money_break_steps (
  company_id text not null,
  id text not null,
  position bigint not null,
  break_id text not null,
  did text not null,
  note text,
  by_type text not null,
  by_id text,
  at timestamp with time zone not null,
  constraint money_break_steps_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX money_break_steps_break ON money_break_steps USING btree (break_id, company_id, "position" DESC, id DESC);

-- on the coordinator
create table money_switches (
  company_id text not null,
  stopped_at timestamp with time zone,
  reason text,
  constraint money_switches_pkey PRIMARY KEY (company_id)
);

-- on the coordinator
create table money_turns (
  company_id text not null,
  turns bigint not null,
  constraint money_turns_pkey PRIMARY KEY (company_id)
);

-- distributed by subject: person_id
create table monitor_actions (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  loan_id text not null,
  action text not null,
  service_id text,
  first_on date,
  last_on date,
  act_at timestamp with time zone,
  outcome text,
  error_type text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint monitor_actions_pkey PRIMARY KEY (person_id, id),
  constraint monitor_actions_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id),
  constraint monitor_actions_kind CHECK ((action = ANY (ARRAY['stopAutopay'::text, 'capInterest'::text, 'endCap'::text, 'suspendLateFees'::text]))),
  constraint monitor_actions_once UNIQUE (person_id, case_id, loan_id, action),
  constraint monitor_actions_outcome CHECK (((act_at IS NULL) = (outcome IS NOT NULL)))
);
CREATE INDEX monitor_actions_due ON monitor_actions USING btree (company_id, act_at, person_id, id) WHERE (act_at IS NOT NULL);
CREATE INDEX monitor_actions_page ON monitor_actions USING btree (person_id, "position" DESC, id DESC);

-- on the coordinator
create table monitor_files (
  operation_id text not null,
  company_id text not null,
  monitor text not null,
  content_hash bytea not null,
  status text not null,
  created_at timestamp with time zone not null,
  constraint monitor_files_pkey PRIMARY KEY (operation_id),
  constraint monitor_files_status CHECK ((status = ANY (ARRAY['reading'::text, 'applied'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX monitor_files_once ON monitor_files USING btree (company_id, monitor, content_hash) WHERE (status <> 'refused'::text);

-- distributed by subject: person_id
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
  prepared_by_ids text[] not null,
  details_sealed bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint monitor_hits_pkey PRIMARY KEY (person_id, id),
  constraint monitor_hits_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id),
  constraint monitor_hits_standing CHECK ((standing = ANY (ARRAY['stands'::text, 'ended'::text, 'withdrawn'::text])))
);
CREATE INDEX monitor_hits_of_case ON monitor_hits USING btree (person_id, case_id);
CREATE INDEX monitor_hits_page ON monitor_hits USING btree (person_id, "position" DESC, id DESC);

-- on the coordinator
create table monitor_places (
  company_id text not null,
  monitor text not null,
  position bigint not null,
  settings jsonb not null,
  makers text[] not null,
  secrets_sealed bytea,
  due_at bigint not null,
  request_at bigint,
  failures integer not null default 0,
  last_failure text,
  last_reached_at timestamp with time zone,
  last_file_name text,
  last_file_operation_id text,
  last_file_failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint monitor_places_pkey PRIMARY KEY (company_id, monitor)
);
CREATE INDEX monitor_places_due ON monitor_places USING btree (due_at);

-- on the coordinator
create table monitor_requests (
  id text not null,
  company_id text not null,
  position bigint not null,
  monitor text not null,
  content_id text not null,
  lines integer not null,
  bytes integer not null,
  next_after text,
  to_leave boolean not null,
  left_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint monitor_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX monitor_requests_by_position ON monitor_requests USING btree (company_id, "position", id);
CREATE INDEX monitor_requests_page ON monitor_requests USING btree (monitor, company_id, "position" DESC, id DESC);
CREATE INDEX monitor_requests_to_leave ON monitor_requests USING btree (company_id, monitor) WHERE to_leave;

-- distributed by subject: person_id
create table monitoring_statuses (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  monitor text not null,
  last_result text,
  match_quality text,
  last_checked_at timestamp with time zone,
  last_hit_at timestamp with time zone,
  case_id text,
  next_check_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint monitoring_statuses_pkey PRIMARY KEY (person_id, id),
  constraint monitoring_statuses_once UNIQUE (person_id, monitor),
  constraint monitoring_statuses_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint monitoring_statuses_result CHECK ((last_result = ANY (ARRAY['noHit'::text, 'hit'::text, 'error'::text, 'unknown'::text])))
);
CREATE INDEX monitoring_statuses_due ON monitoring_statuses USING btree (company_id, next_check_at, person_id, id) WHERE (next_check_at IS NOT NULL);
CREATE INDEX monitoring_statuses_of_monitor ON monitoring_statuses USING btree (company_id, monitor, person_id);
CREATE INDEX monitoring_statuses_page ON monitoring_statuses USING btree (person_id, "position" DESC, id DESC);

-- reference
create table monitors (
  company_id text not null,
  kind text not null,
  is_enabled boolean not null,
  recheck_days integer,
  loan_type_ids text[] not null,
  stops_autopay boolean,
  caps_interest boolean,
  suspends_late_fees boolean,
  operation_id text,
  updated_at timestamp with time zone not null,
  constraint monitors_pkey PRIMARY KEY (company_id, kind)
);

-- on the coordinator
create table month_end_counts (
  company_id text not null,
  day date not null,
  figure text not null,
  name text not null,
  counted integer not null,
  cents bigint not null,
  paid_cents bigint not null,
  constraint month_end_counts_pkey PRIMARY KEY (company_id, day, figure, name)
);

-- on the coordinator
create table month_end_places (
  company_id text not null,
  closed_through date not null,
  close_at timestamp with time zone not null,
  after_position bigint,
  after_id text,
  constraint month_end_places_pkey PRIMARY KEY (company_id)
);
CREATE INDEX month_end_places_due ON month_end_places USING btree (company_id, close_at);

-- on the coordinator
create table month_end_rolls (
  company_id text not null,
  day date not null,
  from_bucket text not null,
  to_bucket text not null,
  loans_count integer not null,
  before_cents bigint not null,
  principal_cents bigint not null,
  past_due_cents bigint not null,
  constraint month_end_rolls_pkey PRIMARY KEY (company_id, day, from_bucket, to_bucket)
);

-- reference
create table note_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint note_types_pkey PRIMARY KEY (id)
);
CREATE INDEX note_types_page ON note_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table notes (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_id text,
  note_type_id text,
  details_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint notes_pkey PRIMARY KEY (person_id, id),
  constraint notes_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id),
  constraint notes_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint notes_type FOREIGN KEY (note_type_id) REFERENCES note_types(id)
);
CREATE INDEX notes_of_loan ON notes USING btree (person_id, loan_id, "position" DESC);
CREATE INDEX notes_of_type ON notes USING btree (note_type_id);
CREATE INDEX notes_page ON notes USING btree (person_id, "position" DESC, id DESC);

-- reference
create table notice_settings (
  company_id text not null,
  subject text not null,
  is_enabled boolean,
  delay_hours integer,
  channels text[],
  by_loan_type jsonb not null,
  updated_at timestamp with time zone not null,
  constraint notice_settings_pkey PRIMARY KEY (company_id, subject)
);

-- reference
create table notification_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  name text not null,
  description text not null,
  case_types text[] not null,
  case_type_ids text[] not null,
  on_status text,
  on_outcome text,
  on_condition jsonb,
  condition_text text,
  condition text,
  subject text,
  channel text not null,
  theme text,
  delay integer not null,
  unit text not null,
  constraint notification_types_pkey PRIMARY KEY (id),
  constraint notification_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint notification_types_trigger CHECK (((on_status IS NOT NULL) OR (on_outcome IS NOT NULL))),
  constraint notification_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX notification_types_active ON notification_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX notification_types_draft ON notification_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX notification_types_page ON notification_types USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
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
  constraint operations_state CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
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
create table outgoing_messages (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  interaction_id text not null,
  state text not null,
  origin text not null,
  once_key text,
  channel text not null,
  subject text not null,
  theme text not null,
  contact_id text,
  is_contact_named boolean not null,
  loan_ids text[] not null,
  case_id text,
  statement_id text,
  document_ids text[] not null,
  content_ids text[] not null,
  may_attach_sensitive boolean not null,
  language text not null,
  is_transactional boolean not null,
  is_autodialed boolean not null,
  template_version_id text,
  content_sealed bytea,
  blocked_by text[] not null,
  act_at timestamp with time zone,
  tries integer not null,
  last_failure text,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  opened_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint outgoing_messages_pkey PRIMARY KEY (person_id, id),
  constraint outgoing_messages_acts CHECK (((act_at IS NOT NULL) = (state = ANY (ARRAY['scheduled'::text, 'held'::text])))),
  constraint outgoing_messages_interaction FOREIGN KEY (person_id, interaction_id) REFERENCES interactions(person_id, id),
  constraint outgoing_messages_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint outgoing_messages_state CHECK ((state = ANY (ARRAY['scheduled'::text, 'held'::text, 'queued'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'unknown'::text, 'canceled'::text, 'dropped'::text])))
);
CREATE INDEX outgoing_messages_act ON outgoing_messages USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX outgoing_messages_by_id ON outgoing_messages USING btree (id);
CREATE INDEX outgoing_messages_channel ON outgoing_messages USING btree (company_id, channel, "position", id);
CREATE INDEX outgoing_messages_of_interaction ON outgoing_messages USING btree (person_id, interaction_id);
CREATE INDEX outgoing_messages_of_person ON outgoing_messages USING btree (person_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX outgoing_messages_once ON outgoing_messages USING btree (person_id, once_key) WHERE (once_key IS NOT NULL);
CREATE INDEX outgoing_messages_origin ON outgoing_messages USING btree (company_id, origin, "position", id);
CREATE INDEX outgoing_messages_page ON outgoing_messages USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX outgoing_messages_subject ON outgoing_messages USING btree (company_id, subject, "position", id);

-- distributed by key: user_id
create table passkeys (
  id text not null,
  user_id text not null,
  company_id text not null,
  position bigint not null,
  name text not null,
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  transports text[] not null,
  counter bigint not null,
  counter_went_back_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (user_id, credential_id);

-- distributed by key: user_id
create table passwords (
  user_id text not null,
  company_id text not null,
  password_hash text not null,
  changed_at timestamp with time zone not null,
  constraint passwords_pkey PRIMARY KEY (user_id)
);

-- distributed by subject: person_id
create table payment_approvals (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  subject_kind text not null,
  subject_id text not null,
  loan_id text,
  kind text not null,
  status text not null,
  amount bigint not null,
  instrument_id text not null,
  receiver text not null,
  needs text not null,
  ordered_by_type text not null,
  ordered_by_id text,
  prepared_by_ids text[] not null,
  expires_at timestamp with time zone not null,
  due_at timestamp with time zone,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint payment_approvals_pkey PRIMARY KEY (person_id, id),
  constraint payment_approvals_due CHECK (((due_at IS NOT NULL) = (status = 'waiting'::text))),
  constraint payment_approvals_kind CHECK ((kind = ANY (ARRAY['reimbursement'::text, 'advance'::text]))),
  constraint payment_approvals_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint payment_approvals_receiver CHECK ((receiver = ANY (ARRAY['borrower'::text, 'merchant'::text]))),
  constraint payment_approvals_status CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'withdrawn'::text])))
);
CREATE INDEX payment_approvals_by_id ON payment_approvals USING btree (id);
CREATE INDEX payment_approvals_page ON payment_approvals USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX payment_approvals_subject ON payment_approvals USING btree (person_id, subject_id);
CREATE INDEX payment_approvals_waiting ON payment_approvals USING btree (company_id, created_at, "position", id) WHERE (status = 'waiting'::text);

-- distributed by subject: person_id
create table payment_attempts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  subject_kind text not null,
  subject_id text not null,
  number integer not null,
  state text not null,
  rail text not null,
  deed text not null,
  amount_cents bigint not null,
  instrument_id text not null,
  carrier_id text not null,
  carrier_kind text not null,
  entry_date date,
  payout_kind text,
  account_token bytea,
  approval_id text,
  body_sealed bytea,
  provider_id text,
  of_provider_id text,
  disputed_cents bigint,
  reason text,
  code text,
  claim integer not null default 0,
  held_until bigint,
  asked integer not null default 0,
  act_at timestamp with time zone,
  created_at timestamp with time zone not null,
  first_sent_at timestamp with time zone,
  last_sent_at timestamp with time zone,
  accepted_at timestamp with time zone,
  settled_on date,
  confirmed_at timestamp with time zone,
  turned_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint payment_attempts_pkey PRIMARY KEY (person_id, id),
  constraint payment_attempts_amount CHECK (((amount_cents > 0) OR ((amount_cents = 0) AND ((subject_kind = 'trialDeposit'::text) OR (deed = 'verify'::text))))),
  constraint payment_attempts_number UNIQUE (person_id, subject_id, number)
);
CREATE INDEX payment_attempts_account ON payment_attempts USING btree (company_id, account_token, created_at) WHERE (account_token IS NOT NULL);
CREATE INDEX payment_attempts_day ON payment_attempts USING btree (company_id, created_at);
CREATE INDEX payment_attempts_due ON payment_attempts USING btree (company_id, act_at);
CREATE INDEX payment_attempts_held ON payment_attempts USING btree (held_until) WHERE (held_until IS NOT NULL);
CREATE INDEX payment_attempts_in_transit ON payment_attempts USING btree (company_id, carrier_id) WHERE ((accepted_at IS NOT NULL) AND (settled_on IS NULL));
CREATE INDEX payment_attempts_key ON payment_attempts USING btree (company_id, subject_id, number);
CREATE INDEX payment_attempts_payouts ON payment_attempts USING btree (company_id, payout_kind, created_at) WHERE (payout_kind IS NOT NULL);
CREATE INDEX payment_attempts_provider_id ON payment_attempts USING btree (company_id, carrier_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX payment_attempts_unknown ON payment_attempts USING btree (asked) WHERE (state = 'unknown'::text);

-- distributed by subject: person_id
create table payment_authorizations (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_id text,
  instrument_id text not null,
  account_last_four text,
  account_hash bytea,
  channel text not null,
  sec_code text,
  kind text not null,
  terms jsonb not null,
  agreement_document_id text,
  text_hash text,
  text_version text,
  language text,
  given_at timestamp with time zone not null,
  given_by_type text not null,
  given_by_id text,
  authenticated_by text,
  evidence_sealed bytea,
  stopped_dates text[] not null default '{}'::text[],
  revoked_at timestamp with time zone,
  revoked_by_type text,
  revoked_by_id text,
  revoked_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint payment_authorizations_pkey PRIMARY KEY (person_id, id),
  constraint payment_authorizations_channel CHECK ((channel = ANY (ARRAY['written'::text, 'web'::text, 'phone'::text]))),
  constraint payment_authorizations_kind CHECK ((kind = ANY (ARRAY['single'::text, 'recurring'::text, 'standing'::text]))),
  constraint payment_authorizations_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX payment_authorizations_page ON payment_authorizations USING btree (person_id, "position" DESC, id DESC);

-- on the coordinator
create table payment_breaks (
  company_id text not null,
  id text not null,
  position bigint not null,
  kind text not null,
  status text not null default 'open'::text,
  person_id text,
  attempt_id text,
  bank_account_id text,
  about text,
  line_id text,
  statement_id text,
  item_id text,
  transaction_id text,
  amount_cents bigint,
  detail text not null,
  candidates text[],
  owner_id text,
  asked_at timestamp with time zone,
  proposed jsonb,
  proposed_by_type text,
  proposed_by_id text,
  found_at timestamp with time zone not null,
  since date,
  ages_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolution text,
  updated_at timestamp with time zone,
  constraint payment_breaks_pkey PRIMARY KEY (id),
  constraint payment_breaks_status CHECK ((status = ANY (ARRAY['open'::text, 'asked'::text, 'proposed'::text, 'goingBack'::text, 'resolved'::text])))
);
CREATE UNIQUE INDEX payment_breaks_about ON payment_breaks USING btree (company_id, bank_account_id, about) WHERE ((resolved_at IS NULL) AND (about IS NOT NULL));
CREATE INDEX payment_breaks_ages ON payment_breaks USING btree (company_id, ages_at);
CREATE INDEX payment_breaks_attempt ON payment_breaks USING btree (company_id, attempt_id, kind) WHERE (attempt_id IS NOT NULL);
CREATE INDEX payment_breaks_by_age ON payment_breaks USING btree (company_id, found_at, "position", id) WHERE (resolved_at IS NULL);
CREATE INDEX payment_breaks_open ON payment_breaks USING btree (company_id, "position") WHERE (resolved_at IS NULL);
CREATE INDEX payment_breaks_page ON payment_breaks USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX payment_breaks_page_account ON payment_breaks USING btree (company_id, bank_account_id, "position" DESC, id DESC);
CREATE INDEX payment_breaks_page_kind ON payment_breaks USING btree (company_id, kind, "position" DESC, id DESC);
CREATE INDEX payment_breaks_page_owner ON payment_breaks USING btree (company_id, owner_id, "position" DESC, id DESC);
CREATE INDEX payment_breaks_page_status ON payment_breaks USING btree (company_id, status, "position" DESC, id DESC);
CREATE UNIQUE INDEX payment_breaks_transaction ON payment_breaks USING btree (company_id, transaction_id) WHERE (transaction_id IS NOT NULL);

-- distributed by subject: person_id
create table payment_instruments (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  instrument_type text not null,
  is_external boolean not null,
  status text not null,
  verified boolean not null,
  pending_at timestamp with time zone,
  active_at timestamp with time zone,
  inactive_at timestamp with time zone,
  inactive_reason text,
  failure jsonb,
  debits_blocked_at timestamp with time zone,
  credits_blocked_at timestamp with time zone,
  number_sealed bytea,
  number_token bigint,
  number_mask text,
  last_four text,
  routing_number text,
  account_type text,
  account_holder_type text,
  corrected_at timestamp with time zone,
  holder_sealed bytea,
  institution_name text,
  account_link jsonb,
  link_token_sealed bytea,
  balance_sealed bytea,
  balance_next_at bigint,
  balance_asked_at timestamp with time zone,
  card_type text,
  avs_result text,
  expiration_month integer,
  expiration_year integer,
  network_name text,
  look_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint payment_instruments_pkey PRIMARY KEY (person_id, id),
  constraint payment_instruments_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint payment_instruments_status CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'inactive'::text]))),
  constraint payment_instruments_type CHECK ((instrument_type = ANY (ARRAY['bankAccount'::text, 'card'::text, 'paymentNetwork'::text, 'check'::text])))
);
CREATE INDEX payment_instruments_ending ON payment_instruments USING btree (company_id, expiration_year, expiration_month, person_id, id) WHERE (expiration_year IS NOT NULL);
CREATE INDEX payment_instruments_kind ON payment_instruments USING btree (company_id, instrument_type, person_id) WHERE (deleted_at IS NULL);
CREATE INDEX payment_instruments_last_four ON payment_instruments USING btree (company_id, last_four, person_id) WHERE ((last_four IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX payment_instruments_look ON payment_instruments USING btree (company_id, look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX payment_instruments_network ON payment_instruments USING btree (company_id, lower(network_name) text_pattern_ops) WHERE ((network_name IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX payment_instruments_one_number ON payment_instruments USING btree (person_id, instrument_type, number_token) WHERE (status <> 'inactive'::text);
CREATE INDEX payment_instruments_page ON payment_instruments USING btree (person_id, "position" DESC, id DESC);

-- on the coordinator
create table payment_notices (
  company_id text not null,
  carrier_id text not null,
  event_id text not null,
  state text not null,
  content_sealed bytea not null,
  received_at timestamp with time zone not null,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  constraint payment_notices_pkey PRIMARY KEY (company_id, carrier_id, event_id),
  constraint payment_notices_state CHECK ((state = ANY (ARRAY['kept'::text, 'taken'::text, 'unreadable'::text])))
);
CREATE INDEX payment_notices_due ON payment_notices USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_notices_old ON payment_notices USING btree (received_at);
CREATE INDEX payment_notices_waiting ON payment_notices USING btree (company_id, carrier_id, received_at) WHERE (state <> 'taken'::text);

-- distributed by subject: person_id
create table payment_orderers (
  person_id text not null,
  attempt_id text not null,
  ordered_by text not null,
  company_id text not null,
  created_at timestamp with time zone not null,
  constraint payment_orderers_pkey PRIMARY KEY (person_id, attempt_id, ordered_by)
);
CREATE INDEX payment_orderers_day ON payment_orderers USING btree (company_id, ordered_by, created_at);

-- on the coordinator
create table payment_provider_work (
  company_id text not null,
  provider_id text not null,
  due_at bigint not null,
  place text,
  failures integer not null default 0,
  last_failure text,
  last_reached_at timestamp with time zone,
  constraint payment_provider_work_pkey PRIMARY KEY (company_id, provider_id)
);
CREATE INDEX payment_provider_work_due ON payment_provider_work USING btree (due_at);

-- reference
create table payment_providers (
  company_id text not null,
  id text not null,
  position bigint not null,
  instrument_type text not null,
  kind text not null,
  settings jsonb not null,
  secrets_sealed bytea,
  previous_secrets_sealed bytea,
  previous_secrets_until timestamp with time zone,
  replaced_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint payment_providers_pkey PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX payment_providers_now ON payment_providers USING btree (company_id, instrument_type) WHERE ((replaced_at IS NULL) AND (deleted_at IS NULL));
CREATE INDEX payment_providers_page ON payment_providers USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table payoff_quotes (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  good_through date not null,
  amount bigint not null,
  parts jsonb not null,
  created_at timestamp with time zone not null,
  constraint payoff_quotes_pkey PRIMARY KEY (person_id, id),
  constraint payoff_quotes_amount CHECK ((amount > 0)),
  constraint payoff_quotes_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX payoff_quotes_of_loan ON payoff_quotes USING btree (person_id, loan_id, "position" DESC);

-- distributed by subject: person_id
create table pending_notices (
  person_id text not null,
  once_key text not null,
  company_id text not null,
  subject text not null,
  source text not null,
  source_id text not null,
  channels text[],
  theme text,
  loan_id text,
  loan_person_id text,
  case_id text,
  statement_id text,
  transaction_id text,
  told jsonb not null,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint pending_notices_pkey PRIMARY KEY (person_id, once_key),
  constraint pending_notices_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint pending_notices_source CHECK ((source = ANY (ARRAY['event'::text, 'repayment'::text, 'case'::text, 'workflow'::text])))
);
CREATE INDEX pending_notices_due ON pending_notices USING btree (company_id, due_at, person_id, once_key);
CREATE INDEX pending_notices_of_case ON pending_notices USING btree (person_id, case_id) WHERE (case_id IS NOT NULL);

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
  erased_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint people_pkey PRIMARY KEY (person_id),
  constraint people_borrower_type CHECK ((borrower_type = ANY (ARRAY['person'::text, 'business'::text]))),
  constraint people_collections_intensity CHECK ((collections_intensity = ANY (ARRAY['light'::text, 'normal'::text, 'heavy'::text]))),
  constraint people_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX people_created ON people USING btree (company_id, created_at, "position", person_id);
CREATE INDEX people_external_id ON people USING btree (company_id, external_id, "position", person_id);
CREATE INDEX people_intensity ON people USING btree (company_id, collections_intensity, "position", person_id);
CREATE INDEX people_page ON people USING btree (company_id, "position" DESC, person_id DESC);
CREATE INDEX people_search ON people USING gin (search_tokens);
CREATE INDEX people_type ON people USING btree (company_id, borrower_type, "position", person_id) INCLUDE (status);
CREATE INDEX people_updated ON people USING btree (company_id, updated_at, "position", person_id);

-- on the coordinator
create table placed_commits (
  place bigint not null,
  position bigint not null,
  created_at timestamp with time zone not null,
  effective_at timestamp with time zone not null,
  shape integer not null,
  company_id text not null,
  subject_id text not null,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  message_id text,
  constraint placed_commits_pkey PRIMARY KEY (company_id, place)
);
CREATE INDEX placed_commits_case ON placed_commits USING btree (case_id, ((place >> 8))) WHERE (case_id IS NOT NULL);
CREATE UNIQUE INDEX placed_commits_commit ON placed_commits USING btree ("position", subject_id);
CREATE INDEX placed_commits_created ON placed_commits USING btree (company_id, created_at, ((place >> 8)), effective_at);
CREATE INDEX placed_commits_effective ON placed_commits USING btree (company_id, effective_at, ((place >> 8)));
CREATE INDEX placed_commits_loan ON placed_commits USING btree (loan_id, ((place >> 8))) WHERE (loan_id IS NOT NULL);
CREATE INDEX placed_commits_message ON placed_commits USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX placed_commits_period ON placed_commits USING btree (period_id) WHERE (period_id IS NOT NULL);
CREATE INDEX placed_commits_place ON placed_commits USING btree (place);
CREATE INDEX placed_commits_shape ON placed_commits USING btree (company_id, shape, ((place >> 8)));
CREATE INDEX placed_commits_subject ON placed_commits USING btree (subject_id, ((place >> 8)));
CREATE INDEX placed_commits_transaction ON placed_commits USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);

-- distributed by subject: person_id
create table population_members (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  supercase_id text not null,
  population_id text not null,
  loan_id text not null,
  case_id text,
  error_type text,
  created_at timestamp with time zone not null,
  constraint population_members_pkey PRIMARY KEY (person_id, id),
  constraint population_members_case FOREIGN KEY (person_id, case_id) REFERENCES cases(person_id, id),
  constraint population_members_person FOREIGN KEY (person_id) REFERENCES people(person_id)
);
CREATE INDEX population_members_of_case ON population_members USING btree (person_id, case_id);
CREATE INDEX population_members_of_supercase ON population_members USING btree (supercase_id, "position", id);
CREATE UNIQUE INDEX population_members_once ON population_members USING btree (person_id, supercase_id, loan_id);
CREATE INDEX population_members_page ON population_members USING btree (population_id, "position" DESC, id DESC);

-- on the coordinator
create table populations (
  id text not null,
  supercase_id text not null,
  company_id text not null,
  position bigint not null,
  name text,
  is_draft boolean not null,
  member_count integer not null,
  committed_at timestamp with time zone,
  operation_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint populations_pkey PRIMARY KEY (id),
  constraint populations_committed CHECK ((is_draft = (committed_at IS NULL)))
);
CREATE INDEX populations_of_supercase ON populations USING btree (supercase_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table prenotes (
  person_id text not null,
  instrument_id text not null,
  number integer not null,
  company_id text not null,
  attempt_id text not null,
  account_hash bytea,
  created_at timestamp with time zone not null,
  outcome text,
  ended_at timestamp with time zone,
  constraint prenotes_pkey PRIMARY KEY (person_id, instrument_id, number),
  constraint prenotes_outcome CHECK (((outcome IS NULL) = (ended_at IS NULL)))
);
CREATE INDEX prenotes_account ON prenotes USING btree (company_id, account_hash, created_at);

-- distributed by subject: person_id
create table promise_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  is_overdue boolean not null,
  made_on date not null,
  after_fact integer not null,
  start_date date not null,
  end_date date not null,
  grace_days integer not null,
  periods jsonb not null,
  described jsonb,
  zone text not null,
  cancel_reason text,
  act_at timestamp with time zone,
  timestamps jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint promise_plans_pkey PRIMARY KEY (person_id, id),
  constraint promise_plans_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX promise_plans_by_end ON promise_plans USING btree (company_id, end_date, "position", id);
CREATE INDEX promise_plans_by_start ON promise_plans USING btree (company_id, start_date, "position", id);
CREATE INDEX promise_plans_due ON promise_plans USING btree (company_id, act_at) WHERE (act_at IS NOT NULL);
CREATE INDEX promise_plans_of_loan ON promise_plans USING btree (person_id, loan_id, "position" DESC);
CREATE INDEX promise_plans_page ON promise_plans USING btree (company_id, "position" DESC, id DESC);
CREATE INDEX promise_plans_page_overdue ON promise_plans USING btree (company_id, is_overdue, "position" DESC, id DESC);
CREATE INDEX promise_plans_page_status ON promise_plans USING btree (company_id, status, "position" DESC, id DESC);

-- reference
create table promo_program_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  program_type text not null,
  promo_rate numeric,
  promo_duration_days integer not null,
  promo_grace_period_days integer not null,
  sac_disqualify_overdue_days integer,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint promo_program_types_pkey PRIMARY KEY (id),
  constraint promo_program_types_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX promo_program_types_page ON promo_program_types USING btree (company_id, "position" DESC, id DESC) WHERE (deleted_at IS NULL);

-- on the coordinator
create table provider_messages (
  company_id text not null,
  carrier_id text not null,
  event_id text not null,
  position bigint not null,
  outcome text not null,
  what text not null,
  code text,
  amount_cents bigint not null,
  provider_id text,
  attempt_id text,
  file_id text,
  told_sealed bytea not null,
  due_at bigint,
  waits_until bigint,
  received_at timestamp with time zone not null,
  constraint provider_messages_pkey PRIMARY KEY (company_id, carrier_id, event_id),
  constraint provider_messages_outcome CHECK ((outcome = ANY (ARRAY['taken'::text, 'known'::text, 'waiting'::text, 'break'::text])))
);
CREATE INDEX provider_messages_due ON provider_messages USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX provider_messages_file ON provider_messages USING btree (company_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX provider_messages_position ON provider_messages USING btree ("position");
CREATE INDEX provider_messages_waiting ON provider_messages USING btree (company_id, carrier_id) WHERE (outcome = 'waiting'::text);

-- distributed by subject: person_id
create table purchase_disputes (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  draw_id text not null,
  purchase_id text not null,
  position bigint not null,
  external_id text,
  status text not null,
  amount bigint not null,
  fact_id text not null,
  outcome_fact_id text,
  reposted_purchase_id text,
  case_id text,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint purchase_disputes_pkey PRIMARY KEY (person_id, id),
  constraint purchase_disputes_purchase FOREIGN KEY (person_id, purchase_id) REFERENCES purchases(person_id, id)
);
CREATE INDEX purchase_disputes_of_draw ON purchase_disputes USING btree (person_id, draw_id, "position");
CREATE INDEX purchase_disputes_of_purchase ON purchase_disputes USING btree (person_id, purchase_id, "position");
CREATE INDEX purchase_disputes_page ON purchase_disputes USING btree (person_id, loan_id, "position");

-- distributed by subject: person_id
create table purchases (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  draw_id text not null,
  position bigint not null,
  external_id text,
  type text not null,
  status text not null,
  amount bigint not null,
  refunded bigint not null,
  disputed bigint not null,
  refund_not_due bigint,
  purchase_date date not null,
  effective_at timestamp with time zone not null,
  time_of_day integer,
  fact_number integer,
  authorized_at timestamp with time zone,
  settled_at timestamp with time zone,
  fact_id text,
  authorization_id text,
  replaced_by text,
  original_id text,
  details jsonb not null,
  meta_data text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint purchases_pkey PRIMARY KEY (person_id, id),
  constraint purchases_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX purchases_effective ON purchases USING btree (loan_id, effective_at, "position");
CREATE INDEX purchases_known ON purchases USING btree (loan_id, COALESCE(authorized_at, settled_at, effective_at), "position");
CREATE INDEX purchases_of_draw ON purchases USING btree (draw_id, "position");
CREATE INDEX purchases_original ON purchases USING btree (person_id, original_id) WHERE (original_id IS NOT NULL);
CREATE INDEX purchases_page ON purchases USING btree (person_id, loan_id, "position");
CREATE INDEX purchases_unusual ON purchases USING btree (loan_id, "position") WHERE ((type <> 'regular'::text) OR (status <> 'settled'::text));

-- on the coordinator
create table queries (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  status text not null,
  version integer not null,
  sql text not null,
  parameters text not null,
  columns text not null,
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint queries_pkey PRIMARY KEY (id),
  constraint queries_status CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);
CREATE INDEX queries_page ON queries USING btree (company_id, "position" DESC, id DESC);

-- reference
create table query_logins (
  login text not null,
  company_id text not null,
  password_sealed bytea not null,
  constraint query_logins_pkey PRIMARY KEY (login)
);
CREATE UNIQUE INDEX query_logins_company ON query_logins USING btree (company_id);

-- on the coordinator
create table query_runs (
  id text not null,
  company_id text not null,
  position bigint not null,
  query_id text not null,
  version integer not null,
  parameters text not null,
  row_count bigint,
  is_personal boolean not null,
  answer_id uuid,
  page_starts int8[],
  columns text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint query_runs_pkey PRIMARY KEY (id),
  constraint query_runs_query FOREIGN KEY (query_id) REFERENCES queries(id)
);
CREATE INDEX query_runs_of_query ON query_runs USING btree (query_id, "position" DESC, id DESC);

-- on the coordinator
create table query_versions (
  query_id text not null,
  version integer not null,
  company_id text not null,
  sql text not null,
  parameters text not null,
  columns text not null,
  changed_by_type text not null,
  changed_by_id text,
  created_at timestamp with time zone not null,
  constraint query_versions_pkey PRIMARY KEY (query_id, version),
  constraint query_versions_query FOREIGN KEY (query_id) REFERENCES queries(id)
);

-- distributed by subject: person_id
create table queued_messages (
  person_id text not null,
  id text not null,
  company_id text not null,
  channel text not null,
  interaction_id text not null,
  due_at bigint not null,
  holder text,
  tries integer not null default 0,
  last_failure text,
  contact_id text,
  started_at timestamp with time zone,
  constraint queued_messages_pkey PRIMARY KEY (person_id, id)
);
CREATE INDEX queued_messages_due ON queued_messages USING btree (due_at);

-- reference
create table rate_caps (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  state text,
  max_rate numeric not null,
  effective_date date not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint rate_caps_pkey PRIMARY KEY (loan_type_id, id),
  constraint rate_caps_type FOREIGN KEY (loan_type_id) REFERENCES loan_types(id)
);
CREATE UNIQUE INDEX rate_caps_date ON rate_caps USING btree (loan_type_id, state, effective_date) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);

-- distributed by key: user_id
create table recovery_codes (
  user_id text not null,
  company_id text not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

-- reference
create table repayment_notifications (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  trigger text not null,
  subject text not null,
  day integer not null,
  day_type text not null,
  product_id text,
  channels text[] not null,
  status text not null,
  run_on date,
  run_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint repayment_notifications_pkey PRIMARY KEY (id),
  constraint repayment_notifications_run CHECK (((run_on IS NULL) = (run_at IS NULL))),
  constraint repayment_notifications_status CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX repayment_notifications_due ON repayment_notifications USING btree (company_id, run_at) WHERE (run_at IS NOT NULL);
CREATE INDEX repayment_notifications_page ON repayment_notifications USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table reporting_marks (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  code text not null,
  start_date date not null,
  end_date date,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint reporting_marks_pkey PRIMARY KEY (person_id, id),
  constraint reporting_marks_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX reporting_marks_of_loan ON reporting_marks USING btree (person_id, loan_id, "position" DESC);

-- on the coordinator
create table resting_channels (
  channel text not null,
  why text,
  rests_since bigint,
  rests_until bigint,
  said_at bigint not null,
  constraint resting_channels_pkey PRIMARY KEY (channel)
);

-- reference
create table roles (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  default_kind text,
  permissions text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint roles_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX roles_external ON roles USING btree (company_id, external_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX roles_name ON roles USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX roles_page ON roles USING btree (company_id, "position" DESC, id DESC);

-- reference
create table routing_numbers (
  routing_number text not null,
  name text not null,
  new_routing_number text,
  constraint routing_numbers_pkey PRIMARY KEY (routing_number)
);

-- reference
create table rule_books (
  company_id text not null,
  set_number integer not null,
  version text not null,
  constraint rule_books_pkey PRIMARY KEY (company_id)
);

-- reference
create table rule_sets_taken (
  company_id text not null,
  set_number integer not null,
  taken_by_type text not null,
  taken_by_id text,
  taken_at timestamp with time zone not null,
  constraint rule_sets_taken_pkey PRIMARY KEY (company_id, set_number)
);

-- distributed by subject: person_id
create table scra_caps (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  service_id text not null,
  annual_rate text not null,
  start_on date not null,
  end_on date,
  capped_from date not null,
  notice_on date not null,
  fact_id text not null,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint scra_caps_pkey PRIMARY KEY (person_id, id),
  constraint scra_caps_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX scra_caps_of_loan ON scra_caps USING btree (person_id, loan_id, "position" DESC);

-- distributed by key: user_id
create table sessions (
  id text not null,
  user_id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  parent_id text,
  permissions text[],
  method text not null,
  address_sealed bytea not null,
  refresh_hash bytea,
  previous_refresh_hash bytea,
  refreshed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX sessions_expired ON sessions USING btree (expires_at);
CREATE INDEX sessions_page ON sessions USING btree (user_id, "position" DESC, id DESC);

-- distributed by key: attempt_hash
create table sign_in_attempts (
  attempt_hash bytea not null,
  company_id text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  free_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (attempt_hash)
);
CREATE INDEX sign_in_attempts_expired ON sign_in_attempts USING btree (last_at);

-- on the coordinator
create table simulated_charges (
  company_id text not null,
  key text not null,
  id text not null,
  body_hash text not null,
  outcome text not null,
  deed text not null,
  rail text not null,
  amount_cents bigint not null,
  instrument_hash text not null,
  last_four text not null,
  behaviour text not null,
  of_id text,
  round integer not null,
  code text,
  settles_on date,
  settles_at timestamp with time zone,
  heard_at timestamp with time zone not null,
  constraint simulated_charges_pkey PRIMARY KEY (company_id, key),
  constraint simulated_charges_outcome CHECK ((outcome = ANY (ARRAY['unheard'::text, 'refused'::text, 'accepted'::text, 'voided'::text])))
);
CREATE UNIQUE INDEX simulated_charges_id ON simulated_charges USING btree (company_id, id);
CREATE INDEX simulated_charges_of ON simulated_charges USING btree (company_id, of_id) WHERE (of_id IS NOT NULL);
CREATE INDEX simulated_charges_refused ON simulated_charges USING btree (company_id, instrument_hash) WHERE (outcome = 'refused'::text);

-- on the coordinator
create table simulated_lists (
  company_id text not null,
  last_place bigint not null,
  constraint simulated_lists_pkey PRIMARY KEY (company_id)
);

-- on the coordinator
create table simulated_notices (
  company_id text not null,
  id text not null,
  charge_id text not null,
  charge_key text not null,
  carrier text not null,
  at timestamp with time zone not null,
  what text not null,
  code text,
  amount_cents bigint not null,
  moves_cents bigint not null,
  on_day date,
  respond_by date,
  case_number text,
  corrected text,
  due_at timestamp with time zone,
  times integer not null,
  failures integer not null,
  is_forged boolean not null,
  place bigint,
  constraint simulated_notices_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX simulated_notices_charge ON simulated_notices USING btree (company_id, charge_id);
CREATE INDEX simulated_notices_due ON simulated_notices USING btree (company_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX simulated_notices_list ON simulated_notices USING btree (company_id, place) WHERE (place IS NOT NULL);
CREATE INDEX simulated_notices_open ON simulated_notices USING btree (company_id, at) WHERE (place IS NULL);

-- distributed by key: assertion_hash
create table single_sign_on_assertions (
  assertion_hash bytea not null,
  company_id text not null,
  expires_at timestamp with time zone not null,
  constraint single_sign_on_assertions_pkey PRIMARY KEY (assertion_hash)
);
CREATE INDEX single_sign_on_assertions_by_end ON single_sign_on_assertions USING btree (expires_at);

-- reference
create table single_sign_on_connections (
  id uuid not null,
  company_id text not null,
  settings jsonb not null,
  client_secret_sealed bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint single_sign_on_connections_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX single_sign_on_connections_company ON single_sign_on_connections USING btree (company_id);

-- distributed by key: network_hash
create table single_sign_on_networks (
  network_hash bytea not null,
  company_id text not null,
  expires_at timestamp with time zone not null,
  constraint single_sign_on_networks_pkey PRIMARY KEY (network_hash)
);
CREATE INDEX single_sign_on_networks_by_end ON single_sign_on_networks USING btree (expires_at);

-- distributed by key: request_hash
create table single_sign_on_requests (
  request_hash bytea not null,
  company_id text not null,
  browser_hash bytea,
  return_to text not null,
  page_state text,
  expires_at timestamp with time zone not null,
  constraint single_sign_on_requests_pkey PRIMARY KEY (request_hash)
);
CREATE INDEX single_sign_on_requests_by_end ON single_sign_on_requests USING btree (expires_at);

-- distributed by subject: person_id
create table spoken_rules (
  person_id text not null,
  interaction_id text not null,
  rule_id text not null,
  outcome text not null,
  company_id text not null,
  at timestamp with time zone not null,
  constraint spoken_rules_pkey PRIMARY KEY (person_id, interaction_id, rule_id, outcome),
  constraint spoken_rules_interaction FOREIGN KEY (person_id, interaction_id) REFERENCES interactions(person_id, id),
  constraint spoken_rules_outcome CHECK ((outcome = ANY (ARRAY['held'::text, 'dropped'::text, 'sent'::text, 'made'::text, 'warned'::text])))
);
CREATE INDEX spoken_rules_at ON spoken_rules USING btree (company_id, at);

-- distributed by subject: person_id
create table stated_discharges (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  event_code text not null,
  event_on date not null,
  principal bigint not null,
  interest bigint not null,
  is_for_business boolean not null,
  is_personally_liable boolean not null,
  property_value bigint,
  property_description text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint stated_discharges_pkey PRIMARY KEY (person_id, loan_id),
  constraint stated_discharges_amounts CHECK (((principal > 0) AND (interest >= 0))),
  constraint stated_discharges_code CHECK ((event_code = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text, 'F'::text, 'G'::text, 'H'::text]))),
  constraint stated_discharges_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX stated_discharges_by_day ON stated_discharges USING btree (company_id, event_on, person_id, loan_id);

-- distributed by subject: person_id
create table statement_turns (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  act_at timestamp with time zone not null,
  changed_from date,
  constraint statement_turns_pkey PRIMARY KEY (person_id, loan_id),
  constraint statement_turns_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX statement_turns_due ON statement_turns USING btree (company_id, act_at);

-- distributed by subject: person_id
create table stopped_accounts (
  person_id text not null,
  account_hash bytea not null,
  company_id text not null,
  failures integer not null,
  stopped_position bigint,
  updated_at timestamp with time zone not null,
  constraint stopped_accounts_pkey PRIMARY KEY (person_id, account_hash)
);

-- on the coordinator
create table supercase_notes (
  id text not null,
  supercase_id text not null,
  company_id text not null,
  position bigint not null,
  is_global boolean not null,
  important boolean not null,
  sensitive_data boolean not null,
  content_sealed bytea not null,
  operation_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint supercase_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX supercase_notes_of_supercase ON supercase_notes USING btree (supercase_id, "position" DESC, id DESC);

-- on the coordinator
create table supercases (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  supercase_type text not null,
  name text not null,
  description text,
  event_started_at timestamp with time zone,
  status text not null,
  status_updated_at timestamp with time zone not null,
  outcome text,
  subcase_type_id text,
  subcase_name text,
  auto_created boolean not null,
  fema_disaster_number integer,
  fema_monitoring_end_date date,
  fema_disaster_details jsonb,
  contact_work_id text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint supercases_pkey PRIMARY KEY (id),
  constraint supercases_outcome CHECK (((status = 'completed'::text) = (outcome IS NOT NULL))),
  constraint supercases_status CHECK ((status = ANY (ARRAY['initiated'::text, 'processing'::text, 'completed'::text, 'canceled'::text, 'reopened'::text])))
);
CREATE INDEX supercases_by_creation ON supercases USING btree (company_id, created_at, "position", id);
CREATE INDEX supercases_by_name ON supercases USING btree (company_id, name, "position", id);
CREATE INDEX supercases_by_status ON supercases USING btree (company_id, status, "position", id);
CREATE INDEX supercases_by_type ON supercases USING btree (company_id, supercase_type, "position", id);
CREATE INDEX supercases_page ON supercases USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table tax_filings (
  id text not null,
  company_id text not null,
  position bigint not null,
  tax_year integer not null,
  is_correction boolean not null,
  includes_interest boolean not null,
  state text not null,
  operation_id text not null,
  num_forms integer,
  num_without_tin integer,
  total_amount bigint,
  left_out jsonb not null,
  sent_on date,
  receipt_id text,
  error_message text,
  finished_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint tax_filings_pkey PRIMARY KEY (id),
  constraint tax_filings_sent CHECK (((state = 'sent'::text) = (sent_on IS NOT NULL))),
  constraint tax_filings_state CHECK ((state = ANY (ARRAY['initiated'::text, 'running'::text, 'made'::text, 'sent'::text, 'discarded'::text, 'failed'::text])))
);
CREATE INDEX tax_filings_by_state ON tax_filings USING btree (company_id, state, "position" DESC, id DESC);
CREATE INDEX tax_filings_by_year ON tax_filings USING btree (company_id, tax_year, "position" DESC, id DESC);
CREATE UNIQUE INDEX tax_filings_once ON tax_filings USING btree (company_id, tax_year) WHERE (state = ANY (ARRAY['initiated'::text, 'running'::text, 'made'::text]));
CREATE INDEX tax_filings_page ON tax_filings USING btree (company_id, "position" DESC, id DESC);

-- on the coordinator
create table tax_forms (
  id text not null,
  company_id text not null,
  position bigint not null,
  filing_id text not null,
  tax_year integer not null,
  number integer not null,
  person_id text not null,
  loan_id text not null,
  kind text not null,
  error_type integer,
  corrects_form_id text,
  event_code text not null,
  event_on date not null,
  amount bigint not null,
  interest bigint,
  is_personally_liable boolean not null,
  property_value bigint,
  is_without_tin boolean not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint tax_forms_pkey PRIMARY KEY (id),
  constraint tax_forms_corrected FOREIGN KEY (corrects_form_id) REFERENCES tax_forms(id),
  constraint tax_forms_corrects CHECK (((kind = 'correction'::text) = (corrects_form_id IS NOT NULL))),
  constraint tax_forms_error CHECK (((kind = 'correction'::text) = (error_type IS NOT NULL))),
  constraint tax_forms_filing FOREIGN KEY (filing_id) REFERENCES tax_filings(id),
  constraint tax_forms_kind CHECK ((kind = ANY (ARRAY['original'::text, 'correction'::text])))
);
CREATE UNIQUE INDEX tax_forms_of_filing ON tax_forms USING btree (filing_id, number);
CREATE INDEX tax_forms_of_loan ON tax_forms USING btree (company_id, tax_year, loan_id, person_id, "position" DESC, id DESC);
CREATE INDEX tax_forms_page ON tax_forms USING btree (filing_id, "position" DESC, id DESC);
CREATE INDEX tax_forms_without_tin ON tax_forms USING btree (filing_id, is_without_tin, "position" DESC, id DESC);

-- reference
create table team_members (
  team_id text not null,
  user_id text not null,
  company_id text not null,
  created_at timestamp with time zone not null,
  constraint team_members_pkey PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_user ON team_members USING btree (user_id);

-- reference
create table teams (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint teams_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX teams_external ON teams USING btree (company_id, external_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX teams_name ON teams USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX teams_page ON teams USING btree (company_id, "position" DESC, id DESC);

-- reference
create table template_descriptors (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  subject text not null,
  channel text not null,
  language text not null,
  product_id text,
  name text,
  sensitive boolean not null,
  enabled boolean not null,
  active_version_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint template_descriptors_pkey PRIMARY KEY (id),
  constraint template_descriptors_channel CHECK ((channel = ANY (ARRAY['email'::text, 'text'::text, 'voice'::text, 'mail'::text, 'document'::text, 'gui'::text, 'chat'::text]))),
  constraint template_descriptors_product FOREIGN KEY (product_id) REFERENCES loan_types(id)
);
CREATE UNIQUE INDEX template_descriptors_message ON template_descriptors USING btree (company_id, subject, channel, language, product_id) NULLS NOT DISTINCT;
CREATE INDEX template_descriptors_page ON template_descriptors USING btree (company_id, "position" DESC, id DESC);

-- reference
create table template_versions (
  id text not null,
  company_id text not null,
  position bigint not null,
  descriptor_id text not null,
  subject_line_template text,
  content_text_template text,
  content_html_template text,
  warnings text not null,
  writers text[] not null,
  published_at timestamp with time zone,
  deprecated_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint template_versions_pkey PRIMARY KEY (id),
  constraint template_versions_descriptor FOREIGN KEY (descriptor_id) REFERENCES template_descriptors(id)
);
CREATE INDEX template_versions_of_descriptor ON template_versions USING btree (descriptor_id, "position" DESC, id DESC);
CREATE INDEX template_versions_page ON template_versions USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: company_id
create table test_clocks (
  company_id text not null,
  now_at timestamp with time zone,
  operation_id text,
  constraint test_clocks_pkey PRIMARY KEY (company_id)
);

-- distributed by key: user_id
create table totp_secrets (
  user_id text not null,
  company_id text not null,
  secret_sealed bytea,
  pending_sealed bytea,
  pending_until timestamp with time zone,
  last_step integer not null,
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id)
);

-- distributed by subject: person_id
create table transactions (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  transaction_type text not null,
  status text not null,
  is_external boolean not null,
  amount bigint not null,
  effective_on date not null,
  original_effective_on date not null,
  instrument_id text,
  fact_id text,
  release_at timestamp with time zone,
  paid_principal bigint not null,
  paid_interest bigint not null,
  paid_fees bigint not null,
  paid_over bigint not null,
  applied_at timestamp with time zone,
  details jsonb not null,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint transactions_pkey PRIMARY KEY (person_id, id),
  constraint transactions_fact CHECK ((split_part(fact_id, '.'::text, 1) = id)),
  constraint transactions_loan FOREIGN KEY (person_id, loan_id) REFERENCES loans(person_id, id)
);
CREATE INDEX transactions_page ON transactions USING btree (person_id, loan_id, "position" DESC, id DESC);
CREATE INDEX transactions_release ON transactions USING btree (company_id, release_at) WHERE (release_at IS NOT NULL);
CREATE INDEX transactions_under_way ON transactions USING btree (person_id, loan_id) WHERE (status = ANY (ARRAY['scheduled'::text, 'initiated'::text]));

-- distributed by subject: person_id
create table trial_deposits (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  instrument_id text not null,
  carrier_id text not null,
  account_hash bytea,
  amounts_sealed bytea,
  first_outcome text,
  second_outcome text,
  tries integer not null default 0,
  open_until timestamp with time zone,
  created_at timestamp with time zone not null,
  end_reason text,
  ended_at timestamp with time zone,
  constraint trial_deposits_pkey PRIMARY KEY (person_id, id),
  constraint trial_deposits_tries CHECK (((tries >= 0) AND (tries <= 3)))
);
CREATE INDEX trial_deposits_account ON trial_deposits USING btree (company_id, account_hash, created_at);
CREATE INDEX trial_deposits_instrument ON trial_deposits USING btree (person_id, instrument_id, "position" DESC);

-- reference
create table user_names (
  user_id text not null,
  company_id text not null,
  user_type text not null,
  name_type text not null,
  name_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint user_names_pkey PRIMARY KEY (user_id, name_type)
);
CREATE UNIQUE INDEX user_names_taken ON user_names USING btree (company_id, user_type, name_type, name_hash);

-- reference
create table user_roles (
  user_id text not null,
  role_id text not null,
  company_id text not null,
  created_at timestamp with time zone not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role ON user_roles USING btree (role_id);

-- reference
create table users (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  user_type text not null,
  status text not null,
  user_number integer not null,
  person_id text,
  employee_id text,
  profile_sealed bytea,
  unconfirmed_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_employee ON users USING btree (employee_id) WHERE (employee_id IS NOT NULL);
CREATE INDEX users_employees ON users USING btree (company_id, "position" DESC, employee_id DESC) WHERE (employee_id IS NOT NULL);
CREATE UNIQUE INDEX users_external ON users USING btree (company_id, external_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_number ON users USING btree (company_id, user_number);
CREATE INDEX users_page ON users USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX users_person ON users USING btree (company_id, person_id) WHERE ((person_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX users_status ON users USING btree (company_id, status, "position" DESC, id DESC);
CREATE INDEX users_type ON users USING btree (company_id, user_type, "position" DESC, id DESC);

-- distributed by subject: person_id
create table verification_attempts (
  person_id text not null,
  id text not null,
  company_id text not null,
  verification_id text not null,
  position bigint not null,
  is_success boolean not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamp with time zone not null,
  constraint verification_attempts_pkey PRIMARY KEY (person_id, id),
  constraint verification_attempts_verification FOREIGN KEY (person_id, verification_id) REFERENCES verifications(person_id, id)
);
CREATE INDEX verification_attempts_of ON verification_attempts USING btree (person_id, verification_id, "position");
CREATE INDEX verification_attempts_wrong ON verification_attempts USING btree (person_id, "position" DESC) WHERE (NOT is_success);

-- reference
create table verification_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text,
  method text not null,
  expiration_in_secs integer not null,
  max_sessions_recent_past integer not null,
  recent_past_secs integer not null,
  max_attempts_per_session integer not null,
  enabled_question_ids text[],
  criteria text,
  unlocks text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint verification_types_pkey PRIMARY KEY (id),
  constraint verification_types_method CHECK ((method = ANY (ARRAY['questions'::text, 'code'::text])))
);
CREATE INDEX verification_types_page ON verification_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table verifications (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  verification_type_id text,
  method text not null,
  status text not null,
  agent_user_id text,
  session_id text,
  created_by_type text not null,
  created_by_id text,
  question_ids text[] not null,
  contact_id text,
  code_hash bytea,
  max_attempts integer not null,
  attempts_made integer not null,
  unlocks text[] not null,
  expires_at timestamp with time zone not null,
  counts_from timestamp with time zone not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint verifications_pkey PRIMARY KEY (person_id, id),
  constraint verifications_attempts CHECK (((attempts_made >= 0) AND (attempts_made <= max_attempts))),
  constraint verifications_person FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint verifications_status CHECK ((status = ANY (ARRAY['inProgress'::text, 'succeeded'::text, 'failed'::text]))),
  constraint verifications_type FOREIGN KEY (verification_type_id) REFERENCES verification_types(id)
);
CREATE INDEX verifications_of_session ON verifications USING btree (person_id, session_id) WHERE (status = 'succeeded'::text);
CREATE INDEX verifications_of_type ON verifications USING btree (verification_type_id);
CREATE INDEX verifications_page ON verifications USING btree (person_id, "position" DESC, id DESC);
CREATE INDEX verifications_wait ON verifications USING btree (person_id, counts_from DESC);

-- distributed by subject: subject_id
create table waiting_audit (
  subject_id text not null,
  position bigint not null,
  company_id text not null,
  created_at timestamp with time zone not null,
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
  constraint waiting_audit_pkey PRIMARY KEY (subject_id, "position")
);

-- distributed by subject: subject_id
create table waiting_commits (
  position bigint not null,
  subject_id text not null,
  company_id text not null,
  constraint waiting_commits_pkey PRIMARY KEY (subject_id, "position")
);
CREATE INDEX waiting_commits_position ON waiting_commits USING btree ("position");

-- on the coordinator
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

-- on the coordinator
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

-- reference
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

-- reference
create table workflow_definitions (
  workflow_type_id text not null,
  company_id text not null,
  part_type_ids text[] not null,
  definition jsonb not null,
  constraint workflow_definitions_pkey PRIMARY KEY (workflow_type_id),
  constraint workflow_definitions_type FOREIGN KEY (workflow_type_id) REFERENCES workflow_types(id)
);

-- distributed by subject: owner_id
create table workflow_items (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  step_id text not null,
  case_id text not null,
  workitem_type_id text not null,
  key text not null,
  name text not null,
  kind text not null,
  is_required boolean not null,
  status text not null,
  outcome text,
  assigned_employee_id text,
  assigned_user_id text,
  assigned_team_id text,
  assigned_role_id text,
  is_of_owner boolean not null,
  assigned_by_ids text[] not null,
  taken_by_id text,
  taken_until timestamp with time zone,
  late_at timestamp with time zone,
  next_late_at timestamp with time zone,
  is_late boolean not null,
  acts_at timestamp with time zone,
  look_at timestamp with time zone,
  waits_for text,
  tries integer not null,
  error_type text,
  made_id text,
  needs_preview boolean not null,
  preview_sealed bytea,
  details_sealed bytea,
  ended_by_type text,
  ended_by_id text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint workflow_items_pkey PRIMARY KEY (owner_id, id),
  constraint workflow_items_kind CHECK ((kind = ANY (ARRAY['checklist'::text, 'form'::text, 'document'::text, 'call'::text, 'approval'::text, 'automatic'::text, 'wait'::text]))),
  constraint workflow_items_status CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'acting'::text, 'failed'::text, 'completed'::text, 'skipped'::text, 'canceled'::text]))),
  constraint workflow_items_step FOREIGN KEY (owner_id, step_id) REFERENCES workflow_steps(owner_id, id)
);
CREATE INDEX workflow_items_by_creation ON workflow_items USING btree (company_id, created_at, "position", id) WHERE (status = ANY (ARRAY['open'::text, 'failed'::text]));
CREATE INDEX workflow_items_look ON workflow_items USING btree (company_id, look_at, owner_id, id) WHERE (look_at IS NOT NULL);
CREATE INDEX workflow_items_of_step ON workflow_items USING btree (owner_id, step_id, "position", id);
CREATE INDEX workflow_items_previews ON workflow_items USING btree (company_id, acts_at, owner_id, id) WHERE needs_preview;
CREATE INDEX workflow_items_tasks ON workflow_items USING btree (company_id, "position" DESC, id DESC) WHERE (status = ANY (ARRAY['open'::text, 'failed'::text]));
CREATE INDEX workflow_items_waiting ON workflow_items USING btree (owner_id, waits_for) WHERE (waits_for IS NOT NULL);

-- distributed by subject: owner_id
create table workflow_moves (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  step_id text,
  workitem_id text,
  verb text not null,
  reason text,
  words_sealed bytea,
  actor_type text not null,
  actor_id text,
  created_at timestamp with time zone not null,
  constraint workflow_moves_pkey PRIMARY KEY (owner_id, id),
  constraint workflow_moves_workflow FOREIGN KEY (owner_id, workflow_id) REFERENCES workflows(owner_id, id)
);
CREATE INDEX workflow_moves_page ON workflow_moves USING btree (owner_id, workflow_id, "position" DESC, id DESC);

-- distributed by subject: person_id
create table workflow_papers (
  person_id text not null,
  id text not null,
  company_id text not null,
  last_failure text,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  constraint workflow_papers_pkey PRIMARY KEY (person_id, id)
);
CREATE INDEX workflow_papers_due ON workflow_papers USING btree (due_at) WHERE (due_at IS NOT NULL);

-- distributed by key: id
create table workflow_places (
  id text not null,
  company_id text not null,
  owner_id text not null,
  constraint workflow_places_pkey PRIMARY KEY (id)
);

-- reference
create table workflow_step_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  external_id text,
  name text not null,
  description text not null,
  workitem_type_ids text[] not null,
  entry_condition text,
  exit_rule jsonb not null,
  makers text[] not null,
  constraint workflow_step_types_pkey PRIMARY KEY (id),
  constraint workflow_step_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint workflow_step_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX workflow_step_types_active ON workflow_step_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX workflow_step_types_draft ON workflow_step_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX workflow_step_types_page ON workflow_step_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: owner_id
create table workflow_steps (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  workflow_id text not null,
  step_type_id text not null,
  name text not null,
  visit integer not null,
  status text not null,
  reason text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  constraint workflow_steps_pkey PRIMARY KEY (owner_id, id),
  constraint workflow_steps_status CHECK ((status = ANY (ARRAY['current'::text, 'completed'::text, 'skipped'::text, 'canceled'::text]))),
  constraint workflow_steps_workflow FOREIGN KEY (owner_id, workflow_id) REFERENCES workflows(owner_id, id)
);
CREATE INDEX workflow_steps_page ON workflow_steps USING btree (owner_id, workflow_id, "position" DESC, id DESC);

-- reference
create table workflow_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  external_id text,
  name text not null,
  description text not null,
  steps jsonb not null,
  makers text[] not null,
  constraint workflow_types_pkey PRIMARY KEY (id),
  constraint workflow_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint workflow_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX workflow_types_active ON workflow_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX workflow_types_draft ON workflow_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX workflow_types_page ON workflow_types USING btree (company_id, "position" DESC, id DESC);

-- reference
create table workflow_workitem_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamp with time zone,
  published_by integer,
  deprecated_at timestamp with time zone,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  external_id text,
  name text not null,
  description text not null,
  key text not null,
  kind text not null,
  is_required boolean not null,
  assignee jsonb not null,
  due jsonb,
  when_late jsonb,
  retry jsonb,
  checklist jsonb,
  form jsonb,
  document jsonb,
  call jsonb,
  approval jsonb,
  automatic jsonb,
  wait jsonb,
  makers text[] not null,
  constraint workflow_workitem_types_pkey PRIMARY KEY (id),
  constraint workflow_workitem_types_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'deprecated'::text]))),
  constraint workflow_workitem_types_version UNIQUE (company_id, type_id, version)
);
CREATE UNIQUE INDEX workflow_workitem_types_active ON workflow_workitem_types USING btree (company_id, type_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX workflow_workitem_types_draft ON workflow_workitem_types USING btree (company_id, type_id) WHERE (status = 'draft'::text);
CREATE INDEX workflow_workitem_types_page ON workflow_workitem_types USING btree (company_id, "position" DESC, id DESC);

-- distributed by subject: owner_id
create table workflows (
  owner_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  workflow_type_id text not null,
  type_number integer not null,
  name text not null,
  status text not null,
  step_id text,
  visits jsonb not null,
  outcomes jsonb not null,
  forms_sealed bytea,
  reason text,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone,
  given_by_ids text[] not null,
  approved_loan_ids text[],
  constraint workflows_pkey PRIMARY KEY (owner_id, id),
  constraint workflows_status CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'canceled'::text])))
);
CREATE INDEX workflows_by_case ON workflows USING btree (company_id, case_id, "position", id);
CREATE INDEX workflows_by_status ON workflows USING btree (company_id, status, "position", id);
CREATE INDEX workflows_by_type ON workflows USING btree (company_id, workflow_type_id, "position", id);
CREATE INDEX workflows_of_case ON workflows USING btree (owner_id, case_id, "position" DESC, id DESC);
CREATE INDEX workflows_page ON workflows USING btree (company_id, "position" DESC, id DESC);
CREATE UNIQUE INDEX workflows_running ON workflows USING btree (owner_id, case_id, type_number) WHERE (status = 'running'::text);

-- reference
create table zip_counties (
  company_id text not null,
  postal_code text not null,
  county_fips text[] not null,
  makers text[] not null,
  updated_at timestamp with time zone not null,
  constraint zip_counties_pkey PRIMARY KEY (company_id, postal_code)
);
