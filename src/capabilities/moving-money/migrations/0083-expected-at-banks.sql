-- A posting names an order, or a line of a bank. What it names by references goes with it: the bank may use them.
alter table cash_postings alter column attempt_id drop not null;
alter table cash_postings add column line_id text;
alter table cash_postings add column order_key text;
alter table cash_postings add column provider_ref text;

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

-- Until which day the statements of its bank were read; null: there are none.
alter table cash_days add column bank_through date;
