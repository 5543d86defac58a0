-- What a company lends and on which terms, for whom and with whom: few rows, read by every loan.

create table loan_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  -- Of the settings that new loans get.
  version integer not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_types_pkey primary key (id),
  constraint loan_types_status check (status in ('active', 'inactive'))
);
create index loan_types_page on loan_types (company_id, position desc, id desc);

-- Never changed: a loan keeps the version that it was originated with.
create table loan_type_versions (
  loan_type_id text not null,
  version integer not null,
  -- Loan type and version in one, for cursors.
  id text not null,
  company_id text not null,
  position bigint not null,
  settings jsonb not null,
  created_at timestamptz not null,
  constraint loan_type_versions_pkey primary key (loan_type_id, version),
  constraint loan_type_versions_type foreign key (loan_type_id) references loan_types (id)
);

create table fee_types (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  fee_type text not null,
  display_name text not null,
  api_name text not null,
  -- In cents, of a fee that is charged by hand. What the settings charge stands there.
  amount bigint,
  created_at timestamptz not null,
  constraint fee_types_pkey primary key (loan_type_id, id),
  constraint fee_types_name unique (loan_type_id, api_name),
  constraint fee_types_type foreign key (loan_type_id) references loan_types (id)
);

-- The end of a rate is the day before the next one begins, so it is not stored.
create table index_rates (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  rate numeric not null,
  effective_date date not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint index_rates_pkey primary key (loan_type_id, id),
  constraint index_rates_type foreign key (loan_type_id) references loan_types (id)
);
create unique index index_rates_date on index_rates (loan_type_id, effective_date) where deleted_at is null;

create table rate_caps (
  loan_type_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- Null: all.
  state text,
  max_rate numeric not null,
  effective_date date not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint rate_caps_pkey primary key (loan_type_id, id),
  constraint rate_caps_type foreign key (loan_type_id) references loan_types (id)
);
create unique index rate_caps_date on rate_caps (loan_type_id, state, effective_date) nulls not distinct
  where deleted_at is null;

create table merchants (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  business_name text not null,
  -- Address and primary contact.
  contact_sealed bytea not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint merchants_pkey primary key (id),
  constraint merchants_status check (status in ('active', 'inactive'))
);
create index merchants_page on merchants (company_id, position desc, id desc);

create table investors (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint investors_pkey primary key (id)
);
create index investors_page on investors (company_id, position desc, id desc);
create unique index investors_default on investors (company_id) where is_default;

-- What a lender promotes a draw with. Deleted ones stay for the programs that were made of them.
create table promo_program_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  program_type text not null,
  promo_rate numeric,
  promo_duration_days integer not null,
  promo_grace_period_days integer not null,
  sac_disqualify_overdue_days integer,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint promo_program_types_pkey primary key (id),
  constraint promo_program_types_status check (status in ('active', 'inactive'))
);
create index promo_program_types_page on promo_program_types (company_id, position desc, id desc)
  where deleted_at is null;

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
