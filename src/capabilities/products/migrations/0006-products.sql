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

-- A company is born with a loan type and an investor. Those that are there already get them now. What is drawn names
-- its row, so that it is drawn anew for each.

insert into loan_types (id, company_id, position, external_id, version, status, created_at)
select 'LT-' || left(signs, 4) || '-' || right(signs, 4), company_id, position, 'installment', 1, 'active', created_at
from companies cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> ''
) drawn;

insert into loan_type_versions (loan_type_id, version, id, company_id, position, settings, created_at)
select id, 1, id || '.1', company_id, position, '{
  "type": "installment",
  "name": "Installment loan",
  "description": null,
  "assetType": "personalClosedEndUnsecured",
  "assetDisplayName": "Installment loan",
  "timezone": null,
  "currency": "USD",
  "cutOffTime": null,
  "interest": {
    "dayCount": "actual/365", "accrualMethod": "simple", "rounding": "cut", "minRate": null, "maxRate": null,
    "maxAprNominal": null, "maxAprEffective": null, "indexFloor": null, "indexCap": null, "indexStepCap": null,
    "afterRateChange": "solveAgain"
  },
  "payments": {
    "roundingUnit": 1, "roundingMode": "up", "interestOnlyPayments": 0, "prepayment": "nextDue", "deadlines": "asIs",
    "dueDateMode": "fixedDueDate"
  },
  "fees": {"origination": null, "late": null, "nsfAmount": null, "service": null, "membership": null},
  "waterfall": {"by": "obligation", "order": ["fees", "interest", "principal"]},
  "delinquency": {
    "toleranceAmount": 0, "accelerationDueWithin": null, "chargeOffDueWithin": null, "accrualAfterChargeOff": false,
    "paymentAllowedWhenChargedOff": true
  }
}'::jsonb, created_at
from loan_types;

insert into fee_types (loan_type_id, id, company_id, position, fee_type, display_name, api_name, created_at)
select loan_types.id, 'FT-' || left(signs, 4) || '-' || right(signs, 4), company_id, position + number, fee_type,
  display_name, fee_type, created_at
from loan_types cross join (values
  (1, 'originationFee', 'Origination fee'),
  (2, 'serviceFee', 'Service fee'),
  (3, 'membershipFee', 'Membership fee'),
  (4, 'lateFee', 'Late fee'),
  (5, 'nsfFee', 'Returned payment fee')
) as kinds (number, fee_type, display_name) cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> fee_type
) drawn;

insert into external_ids (external_id, company_id, kind, subject_id, object_id)
select external_id, company_id, 'loan type', company_id, id from loan_types;

insert into investors (id, company_id, position, name, is_default, created_at)
select 'IR-' || left(signs, 4) || '-' || right(signs, 4), company_id, position, name, true, created_at
from companies cross join lateral (
  select string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789', 1 + floor(random() * 35)::integer, 1), '') as signs
  from generate_series(1, 8) where company_id <> ''
) drawn;
