-- Who acts for a borrower in law. How they are reached is in contacts.
create table legal_representatives (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  representative_type text not null,
  status text not null,
  -- The names, sealed with the key of the person, and the tokens by which they are found.
  details_sealed bytea,
  search_tokens bigint[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint legal_representatives_pkey primary key (person_id, id),
  constraint legal_representatives_person foreign key (person_id) references people (person_id)
);
create index legal_representatives_page on legal_representatives (person_id, position desc, id desc);
create index legal_representatives_search on legal_representatives using gin (search_tokens);

alter table contacts
  add column legal_representative_id text,
  add constraint contacts_legal_representative
    foreign key (person_id, legal_representative_id) references legal_representatives (person_id, id);
create index contacts_of_legal_representative on contacts (person_id, legal_representative_id)
  where legal_representative_id is not null;
