-- Orders to move money, who carries them and who let them go; the simulator; files of the clearing house.

-- Who carries the orders of a company, for each kind of instrument. One that was replaced stays: it is asked for the
-- orders that it has, and tells of them.
create table payment_providers (
  company_id text not null,
  id text not null,
  position bigint not null,
  instrument_type text not null,
  kind text not null,
  -- What may be shown.
  settings jsonb not null,
  -- The credentials as JSON, sealed with the company's key. Null: it needs none, or was deleted.
  secrets_sealed bytea,
  -- During a rotation those before are good too, until this machine instant.
  previous_secrets_sealed bytea,
  previous_secrets_until timestamptz,
  -- Another one took its place.
  replaced_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint payment_providers_pkey primary key (company_id, id)
);
create index payment_providers_page on payment_providers (company_id, position desc, id desc);
create unique index payment_providers_now on payment_providers (company_id, instrument_type)
  where replaced_at is null and deleted_at is null;

-- When a provider is asked for news, where its list goes on, and how it went. Machine instants, in microseconds.
create table payment_provider_work (
  company_id text not null,
  provider_id text not null,
  due_at bigint not null,
  -- Where its list goes on; null: from its beginning.
  place text,
  failures integer not null default 0,
  last_failure text,
  last_reached_at timestamptz,
  constraint payment_provider_work_pkey primary key (company_id, provider_id)
);
create index payment_provider_work_due on payment_provider_work (due_at);

-- What providers told by themselves, as it came, kept before anybody has understood it.
create table payment_notices (
  company_id text not null,
  carrier_id text not null,
  -- The provider's id of the message; of one that cannot be read the hash of its bytes.
  event_id text not null,
  state text not null,
  -- The bytes and what was read from them, as JSON, sealed with the company's key.
  content_sealed bytea not null,
  received_at timestamptz not null,
  -- Columns of claimed work. No time: it was taken.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  constraint payment_notices_pkey primary key (company_id, carrier_id, event_id),
  constraint payment_notices_state check (state in ('kept', 'taken', 'unreadable'))
);
create index payment_notices_due on payment_notices (due_at) where due_at is not null;
create index payment_notices_waiting on payment_notices (company_id, carrier_id, received_at) where state <> 'taken';
-- They go after half a year.
create index payment_notices_old on payment_notices (received_at);

-- Orders that were given to providers, each under one key and with one body, and what became of them.
create table payment_attempts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- What the order is for. Its key is `<subject_id>.<number>`.
  subject_kind text not null,
  subject_id text not null,
  number integer not null,
  state text not null,
  rail text not null,
  deed text not null,
  -- Of a trial deposit 0: its amount stands in the sealed body alone. By a verification of a card no money moves.
  amount_cents bigint not null,
  instrument_id text not null,
  carrier_id text not null,
  carrier_kind text not null,
  entry_date date,
  -- Of money out: for what. Bounds count by it, by the account, whoever has it, and by whoever ordered.
  payout_kind text,
  -- A keyed hash of the number to which money goes. Null: not of money out, or erased.
  account_token bytea,
  -- With it a second person has let it go.
  approval_id text,
  -- The order as it is sent, as JSON, sealed with the key of the person. Null: erased.
  body_sealed bytea,
  -- The provider's id of it, and that of the order it takes back.
  provider_id text,
  of_provider_id text,
  -- Of what was disputed.
  disputed_cents bigint,
  -- Why it was refused or came back: our word, and the code of the network or the provider.
  reason text,
  code text,
  -- Each claim raises it: who has an older number changes nothing any more.
  claim integer not null default 0,
  -- When the machine must look again, in microseconds of its clock: the end of a claim, or a job that may be lost.
  held_until bigint,
  -- How often it was asked for in vain.
  asked integer not null default 0,
  -- The business instant at which something is to be done next.
  act_at timestamptz,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  accepted_at timestamptz,
  settled_on date,
  confirmed_at timestamptz,
  -- When money last came back, was disputed, or was won back, by the provider's clock: what is told of an earlier
  -- instant was overtaken, and changes nothing any more.
  turned_at timestamptz,
  ended_at timestamptz,
  constraint payment_attempts_pkey primary key (person_id, id),
  constraint payment_attempts_number unique (person_id, subject_id, number),
  constraint payment_attempts_amount
    check (amount_cents > 0 or (amount_cents = 0 and (subject_kind = 'trialDeposit' or deed = 'verify')))
);
create index payment_attempts_due on payment_attempts (company_id, act_at);
-- Limits count what was ordered within a day.
create index payment_attempts_day on payment_attempts (company_id, created_at);
create index payment_attempts_held on payment_attempts (held_until) where held_until is not null;
-- What is in transit is proved each day.
create index payment_attempts_in_transit on payment_attempts (company_id, carrier_id)
  where accepted_at is not null and settled_on is null;
