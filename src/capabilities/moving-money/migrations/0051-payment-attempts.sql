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
  amount_cents bigint not null,
  instrument_id text not null,
  carrier_id text not null,
  carrier_kind text not null,
  entry_date date,
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
  ended_at timestamptz,
  constraint payment_attempts_pkey primary key (person_id, id),
  constraint payment_attempts_number unique (person_id, subject_id, number),
  constraint payment_attempts_amount check (amount_cents > 0)
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

-- Where two accounts of the same money differ. Nothing is resolved by deleting.
create table payment_breaks (
  company_id text not null,
  id text not null,
  position bigint not null,
  kind text not null,
  person_id text,
  attempt_id text,
  amount_cents bigint,
  detail text not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolution text,
  constraint payment_breaks_pkey primary key (id)
);
create index payment_breaks_open on payment_breaks (company_id, position) where resolved_at is null;

-- The switch that stops all orders of a company; each company has its row, so that there is one to lock.
create table money_switches (
  company_id text not null,
  -- Null: orders are sent.
  stopped_at timestamptz,
  reason text,
  constraint money_switches_pkey primary key (company_id)
);
insert into money_switches (company_id) select company_id from companies;
