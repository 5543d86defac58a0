-- Borrowers, their identities and contacts. What is personal is sealed with the person's own data key; *_token(s) are
-- keyed hashes for searching. All rows of a person lie with the person.

create table people (
  person_id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  borrower_type text not null,
  status text not null,
  status_updated_at timestamptz,
  collections_intensity text not null,
  data_key bytea not null,
  name_sealed bytea,
  date_of_birth_sealed bytea,
  business_sealed bytea,
  comm_preferences jsonb not null,
  -- Text, not jsonb: it is given back as it came.
  meta_data text,
  monitor_start_date date not null,
  search_tokens bigint[] not null,
  -- Since when the person is erased: the data key is another one then, so that nothing sealed before can be read again,
  -- wherever a copy of the rows may lie. The row stays: loans and their books belong to it.
  erased_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint people_pkey primary key (person_id),
  constraint people_borrower_type check (borrower_type in ('person', 'business')),
  constraint people_status check (status in ('active', 'inactive')),
  constraint people_collections_intensity check (collections_intensity in ('light', 'normal', 'heavy'))
);
create index people_page on people (company_id, position desc, person_id desc);
create index people_search on people using gin (search_tokens);
-- Every field that people may be sorted by gives an order, both ways, and status and type are filters as well: without
-- an index each of these pages would read and sort everybody. Equal ones run by position and id, as in
-- platform/http/pages.ts.
create index people_created on people (company_id, created_at, position, person_id);
create index people_updated on people (company_id, updated_at, position, person_id);
create index people_status on people (company_id, status, position, person_id);
-- With the status, so that both filters together are counted in the index alone.
create index people_type on people (company_id, borrower_type, position, person_id) include (status);
create index people_intensity on people (company_id, collections_intensity, position, person_id);
create index people_external_id on people (company_id, external_id, position, person_id);

create table identities (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  identity_type text not null,
  custom_identity_type_name text,
  value_sealed bytea not null,
  value_token bigint not null,
  -- What answers show in place of the value.
  value_mask text not null,
  valid boolean not null,
  issue_date date,
  expiration_date date,
  issuing_country text not null,
  is_primary boolean not null,
  is_archived boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint identities_pkey primary key (person_id, id),
  constraint identities_person foreign key (person_id) references people (person_id),
  constraint identities_primary_stays check (not (is_primary and is_archived))
);
create unique index identities_one_primary on identities (person_id) where is_primary;
create index identities_value on identities (value_token);

-- Who acts for a borrower in law. How they are reached is in contacts.
create table legal_representatives (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  representative_type text not null,
  status text not null,
  known_since timestamptz,
  unanswered_since timestamptz,
  unresponsive boolean not null,
  consents_to_contact boolean not null,
  denies_representation boolean not null,
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

create table contacts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  contact_type text not null,
  label text not null,
  affiliation text not null,
  legal_representative_id text,
  status text not null,
  name_sealed bytea,
  value_sealed bytea,
  -- Of an email or phone. Null for an address.
  value_token bigint,
  address_sealed bytea,
  search_tokens bigint[] not null,
  valid boolean not null,
  verified boolean not null,
  -- When whoever reads it entered the code that was sent to it. Null: nobody has.
  confirmed_at timestamptz,
  -- Since when it reaches who it reaches now by its value of now.
  reaches_since timestamptz not null,
  receive_text_messages boolean not null,
  receive_text_messages_last_consent_at timestamptz,
  authorized_third_party boolean not null,
  power_of_attorney boolean not null,
  -- What the law asks of a contact at work, of a phone and of an email. Null: nobody has said.
  employer_permits boolean,
  provided_by_borrower boolean,
  on_do_not_call_registry boolean,
  reassigned_checked_at timestamptz,
  transfer_notice_date date,
  used_by_prior_collector boolean,
  disconnection_status text,
  last_disconnect_check_date date,
  last_known_connection_date date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint contacts_pkey primary key (person_id, id),
  constraint contacts_person foreign key (person_id) references people (person_id),
  constraint contacts_type check (contact_type in ('email', 'phone', 'address')),
  constraint contacts_status check (status in ('primary', 'secondary', 'additional', 'archived')),
  constraint contacts_legal_representative
    foreign key (person_id, legal_representative_id) references legal_representatives (person_id, id)
);
-- "collision detected": one value stands once with a person, but for archived ones.
create unique index contacts_one_value on contacts (person_id, contact_type, value_token) where status <> 'archived';
create index contacts_page on contacts (person_id, position desc, id desc);
create index contacts_value on contacts (value_token) where value_token is not null;
create index contacts_search on contacts using gin (search_tokens);
create index contacts_of_legal_representative on contacts (person_id, legal_representative_id)
  where legal_representative_id is not null;

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
  -- When the borrower showed that they can read what is sent there (15 U.S.C. 7001(c)(1)(C)(ii)). Null: they have not.
  demonstrated_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint consents_pkey primary key (person_id, id),
  constraint consents_person foreign key (person_id) references people (person_id)
);
create index consents_page on consents (person_id, position desc, id desc);

-- When, where and by what a borrower wants to be reached or not, and in which zone they live, as they have said. A row is
-- never overwritten: that it was taken back is added to it, so what was known at a moment can be read.
create table contact_preferences (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  -- Null: whatever the channel.
  channel text,
  -- Null: whichever contact. Contacts can be deleted, what was said of them stays.
  contact_id text,
  -- From 1, Monday, to 7, Sunday; none: every day.
  days_of_week bigint[] not null,
  -- From the first hour on, and not in the last one. Null: the whole day.
  from_hour integer,
  to_hour integer,
  timezone text,
  in_writing boolean,
  stated_at timestamptz not null,
  withdrawn_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint contact_preferences_pkey primary key (person_id, id),
  constraint contact_preferences_person foreign key (person_id) references people (person_id),
  constraint contact_preferences_kind check (kind in ('inconvenient', 'convenient', 'timezone'))
);
create index contact_preferences_page on contact_preferences (person_id, position desc, id desc);

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
