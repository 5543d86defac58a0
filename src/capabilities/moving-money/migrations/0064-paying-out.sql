-- Down payments are on no loan's ledger: in the cash book they stand on an account of their own.
alter table cash_postings drop constraint cash_postings_account;
alter table cash_postings add constraint cash_postings_account
  check (account in ('LC', 'DN', 'CT', 'PR', 'BK', 'RP', 'DT', 'DP', 'UN', 'FE', 'ER'));

-- The account to which a merchant is paid: one each.
create table merchant_accounts (
  company_id text not null,
  merchant_id text not null,
  routing_number text not null,
  last_four text not null,
  account_type text not null,
  -- Number and holder as JSON, sealed with the key of the company.
  account_sealed bytea not null,
  created_at timestamptz not null,
  -- When its number became another one.
  changed_at timestamptz,
  constraint merchant_accounts_pkey primary key (merchant_id)
);
create index merchant_accounts_company on merchant_accounts (company_id);
