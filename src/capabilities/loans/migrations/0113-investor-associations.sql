-- To whom loans went after their origination: a row for each investor of each change. Those agreed are in the agreement.
create table investor_associations (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- The rows of one change have the same.
  change_id text not null,
  investor_id text not null,
  share numeric not null,
  effective_date date not null,
  created_at timestamptz not null,
  constraint investor_associations_pkey primary key (person_id, id),
  constraint investor_associations_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint investor_associations_investor foreign key (investor_id) references investors (id),
  constraint investor_associations_share check (share > 0 and share <= 1)
);
create index investor_associations_of_loan on investor_associations (person_id, loan_id, position);
create index investor_associations_of_investor on investor_associations (investor_id);
