-- The general ledger: what the books of loans and the cash book posted, by the accounts of the company.

-- How far the general ledger of a company is closed. Without a row it is not kept.
create table general_ledgers (
  company_id text not null,
  -- Days through this one are closed: nothing of them changes any more.
  closed_through date not null,
  -- The instant at which the next day begins.
  closed_until timestamptz not null,
  -- When the next day can be closed.
  close_at timestamptz not null,
  constraint general_ledgers_pkey primary key (company_id)
);
create index general_ledgers_due on general_ledgers (company_id, close_at);

-- The accounts, and what is booked to each, from a day on.
create table general_ledger_charts (
  company_id text not null,
  valid_from date not null,
  accounts jsonb not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint general_ledger_charts_pkey primary key (company_id, valid_from)
);

-- What happened on a closed day, by kind: each entry balances. The id is the day and the number in it.
create table general_ledger_entries (
  company_id text not null,
  id text not null,
  day date not null,
  book text not null,
  kind text not null,
  -- On which day it counts: an earlier one than its own where something was corrected.
  effective_on date not null,
  loan_type_id text,
  provider_id text,
  lines jsonb not null,
  constraint general_ledger_entries_pkey primary key (company_id, id),
  constraint general_ledger_entries_book check (book in ('loans', 'cash'))
);

-- What the entries of a day come to, so that a balance costs as much as there are days, not entries.
create table general_ledger_days (
  company_id text not null,
  day date not null,
  account text not null,
  source text not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  constraint general_ledger_days_pkey primary key (company_id, day, account, source)
);

-- What was lent and lost on a day, by the month in which the loans began.
create table general_ledger_vintages (
  company_id text not null,
  day date not null,
  vintage text not null,
  -- What was lent, or the source that was booked.
  what text not null,
  amount_cents bigint not null,
  constraint general_ledger_vintages_pkey primary key (company_id, vintage, day, what),
  constraint general_ledger_vintages_what check (what in ('lent', 'allowance', 'recoveries'))
);
