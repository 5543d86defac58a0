-- What a borrower pays with. The number, the holder's name and address, the nickname, the link to the bank and the
-- balance are sealed with the person's own data key. All rows of a person lie with the person.

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
  -- Why it failed last: the reason and its words.
  failure jsonb,
  -- Since a return that forbids further debits. Credits may still go there.
  debits_blocked_at timestamptz,
  -- Since when no money goes there any more: somebody has refused it.
  credits_blocked_at timestamptz,
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
  -- By the bank's clock, of its newest correction: an older one that comes later changes nothing.
  corrected_at timestamptz,
  holder_sealed bytea,
  institution_name text,
  -- The link to its bank, and the token of it that the vendor gave, sealed with the person's own data key.
  account_link jsonb,
  link_token_sealed bytea,
  -- What lies on the account: the last answer of the vendor and the last good one, as JSON, sealed with the person's
  -- key.
  balance_sealed bytea,
  -- The vendor is not asked again before, in microseconds of the machine clock.
  balance_next_at bigint,
  -- When the vendor was asked last for the balance before a debit, whether or not it said one.
  balance_asked_at timestamptz,
  card_type text,
  -- Of a card: whether its provider found the address to be that of its holder, as a letter of the network.
  avs_result text,
  expiration_month integer,
  expiration_year integer,
  network_name text,
  -- When the day must look at a card that is charged: once as its end nears, and once at its end.
  look_at timestamptz,
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
-- Borrowers are searched for by what they pay with: by the last four digits, the kind, or the beginning of a network's
-- name.
create index payment_instruments_last_four on payment_instruments (company_id, last_four, person_id)
  where last_four is not null and deleted_at is null;
create index payment_instruments_kind on payment_instruments (company_id, instrument_type, person_id)
  where deleted_at is null;
create index payment_instruments_network on payment_instruments (company_id, lower(network_name) text_pattern_ops)
  where network_name is not null and deleted_at is null;
-- Whose borrower is told that a card ends.
create index payment_instruments_ending on payment_instruments (company_id, expiration_year, expiration_month, person_id, id)
  where expiration_year is not null;
create index payment_instruments_look on payment_instruments (company_id, look_at) where look_at is not null;

-- The operator's list of banks: the same for all companies, and nobody's. No handle of a company reads it.
create table routing_numbers (
  routing_number text not null,
  name text not null,
  -- The bank uses another number now.
  new_routing_number text,
  constraint routing_numbers_pkey primary key (routing_number)
);

-- The numbers of an account before a bank corrected them, one row for each time.
create table former_numbers (
  person_id text not null,
  instrument_id text not null,
  -- From 1.
  number integer not null,
  company_id text not null,
  -- Routing number, account number and type, sealed with the person's own key. Null: the person was erased.
  numbers_sealed bytea,
  -- Of the notification: C01.
  code text,
  replaced_at timestamptz not null,
  constraint former_numbers_pkey primary key (person_id, instrument_id, number)
);
