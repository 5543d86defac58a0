-- What somebody says of a loan toward credit agencies, besides what its books say: codes, and that it is not reported.
create table reporting_marks (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  code text not null,
  start_date date not null,
  -- The last day. Null: until another one of its kind begins.
  end_date date,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint reporting_marks_pkey primary key (person_id, id),
  constraint reporting_marks_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index reporting_marks_of_loan on reporting_marks (person_id, loan_id, position desc);
