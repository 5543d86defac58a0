-- Blocks on contacting a borrower. Each belongs to a case.
create table do_not_interacts (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  case_id text not null,
  source text not null,
  -- Of one that a type has made: its version, and the number that all versions of the type share.
  do_not_interact_type_id text,
  do_not_interact_type_number integer,
  channels text[] not null,
  themes text[] not null,
  start_date date not null,
  end_date date,
  days_of_week jsonb not null,
  times_of_day jsonb not null,
  timezone text,
  contact_labels text[] not null,
  -- When its last day is over; null: it has no last day, or it is over.
  ends_at timestamptz,
  ended_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint do_not_interacts_pkey primary key (person_id, id),
  constraint do_not_interacts_case foreign key (person_id, case_id) references cases (person_id, id),
  constraint do_not_interacts_source check (source in ('api', 'type', 'bulk')),
  constraint do_not_interacts_days check (end_date is null or end_date >= start_date)
);
create index do_not_interacts_page on do_not_interacts (person_id, case_id, position desc, id desc);
-- One stands by hand on a case, and besides one of each type.
create unique index do_not_interacts_by_hand on do_not_interacts (person_id, case_id)
  where do_not_interact_type_number is null and ended_at is null and deleted_at is null;
create unique index do_not_interacts_by_type on do_not_interacts (person_id, case_id, do_not_interact_type_number)
  where do_not_interact_type_number is not null and ended_at is null and deleted_at is null;
create index do_not_interacts_due on do_not_interacts (company_id, ends_at) where ends_at is not null;
