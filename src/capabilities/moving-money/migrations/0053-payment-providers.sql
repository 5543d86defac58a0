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
  -- When somebody must look at it again, in microseconds of the machine clock. Null: it was taken.
  due_at bigint,
  failures integer not null default 0,
  constraint payment_notices_pkey primary key (company_id, carrier_id, event_id),
  constraint payment_notices_state check (state in ('kept', 'taken', 'unreadable'))
);
create index payment_notices_due on payment_notices (due_at) where due_at is not null;
create index payment_notices_waiting on payment_notices (company_id, carrier_id, received_at) where state <> 'taken';
-- They go after half a year.
create index payment_notices_old on payment_notices (received_at);
