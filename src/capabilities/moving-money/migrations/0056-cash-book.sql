-- The cash book of a company: where the money is that was ordered, by provider. It knows no loan.
create table cash_postings (
  company_id text not null,
  id uuid not null,
  position bigint not null,
  carrier_id text not null,
  attempt_id text not null,
  -- What has happened to the order, such as settled.
  event text not null,
  account text not null,
  -- Debits are positive, credits negative; those of an event are zero together.
  amount_cents bigint not null,
  day date not null,
  posted_at timestamptz not null,
  constraint cash_postings_pkey primary key (id),
  constraint cash_postings_account check (account in ('LC', 'CT', 'PR', 'BK', 'RP', 'DT', 'DP', 'UN', 'FE', 'ER'))
);
create index cash_postings_order on cash_postings (company_id, position);

-- The sums, kept with each posting, so that reading them does not grow with age.
create table cash_balances (
  company_id text not null,
  carrier_id text not null,
  account text not null,
  amount_cents bigint not null,
  constraint cash_balances_pkey primary key (company_id, carrier_id, account)
);
