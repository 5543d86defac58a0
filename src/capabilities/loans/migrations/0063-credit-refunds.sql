-- Loans that owe their borrower something: since when, and when it is looked at next to pay it back.
create table credit_refunds (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  -- The day on which the credit last rose from zero.
  since date not null,
  look_at timestamptz,
  -- When a person was told that the service cannot pay it back by itself.
  told_at timestamptz,
  constraint credit_refunds_pkey primary key (person_id, loan_id),
  constraint credit_refunds_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index credit_refunds_due on credit_refunds (company_id, look_at);

-- What is owed already is looked at a week from now, so that whoever wants to switch it off has the time.
insert into credit_refunds (person_id, loan_id, company_id, since, look_at)
select person_id, id, company_id, current_date, now() + interval '7 days'
from loans
where (state -> 'position' ->> 'customerCredit')::bigint > 0;
