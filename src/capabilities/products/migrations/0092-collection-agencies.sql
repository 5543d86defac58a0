-- Collection agencies of a company: businesses to which loans are given to be collected.
create table collection_agencies (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  legal_name text not null,
  contact_phone text,
  contact_email text,
  -- The mailing address, as JSON.
  mailing text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint collection_agencies_pkey primary key (id)
);
create index collection_agencies_page on collection_agencies (company_id, position desc, id desc);
