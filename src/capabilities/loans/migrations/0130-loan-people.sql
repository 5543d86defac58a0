-- Who was on a loan beside its main borrower, in which role, from when until when. Those who were agreed with the loan and
-- are still on it have no row: they stand in the loan.
create table loan_people (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- The person who is on the loan of person_id.
  other_person_id text not null,
  relation text not null,
  start_date date not null,
  -- Null: is on it.
  end_date date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_people_pkey primary key (person_id, id),
  constraint loan_people_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_people_of_loan on loan_people (person_id, loan_id, position);
