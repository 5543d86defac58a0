-- Files that were left with a bank: by when it says that it has read each.
create table ach_awaited (
  company_id text not null,
  file_id text not null,
  -- Null: it has said so, or its silence was told.
  due_at timestamptz,
  constraint ach_awaited_pkey primary key (company_id, file_id)
);
create index ach_awaited_due on ach_awaited (company_id, due_at);

-- What a second person has to say of a file: one row while it is asked for, and afterwards what was said.
create table ach_decisions (
  company_id text not null,
  file_id text not null,
  -- apply: what somebody brought, which gives money back or moves accounts; reject: the bank has refused what was sent.
  asks text not null,
  reason text,
  asked_by_type text not null,
  asked_by_id text,
  asked_at timestamptz not null,
  -- Null: nobody has decided.
  outcome text,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamptz,
  constraint ach_decisions_pkey primary key (company_id, file_id),
  constraint ach_decisions_asks check (asks in ('apply', 'reject')),
  constraint ach_decisions_outcome check (outcome in ('done', 'refused'))
);

-- When a break that is still open has been so for five banking days. Null: that was told, or it has ended.
alter table payment_breaks add column ages_at timestamptz;
update payment_breaks set ages_at = found_at + interval '7 days' where resolved_at is null;
create index payment_breaks_ages on payment_breaks (company_id, ages_at);

-- What providers have told goes after a while, by its position.
create index provider_messages_position on provider_messages (position);
