-- Bounds of money out count by the account, whoever has it, and by whoever ordered it.
alter table payment_attempts
  -- A keyed hash of the number to which money goes. Null: not of money out, or erased.
  add column account_token bytea,
  -- The user, or the key that no user has made, whose order it counts as; null: of the service, or of two persons.
  add column ordered_by text,
  -- With it a second person has let it go.
  add column approval_id text;
create index payment_attempts_account on payment_attempts (company_id, account_token, created_at)
  where account_token is not null;
create index payment_attempts_orderer on payment_attempts (company_id, ordered_by, created_at)
  where ordered_by is not null;

-- Whoever counts what a company has moved holds its row until the commit.
create table money_turns (
  company_id text not null,
  -- So many were taken.
  turns bigint not null,
  constraint money_turns_pkey primary key (company_id)
);
insert into money_turns (company_id, turns) select company_id, 0 from companies;

-- What waits may go to the account of a merchant: `instrument_id` is that merchant then.
alter table payment_approvals add column receiver text;
update payment_approvals set receiver = 'borrower';
alter table payment_approvals alter column receiver set not null;
alter table payment_approvals add constraint payment_approvals_receiver check (receiver in ('borrower', 'merchant'));
