-- Military service of a borrower or of the spouse, as it was told: the law protects loans from before it.
create table military_services (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  servicemember text not null,
  basis text not null,
  start_date date not null,
  -- Null: the service goes on.
  end_date date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint military_services_pkey primary key (person_id, id),
  constraint military_services_person foreign key (person_id) references people (person_id)
);
