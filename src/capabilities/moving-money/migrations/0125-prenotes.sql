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
