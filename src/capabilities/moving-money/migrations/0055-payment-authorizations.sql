-- On what a debit rests: how, when and by whom it was authorized. A row is never overwritten: a revocation is added to it.

create table payment_authorizations (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  loan_id text,
  instrument_id text not null,
  -- The account as it was then: its last four digits and a keyed hash of its number.
  account_last_four text,
  account_hash bytea,
  channel text not null,
  sec_code text,
  kind text not null,
  terms jsonb not null,
  -- What was shown or read out.
  agreement_document_id text,
  text_hash text,
  text_version text,
  language text,
  given_at timestamptz not null,
  given_by_type text not null,
  given_by_id text,
  authenticated_by text,
  -- Address, device, recording: sealed with the person's own data key.
  evidence_sealed bytea,
  -- Single debits that were stopped, while the rest goes on.
  stopped_dates text[] not null default '{}',
  revoked_at timestamptz,
  revoked_by_type text,
  revoked_by_id text,
  revoked_reason text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint payment_authorizations_pkey primary key (person_id, id),
  constraint payment_authorizations_person foreign key (person_id) references people (person_id),
  constraint payment_authorizations_channel check (channel in ('written', 'web', 'phone')),
  constraint payment_authorizations_kind check (kind in ('single', 'recurring', 'standing'))
);
create index payment_authorizations_page on payment_authorizations (person_id, position desc, id desc);
