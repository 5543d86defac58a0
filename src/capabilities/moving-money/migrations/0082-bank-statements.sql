-- The account at a bank to which providers pay what they have collected: what it is, and how far it has been compared.
create table bank_accounts (
  company_id text not null,
  id text not null,
  position bigint not null,
  name text not null,
  last_four text not null,
  -- Its number, sealed with the key of the company.
  number_sealed bytea not null,
  -- How the bank's CSV is read, as the reader takes it. Null: the bank sends BAI2 or camt.053.
  csv jsonb,
  -- What the bank calls a fee is booked as one up to this amount; above it a person looks.
  fee_max_cents bigint not null,
  -- Payments are confirmed only when the statement of the day on which they settled has been read.
  confirmations_wait boolean not null,
  -- What settles from this day on is expected at the bank.
  expected_from date not null,
  -- Up to this position the postings were looked through for what the bank should show.
  looked_until bigint not null,
  -- What stood in it before its first statement, and what its newest one ends with; null: the statement does not say.
  opening_cents bigint,
  closing_cents bigint,
  read_through date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint bank_accounts_pkey primary key (company_id, id)
);
create index bank_accounts_page on bank_accounts (company_id, position desc, id desc);

-- Which providers pay to it; the first one has what nobody knows yet.
create table bank_account_providers (
  company_id text not null,
  carrier_id text not null,
  bank_account_id text not null,
  number integer not null,
  constraint bank_account_providers_pkey primary key (company_id, carrier_id),
  constraint bank_account_providers_account foreign key (company_id, bank_account_id) references bank_accounts (company_id, id)
);
create index bank_account_providers_account on bank_account_providers (company_id, bank_account_id);

-- Statements of banks as they came, each once.
create table bank_statements (
  company_id text not null,
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  -- SHA-256 of the file, in hexadecimal digits.
  hash text not null,
  file_name text,
  -- The bytes in base64, and the page of their reconciliation, sealed with the key of the company.
  content_sealed bytea not null,
  page_sealed bytea not null,
  line_count integer not null,
  matched_count integer not null,
  through date not null,
  opening_cents bigint,
  closing_cents bigint,
  read_by_type text not null,
  read_by_id text,
  read_at timestamptz not null,
  constraint bank_statements_pkey primary key (company_id, id),
  -- Files without a line may be the same for several days.
  constraint bank_statements_hash unique (company_id, hash, bank_account_id, through),
  constraint bank_statements_account foreign key (company_id, bank_account_id) references bank_accounts (company_id, id)
);
create index bank_statements_page on bank_statements (company_id, position desc, id desc);
create index bank_statements_account on bank_statements (company_id, bank_account_id, position desc, id desc);

-- Their lines.
create table bank_lines (
  company_id text not null,
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  statement_id text not null,
  -- Of the file, counted from one.
  line integer not null,
  day date not null,
  -- Above zero: money came in.
  amount_cents bigint not null,
  kind text not null,
  -- References and text as JSON, sealed with the key of the company.
  detail_sealed bytea not null,
  -- What it was found to be; null: nobody knows yet.
  matched_by text,
  constraint bank_lines_pkey primary key (company_id, id),
  constraint bank_lines_statement foreign key (company_id, statement_id) references bank_statements (company_id, id),
  constraint bank_lines_kind check (kind in ('money', 'return', 'fee')),
  constraint bank_lines_matched check (matched_by in ('key', 'amountAndDay', 'person', 'fee', 'loan', 'writeOff', 'refund'))
);
create index bank_lines_statement on bank_lines (statement_id, company_id, position desc, id desc);
create index bank_lines_open on bank_lines (company_id, bank_account_id) where matched_by is null;
