-- What a bank corrects of an account: the numbers before stay, sealed, one row for each time.
create table former_numbers (
  person_id text not null,
  instrument_id text not null,
  -- From 1.
  number integer not null,
  company_id text not null,
  -- Routing number, account number and type, with the person's own key; null: the person was erased.
  numbers_sealed bytea,
  -- Of the notification: C01.
  code text,
  replaced_at timestamptz not null,
  constraint former_numbers_pkey primary key (person_id, instrument_id, number)
);

alter table payment_instruments
  -- By the bank's clock, of its newest correction: an older one that comes later changes nothing.
  add column corrected_at timestamptz,
  -- No money goes there any more: somebody has refused it.
  add column credits_blocked_at timestamptz;