-- What a provider tells names our key or its own id.
create index payment_attempts_key on payment_attempts (company_id, subject_id, number);
create index payment_attempts_provider_id on payment_attempts (company_id, carrier_id, provider_id)
  where provider_id is not null;
create index payment_attempts_payouts on payment_attempts (company_id, payout_kind, created_at) where payout_kind is not null;
create index payment_attempts_account on payment_attempts (company_id, account_token, created_at)
  where account_token is not null;
-- The metrics count orders without an answer each time they are asked for: they must not read every order for it.
create index payment_attempts_unknown on payment_attempts (asked) where state = 'unknown';

-- Whose order money out counts as: whoever ordered it alone, or each who prepared what the service ordered for them. An
-- order that follows from the loans alone, or that two persons let go, has no row.
create table payment_orderers (
  person_id text not null,
  attempt_id text not null,
  -- The user, or the key that no user has made.
  ordered_by text not null,
  company_id text not null,
  created_at timestamptz not null,
  constraint payment_orderers_pkey primary key (person_id, attempt_id, ordered_by)
);
-- Limits count what one person ordered within a day.
create index payment_orderers_day on payment_orderers (company_id, ordered_by, created_at);

-- What providers have told, each message once.
create table provider_messages (
  company_id text not null,
  carrier_id text not null,
  -- The provider's own id of the message.
  event_id text not null,
  position bigint not null,
  -- taken, known (it changed nothing), waiting (for an attempt that nobody knows yet), break
  outcome text not null,
  what text not null,
  code text,
  amount_cents bigint not null,
  provider_id text,
  attempt_id text,
  -- The file that has told it; null: no file.
  file_id text,
  -- The message as JSON, sealed with the key of the company.
  told_sealed bytea not null,
  -- One that waits is looked at again then, in microseconds of the machine clock, and is a break after `waits_until`.
  due_at bigint,
  waits_until bigint,
  received_at timestamptz not null,
  constraint provider_messages_pkey primary key (company_id, carrier_id, event_id),
  constraint provider_messages_outcome check (outcome in ('taken', 'known', 'waiting', 'break'))
);
create index provider_messages_due on provider_messages (due_at) where due_at is not null;
-- Messages that wait for an order are counted, so that nobody fills the table with them.
create index provider_messages_waiting on provider_messages (company_id, carrier_id) where outcome = 'waiting';
-- What providers have told goes after a while, by its position.
create index provider_messages_position on provider_messages (position);
create index provider_messages_file on provider_messages (company_id, file_id) where file_id is not null;

-- The switch that stops all orders of a company; each company has its row, so that there is one to lock.
create table money_switches (
  company_id text not null,
  -- Null: orders are sent.
  stopped_at timestamptz,
  reason text,
  constraint money_switches_pkey primary key (company_id)
);

-- Whoever counts what a company has moved holds its row until the commit; each company has one.
create table money_turns (
  company_id text not null,
  -- So many were taken.
  turns bigint not null,
  constraint money_turns_pkey primary key (company_id)
);

