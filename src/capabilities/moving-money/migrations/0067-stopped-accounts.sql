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
