-- Breaks are objects with a state, an owner and a way to resolve each.
alter table payment_breaks add column status text not null default 'open';
alter table payment_breaks add column bank_account_id text;
-- What it is about within the account, so that it is found once: a line, or a group of what is expected.
alter table payment_breaks add column about text;
alter table payment_breaks add column line_id text;
alter table payment_breaks add column statement_id text;
-- From this day on it is open.
alter table payment_breaks add column since date;
-- What it may be, for a person to say: ids of what is expected.
alter table payment_breaks add column candidates text[];
alter table payment_breaks add column owner_id text;
alter table payment_breaks add column asked_at timestamptz;
-- What was proposed, by whom and when; a second person decides.
alter table payment_breaks add column proposed jsonb;
alter table payment_breaks add column proposed_by_type text;
alter table payment_breaks add column proposed_by_id text;
alter table payment_breaks add column proposed_at timestamptz;
-- Money that goes back: the item that the bank will show.
alter table payment_breaks add column item_id text;
-- The payment from outside that the money was.
alter table payment_breaks add column transaction_id text;
alter table payment_breaks add column updated_at timestamptz;
update payment_breaks set status = 'resolved' where resolved_at is not null;
alter table payment_breaks add constraint payment_breaks_status
  check (status in ('open', 'asked', 'proposed', 'goingBack', 'resolved'));
create unique index payment_breaks_about on payment_breaks (company_id, bank_account_id, about)
  where resolved_at is null and about is not null;
create unique index payment_breaks_transaction on payment_breaks (company_id, transaction_id) where transaction_id is not null;
create index payment_breaks_page on payment_breaks (company_id, position desc, id desc);
create index payment_breaks_page_status on payment_breaks (company_id, status, position desc, id desc);
create index payment_breaks_page_kind on payment_breaks (company_id, kind, position desc, id desc);
create index payment_breaks_page_owner on payment_breaks (company_id, owner_id, position desc, id desc);
create index payment_breaks_page_account on payment_breaks (company_id, bank_account_id, position desc, id desc);

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