-- Orders of money out that wait for a second person: above an amount that the company sets, none goes out by the word
-- of one alone.
create table payment_approvals (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- What waits, for whoever ordered it hears how it was decided.
  subject_kind text not null,
  subject_id text not null,
  loan_id text,
  kind text not null,
  status text not null,
  amount bigint not null,
  instrument_id text not null,
  -- borrower or merchant: `instrument_id` is that merchant then.
  receiver text not null,
  -- The permission that the order needed: who ordered it must still have it.
  needs text not null,
  ordered_by_type text not null,
  ordered_by_id text,
  -- Who prepared what the service orders for them.
  prepared_by_ids text[] not null,
  expires_at timestamptz not null,
  -- The same instant while it waits; null once it is decided.
  due_at timestamptz,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamptz,
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint payment_approvals_pkey primary key (person_id, id),
  constraint payment_approvals_person foreign key (person_id) references people (person_id),
  constraint payment_approvals_kind check (kind in ('reimbursement', 'advance')),
  constraint payment_approvals_status check (status in ('waiting', 'approved', 'rejected', 'expired', 'withdrawn')),
  constraint payment_approvals_due check ((due_at is not null) = (status = 'waiting')),
  constraint payment_approvals_receiver check (receiver in ('borrower', 'merchant'))
);
-- An order waits once, and is decided once.
create unique index payment_approvals_subject on payment_approvals (person_id, subject_id);
create index payment_approvals_page on payment_approvals (company_id, position desc, id desc);
create index payment_approvals_status on payment_approvals (company_id, status, position desc, id desc);
create index payment_approvals_by_id on payment_approvals (id);
-- Lists of tasks ask for what waits alone.
create index payment_approvals_waiting on payment_approvals (company_id, created_at, position, id) where status = 'waiting';
create index payment_approvals_due on payment_approvals (company_id, due_at);

-- On what a debit rests: how, when and by whom it was authorized. A row is never overwritten: a revocation is added to
-- it.
create table payment_authorizations (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_id text,
  instrument_id text not null,
  -- The account as it was then: its last four digits and a keyed hash of its number.
  account_last_four text,
  account_hash bytea,
  channel text not null,
  sec_code text,
  kind text not null,
  terms jsonb not null,
  -- What was shown or read out.
  agreement_document_id text,
  text_hash text,
  text_version text,
  language text,
  given_at timestamptz not null,
  given_by_type text not null,
  given_by_id text,
  authenticated_by text,
  -- Address, device, recording: sealed with the person's own data key.
  evidence_sealed bytea,
  -- Single debits that were stopped, while the rest goes on.
  stopped_dates text[] not null default '{}',
  revoked_at timestamptz,
  revoked_by_type text,
  revoked_by_id text,
  revoked_reason text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint payment_authorizations_pkey primary key (person_id, id),
  constraint payment_authorizations_person foreign key (person_id) references people (person_id),
  constraint payment_authorizations_channel check (channel in ('written', 'web', 'phone')),
  constraint payment_authorizations_kind check (kind in ('single', 'recurring', 'standing'))
);
create index payment_authorizations_page on payment_authorizations (person_id, position desc, id desc);

-- Accounts from which covered loans were to be paid and that had no funds: after two failures in a row nothing more is
-- taken on the authorizations that stood by then.
create table stopped_accounts (
  -- Who has the account, and the keyed hash of its number that authorizations have.
  person_id text not null,
  account_hash bytea not null,
  company_id text not null,
  -- In a row, on authorizations that are newer than the stop.
  failures integer not null,
  -- No debit rests on an authorization with this position or an older one.
  stopped_position bigint,
  updated_at timestamptz not null,
  constraint stopped_accounts_pkey primary key (person_id, account_hash)
);

