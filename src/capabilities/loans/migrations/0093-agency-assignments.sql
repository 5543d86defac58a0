-- Which agency has collected a loan, since when and until when.
create table agency_assignments (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  agency_id text not null,
  position bigint not null,
  assigned_at timestamptz not null,
  -- Null: it collects the loan now.
  unassigned_at timestamptz,
  -- Who services the loan once it is taken back.
  serviced_by text,
  constraint agency_assignments_pkey primary key (person_id, id),
  constraint agency_assignments_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index agency_assignments_of_loan on agency_assignments (person_id, loan_id, position desc);
create unique index agency_assignments_now on agency_assignments (person_id, loan_id) where unassigned_at is null;
create index agency_assignments_of_agency on agency_assignments (company_id, agency_id, position, id);
