-- What a company calls its notes, and what its people write down about a borrower or one of their loans.
create table note_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint note_types_pkey primary key (id)
);
create index note_types_page on note_types (company_id, position desc, id desc);

create table notes (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_id text,
  note_type_id text,
  -- The text, sealed with the key of the person; null once the note was deleted.
  details_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint notes_pkey primary key (person_id, id),
  constraint notes_person foreign key (person_id) references people (person_id),
  constraint notes_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint notes_type foreign key (note_type_id) references note_types (id)
);
create index notes_page on notes (person_id, position desc, id desc);
create index notes_of_loan on notes (person_id, loan_id, position desc);
create index notes_of_type on notes (note_type_id);