-- Two small amounts that are sent to a new account: whoever can name them sees the account.
create table trial_deposits (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  instrument_id text not null,
  carrier_id text not null,
  -- A keyed hash of the account, by which pairs to one account are counted, whoever has it. Null: erased.
  account_hash bytea,
  -- Both amounts, sealed with the key of the person. Null: erased.
  amounts_sealed bytea,
  -- What became of each: settled or failed.
  first_outcome text,
  second_outcome text,
  tries integer not null default 0,
  -- Since both have settled: until when they verify. Null: not yet.
  open_until timestamptz,
  created_at timestamptz not null,
  -- verified, usedUp, expired, failed, erased
  end_reason text,
  ended_at timestamptz,
  constraint trial_deposits_pkey primary key (person_id, id),
  constraint trial_deposits_tries check (tries between 0 and 3)
);
create index trial_deposits_instrument on trial_deposits (person_id, instrument_id, position desc);
create index trial_deposits_account on trial_deposits (company_id, account_hash, created_at);

-- Entries without money that ask the bank of a borrower whether it has an account.
create table prenotes (
  person_id text not null,
  instrument_id text not null,
  -- From 1: with the id of the instrument it is the key of the order.
  number integer not null,
  company_id text not null,
  attempt_id text not null,
  -- A keyed hash of the account, by which prenotes to one account are counted, whoever has it. Null: erased.
  account_hash bytea,
  created_at timestamptz not null,
  -- verified, returned, corrected, unclear, notSent. Null: it is under way.
  outcome text,
  ended_at timestamptz,
  constraint prenotes_pkey primary key (person_id, instrument_id, number),
  constraint prenotes_outcome check ((outcome is null) = (ended_at is null))
);
create index prenotes_account on prenotes (company_id, account_hash, created_at);

-- The account to which a merchant is paid: one each.
create table merchant_accounts (
  company_id text not null,
  merchant_id text not null,
  routing_number text not null,
  last_four text not null,
  account_type text not null,
  -- Number and holder as JSON, sealed with the key of the company.
  account_sealed bytea not null,
  created_at timestamptz not null,
  -- When its number became another one, or its first one came: nothing is paid to a new number for some days.
  changed_at timestamptz not null,
  -- Since when a second person has let money go to this number; null: nobody has.
  approved_at timestamptz,
  constraint merchant_accounts_pkey primary key (merchant_id)
);
create index merchant_accounts_company on merchant_accounts (company_id);

-- The books of the simulator, which pretends to be a bank and a card processor. They are filled in test mode only, and
-- believed by nobody: ours are compared with them. It keeps no number of an account but what is sealed or hashed with
-- its own secret.
create table simulated_charges (
  company_id text not null,
  -- Whoever ordered gave it; one key for one body.
  key text not null,
  id text not null,
  body_hash text not null,
  outcome text not null,
  deed text not null,
  rail text not null,
  amount_cents bigint not null,
  instrument_hash text not null,
  last_four text not null,
  -- What the number says that it does.
  behaviour text not null,
  -- The order that this one takes back or repeats.
  of_id text,
  -- How many of the same item went before it.
  round integer not null,
  code text,
  settles_on date,
  settles_at timestamptz,
  heard_at timestamptz not null,
  constraint simulated_charges_pkey primary key (company_id, key),
  constraint simulated_charges_outcome check (outcome in ('unheard', 'refused', 'accepted', 'voided'))
);
create unique index simulated_charges_id on simulated_charges (company_id, id);
create index simulated_charges_of on simulated_charges (company_id, of_id) where of_id is not null;
create index simulated_charges_refused on simulated_charges (company_id, instrument_hash) where outcome = 'refused';

-- What happens to an accepted order at instants of the business clock, also what has not happened yet.
create table simulated_notices (
  company_id text not null,
  id text not null,
  charge_id text not null,
  charge_key text not null,
  -- Whom it is told.
  carrier text not null,
  at timestamptz not null,
  what text not null,
  code text,
  amount_cents bigint not null,
  -- What comes to the funding account by it; negative: what leaves it.
  moves_cents bigint not null,
  on_day date,
  respond_by date,
  case_number text,
  corrected text,
  -- When its notice is delivered next. Null: it was, or never is.
  due_at timestamptz,
  -- How often it is still to be delivered.
  times integer not null,
  failures integer not null,
  is_forged boolean not null,
  -- In the list; given when the list is asked for.
  place bigint,
  constraint simulated_notices_pkey primary key (company_id, id)
);
create index simulated_notices_due on simulated_notices (company_id, due_at) where due_at is not null;
create index simulated_notices_open on simulated_notices (company_id, at) where place is null;
create index simulated_notices_list on simulated_notices (company_id, place) where place is not null;
create index simulated_notices_charge on simulated_notices (company_id, charge_id);

