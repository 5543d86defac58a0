-- What a second person has confirmed of what was recorded by hand and made credit of a loan: a payment from outside, a
-- service credit, a refund without an original.
create table confirmed_credits (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  -- Of the whole; what is changed to more is not confirmed any more.
  amount bigint not null,
  confirmed_by_type text not null,
  confirmed_by_id text,
  confirmed_at timestamptz not null,
  constraint confirmed_credits_pkey primary key (person_id, id),
  constraint confirmed_credits_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index confirmed_credits_of_loan on confirmed_credits (person_id, loan_id);
