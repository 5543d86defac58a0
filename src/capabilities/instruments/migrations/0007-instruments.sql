-- What a borrower pays with. The number, the holder's name and address and the nickname are sealed with the person's own
-- data key. All rows of a person lie with the person.

create table payment_instruments (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  instrument_type text not null,
  -- Only recorded: what is paid with it is paid outside.
  is_external boolean not null,
  status text not null,
  verified boolean not null,
  pending_at timestamptz,
  active_at timestamptz,
  inactive_at timestamptz,
  inactive_reason text,
  -- Of an account or a card, if it is known.
  number_sealed bytea,
  -- A keyed hash, of one that is not external: it stands once with a person.
  number_token bigint,
  -- What answers show in place of the number.
  number_mask text,
  last_four text,
  routing_number text,
  account_type text,
  account_holder_type text,
  holder_sealed bytea,
  institution_name text,
  card_type text,
  expiration_month integer,
  expiration_year integer,
  network_name text,
  created_at timestamptz not null,
  updated_at timestamptz,
  -- Deleted ones stay for the record of what was paid with them.
  deleted_at timestamptz,
  constraint payment_instruments_pkey primary key (person_id, id),
  constraint payment_instruments_person foreign key (person_id) references people (person_id),
  constraint payment_instruments_type check (instrument_type in ('bankAccount', 'card', 'paymentNetwork', 'check')),
  constraint payment_instruments_status check (status in ('pending', 'active', 'inactive'))
);
create unique index payment_instruments_one_number on payment_instruments (person_id, instrument_type, number_token)
  where status <> 'inactive';
create index payment_instruments_page on payment_instruments (person_id, position desc, id desc);