create table simulated_lists (
  company_id text not null,
  last_place bigint not null,
  constraint simulated_lists_pkey primary key (company_id)
);

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
  -- Columns of claimed work: its upload.
  due_at bigint,
  holder text,
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
create index ach_files_claimed on ach_files (due_at) where due_at is not null;
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

-- The numbers that are used up, by originating bank: no trace comes again for a long time, and no two files of a day
-- have one modifier.
create table ach_numbers (
  company_id text not null,
  odfi text not null,
  last_trace integer not null,
  file_day date not null,
  files_of_day integer not null,
  constraint ach_numbers_pkey primary key (company_id, odfi)
);

-- Files that were left with a bank: by when it says that it has read each.
create table ach_awaited (
  company_id text not null,
  file_id text not null,
  -- Null: it has said so, or its silence was told.
  due_at timestamptz,
  constraint ach_awaited_pkey primary key (company_id, file_id)
);
create index ach_awaited_due on ach_awaited (company_id, due_at);

-- What a second person has to say of a file: one row while it is asked for, and afterwards what was said.
create table ach_decisions (
  company_id text not null,
  file_id text not null,
  -- apply: what somebody brought, which gives money back or moves accounts; reject: the bank has refused what was sent.
  asks text not null,
  reason text,
  asked_by_type text not null,
  asked_by_id text,
  asked_at timestamptz not null,
  -- Null: nobody has decided.
  outcome text,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamptz,
  constraint ach_decisions_pkey primary key (company_id, file_id),
  constraint ach_decisions_asks check (asks in ('apply', 'reject')),
  constraint ach_decisions_outcome check (outcome in ('done', 'refused'))
);

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
  -- Columns of claimed work.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  received_at timestamptz not null,
  read_at timestamptz,
  constraint ach_readings_pkey primary key (company_id, id),
  constraint ach_readings_state check (state in ('kept', 'applying', 'read', 'unreadable'))
);
create index ach_readings_page on ach_readings (company_id, position desc, id desc);
create index ach_readings_state_page on ach_readings (company_id, state, position desc, id desc);
create unique index ach_readings_once on ach_readings (company_id, sha256);
create index ach_readings_claimed on ach_readings (due_at) where due_at is not null;

-- Debits by the day on which their file was sent, and how many of them came back, so that a rate costs its days and not
-- the entries. By company identification, since banks count by it: it outlives a provider that is replaced.
create table ach_rate_days (
  company_id text not null,
  -- The company identification of the batches.
  originator text not null,
  day date not null,
  -- Prenotes, and entries that verify an account, are counted apart.
  is_verifying boolean not null,
  sent integer not null,
  returned integer not null,
  -- Of the returned ones.
  unauthorized integer not null,
  administrative integer not null,
  constraint ach_rate_days_pkey primary key (company_id, originator, day, is_verifying)
);

-- How each rate stood when it was looked at last: it is told when that changes.
create table ach_rate_standings (
  company_id text not null,
  originator text not null,
  rate text not null,
  standing text not null,
  since timestamptz not null,
  constraint ach_rate_standings_pkey primary key (company_id, originator, rate),
  constraint ach_rate_standings_rate check (rate in ('unauthorized', 'administrative', 'all')),
  constraint ach_rate_standings_standing check (standing in ('fine', 'warning', 'above'))
);
create index ach_rate_standings_told on ach_rate_standings (standing) where standing <> 'fine';
