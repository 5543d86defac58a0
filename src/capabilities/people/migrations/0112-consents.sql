-- What borrowers agreed to. A row is never deleted and never overwritten: a revocation is added to it.
create table consents (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  consent_type text not null,
  channel text not null,
  -- The contact that it is for. Contacts can be deleted, consents stay.
  contact_id text,
  -- What was shown or read out, sealed with the key of the person; its hash stays when the person is erased.
  details_sealed bytea,
  text_hash text not null,
  text_version text,
  given_at timestamptz not null,
  revoked_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint consents_pkey primary key (person_id, id),
  constraint consents_person foreign key (person_id) references people (person_id)
);
create index consents_page on consents (person_id, position desc, id desc);
