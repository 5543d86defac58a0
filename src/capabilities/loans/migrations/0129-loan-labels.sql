-- Labels of a company for its loans, and which loan has which.
create table loan_labels (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  color text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_labels_pkey primary key (id)
);
create index loan_labels_page on loan_labels (company_id, position desc, id desc);

create table loan_labelings (
  person_id text not null,
  loan_id text not null,
  label_id text not null,
  company_id text not null,
  -- That of the loan, so that the loans of a label are read in the order of all loans.
  loan_position bigint not null,
  added_at timestamptz not null,
  added_by_type text not null,
  added_by_id text,
  -- Null while the loan has it. The row stays, as the place of a list's cursor.
  removed_at timestamptz,
  constraint loan_labelings_pkey primary key (person_id, loan_id, label_id),
  constraint loan_labelings_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint loan_labelings_label foreign key (label_id) references loan_labels (id)
);
create index loan_labelings_page on loan_labelings (label_id, loan_position desc, loan_id desc) where removed_at is null;
-- Of the foreign key, and of a list's cursor.
create index loan_labelings_of_label on loan_labelings (label_id, loan_id);
