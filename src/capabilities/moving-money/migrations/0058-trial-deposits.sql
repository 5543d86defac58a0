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

-- The amount of such an order stands in its sealed body alone; its row says 0.
alter table payment_attempts drop constraint payment_attempts_amount;
alter table payment_attempts add constraint payment_attempts_amount
  check (amount_cents > 0 or (amount_cents = 0 and subject_kind = 'trialDeposit'));
