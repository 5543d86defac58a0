-- The funding account of a company with a provider: until when its news have been read, and when its day is proved.
create table cash_days (
  company_id text not null,
  id text not null,
  position bigint not null,
  carrier_id text not null,
  -- Where the list of a provider in this process goes on; of others payment_provider_work has it.
  place text,
  -- All that the provider had to tell until this business instant was taken. Null: it was never asked.
  read_until timestamptz,
  -- The business instant of the next proof; null: nothing of it moves any more.
  prove_at timestamptz,
  last_number integer not null default 0,
  constraint cash_days_pkey primary key (company_id, id),
  constraint cash_days_carrier unique (company_id, carrier_id)
);
create index cash_days_due on cash_days (company_id, prove_at);
create index cash_days_page on cash_days (company_id, position desc, id desc);

-- The proofs, one for a banking day and a funding account, numbered without gaps. Rows are only added.
create table cash_proofs (
  company_id text not null,
  id text not null,
  position bigint not null,
  funding_account_id text not null,
  number integer not null,
  day date not null,
  -- The balances of the accounts, in cents, and what was found.
  balances jsonb not null,
  findings jsonb not null,
  proved_at timestamptz not null,
  constraint cash_proofs_pkey primary key (company_id, id),
  constraint cash_proofs_number unique (company_id, funding_account_id, number)
);
create index cash_proofs_page on cash_proofs (company_id, position desc, id desc);
