-- The books at banks: the cash book and its proofs, where two accounts differ, and what banks say.

-- The cash book of a company: where the money is that was ordered, by provider. It knows no loan.
create table cash_postings (
  company_id text not null,
  id uuid not null,
  position bigint not null,
  carrier_id text not null,
  -- A posting names an order, or a line of a bank. What it names by references goes with it: the bank may use them.
  attempt_id text,
  order_key text,
  line_id text,
  provider_ref text,
  -- What has happened to the order, such as settled.
  event text not null,
  -- Down payments (DN) are on no loan's ledger: here they have an account of their own.
  account text not null,
  -- Debits are positive, credits negative; those of an event are zero together.
  amount_cents bigint not null,
  day date not null,
  posted_at timestamptz not null,
  constraint cash_postings_pkey primary key (id),
  constraint cash_postings_account
    check (account in ('LC', 'DN', 'CT', 'PR', 'BK', 'RP', 'DT', 'DP', 'UN', 'FE', 'ER'))
);
create index cash_postings_order on cash_postings (company_id, position);
-- What was posted in a span of time: rows lie nearly in its order. In test mode, where each company has a clock of its own,
-- they do not, and all rows are read.
create index cash_postings_posted on cash_postings using brin (posted_at) with (pages_per_range = 32, autosummarize = on);

-- The sums, kept with each posting, so that reading them does not grow with age.
create table cash_balances (
  company_id text not null,
  carrier_id text not null,
  account text not null,
  amount_cents bigint not null,
  constraint cash_balances_pkey primary key (company_id, carrier_id, account)
);

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
  -- Until which day the statements of its bank were read; null: there are none.
  bank_through date,
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

-- Where two accounts of the same money differ: each with a state, an owner and a way to resolve it. Nothing is resolved
-- by deleting.
create table payment_breaks (
  company_id text not null,
  id text not null,
  position bigint not null,
  kind text not null,
  status text not null default 'open',
  person_id text,
  attempt_id text,
  -- The account at a bank, and what it is about within it, so that it is found once: a line, or a group of what is
  -- expected.
  bank_account_id text,
  about text,
  line_id text,
  statement_id text,
  -- Money that goes back: the item that the bank will show.
  item_id text,
  -- The payment from outside that the money was.
  transaction_id text,
  amount_cents bigint,
  detail text not null,
  -- What it may be, for a person to say: ids of what is expected.
  candidates text[],
  owner_id text,
  asked_at timestamptz,
  -- What was proposed, and by whom; a second person decides.
  proposed jsonb,
  proposed_by_type text,
  proposed_by_id text,
  found_at timestamptz not null,
  -- From this day on it is open.
  since date,
  -- When a break that is still open has been so for five banking days. Null: that was told, or it has ended.
  ages_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  updated_at timestamptz,
  constraint payment_breaks_pkey primary key (id),
  constraint payment_breaks_status check (status in ('open', 'asked', 'proposed', 'goingBack', 'resolved'))
);
create index payment_breaks_open on payment_breaks (company_id, position) where resolved_at is null;
create index payment_breaks_by_age on payment_breaks (company_id, found_at, position, id) where resolved_at is null;
create index payment_breaks_ages on payment_breaks (company_id, ages_at);
create unique index payment_breaks_about on payment_breaks (company_id, bank_account_id, about)
  where resolved_at is null and about is not null;
create unique index payment_breaks_transaction on payment_breaks (company_id, transaction_id) where transaction_id is not null;
create index payment_breaks_page on payment_breaks (company_id, position desc, id desc);
create index payment_breaks_page_status on payment_breaks (company_id, status, position desc, id desc);
create index payment_breaks_page_kind on payment_breaks (company_id, kind, position desc, id desc);
create index payment_breaks_page_owner on payment_breaks (company_id, owner_id, position desc, id desc);
create index payment_breaks_page_account on payment_breaks (company_id, bank_account_id, position desc, id desc);
-- It is told once of an order, however often a file says the same.
create index payment_breaks_attempt on payment_breaks (company_id, attempt_id, kind) where attempt_id is not null;

-- What was done about each, in order. Rows are only added.
create table money_break_steps (
  company_id text not null,
  id text not null,
  position bigint not null,
  break_id text not null,
  did text not null,
  note text,
  by_type text not null,
  by_id text,
  at timestamptz not null,
  constraint money_break_steps_pkey primary key (company_id, id)
);
create index money_break_steps_break on money_break_steps (break_id, company_id, position desc, id desc);

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

-- What the bank should show, one for a posting of what a provider owes; taken from the postings when a statement is
-- read, so that no payment pays for it.
create table bank_items (
  company_id text not null,
  -- That of the posting.
  id text not null,
  position bigint not null,
  bank_account_id text not null,
  carrier_id text not null,
  kind text not null,
  day date not null,
  amount_cents bigint not null,
  -- What the bank may name it by.
  keys text[] not null,
  -- Those of one group may come as one line.
  group_name text not null,
  attempt_id text,
  -- The line that shows it. Null: none does yet, or it was written off.
  line_id text,
  closed_by text,
  constraint bank_items_pkey primary key (company_id, id),
  constraint bank_items_kind check (kind in ('payment', 'return', 'refund')),
  constraint bank_items_closed check (closed_by in ('line', 'writeOff'))
);
create index bank_items_open on bank_items (bank_account_id, position desc, id desc) where closed_by is null;
create index bank_items_group on bank_items (company_id, bank_account_id, group_name) where closed_by is null;
create index bank_items_keys on bank_items using gin (keys);
