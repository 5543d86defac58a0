-- Cases: what somebody has to do about a borrower, from its first word to its outcome.
create table cases (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  case_type text not null,
  -- The version of the company's type of which it was made; null: the base type itself.
  case_type_id text,
  name text not null,
  status text not null,
  status_updated_at timestamptz not null,
  outcome text,
  notice_sent_date date,
  received_date date,
  due_date date,
  due_date_extended boolean not null,
  owning_employee_id text,
  owning_team_id text,
  loan_ids text[] not null,
  -- The purchase and the dispute for which it was opened.
  purchase_id text,
  purchase_dispute_id text,
  -- The supercase that has made it.
  supercase_id text,
  -- The fields of its type, sealed with the key of the person.
  details_sealed bytea,
  -- Keyed hashes of the number at a court, by which a bankruptcy is found.
  search_tokens bigint[] not null default '{}',
  last_viewed_at timestamptz,
  last_subresource_updated_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint cases_pkey primary key (person_id, id),
  constraint cases_status check (status in ('initiated', 'processing', 'completed', 'canceled', 'reopened')),
  constraint cases_outcome check ((status = 'completed') = (outcome is not null)),
  constraint cases_person foreign key (person_id) references people (person_id)
);
create index cases_of_person on cases (person_id, position desc, id desc);
-- Of two that open a second one at the same time, the later is refused.
create unique index cases_open_collection on cases (person_id)
  where case_type = 'collection' and status in ('initiated', 'processing', 'reopened');
create index cases_page on cases (company_id, position desc, id desc);
create index cases_by_type on cases (company_id, case_type, position, id);
create index cases_by_creation on cases (company_id, created_at, position, id);
create index cases_by_external_id on cases (company_id, external_id, position, id);
create index cases_by_name on cases (company_id, name, position, id);
create index cases_by_status on cases (company_id, status, position, id);
create index cases_by_status_update on cases (company_id, status_updated_at, position, id);
create index cases_by_outcome on cases (company_id, outcome, position, id);
create index cases_by_due_date on cases (company_id, due_date, position, id);
-- Lists ask for what is late.
create index cases_late on cases (company_id, due_date, position, id) where status in ('initiated', 'processing', 'reopened');
create index cases_by_employee on cases (company_id, owning_employee_id, position, id);
create index cases_by_team on cases (company_id, owning_team_id, position, id);
create index cases_by_view on cases (company_id, last_viewed_at, position, id);
create index cases_by_supercase on cases (company_id, supercase_id, position, id);
create index cases_by_subresource on cases (company_id, last_subresource_updated_at, position, id);
create index cases_of_loan on cases using gin (loan_ids);
create index cases_tokens on cases using gin (search_tokens);
create index cases_by_id on cases (id);

-- What a case asks somebody to do at a time.
create table case_tasks (
  person_id text not null,
  id text not null,
  case_id text not null,
  company_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  due_at timestamptz not null,
  assigned_employee_id text,
  assigned_team_id text,
  contact_id text,
  note_id text,
  -- The reason, sealed with the key of the person.
  reason_sealed bytea,
  taken_by_id text,
  -- Null beside a taker: it is theirs until they give it back.
  taken_until timestamptz,
  created_by_type text not null,
  created_by_id text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint case_tasks_pkey primary key (person_id, id),
  constraint case_tasks_kind check (kind in ('escalation', 'snooze', 'scheduledCall', 'note')),
  constraint case_tasks_status check (status in ('open', 'done', 'canceled')),
  constraint case_tasks_case foreign key (person_id, case_id) references cases (person_id, id)
);
create index case_tasks_by_id on case_tasks (id);
create index case_tasks_of_case on case_tasks (person_id, case_id, position desc, id desc);
create unique index case_tasks_one_snooze on case_tasks (person_id, case_id) where kind = 'snooze' and status = 'open';
-- Lists ask for open tasks alone.
create index case_tasks_page on case_tasks (company_id, position desc, id desc) where status = 'open';
create index case_tasks_by_due on case_tasks (company_id, due_at, position, id) where status = 'open';
create index case_tasks_by_creation on case_tasks (company_id, created_at, position, id) where status = 'open';
create index case_tasks_by_kind on case_tasks (company_id, kind, position, id) where status = 'open';
create index case_tasks_by_employee on case_tasks (company_id, assigned_employee_id, position, id) where status = 'open';
create index case_tasks_by_team on case_tasks (company_id, assigned_team_id, position, id) where status = 'open';
create index case_tasks_by_taker on case_tasks (company_id, taken_by_id) where taken_by_id is not null;

-- What people of the company write down while they work on a case.
create table case_notes (
  person_id text not null,
  id text not null,
  case_id text not null,
  company_id text not null,
  position bigint not null,
  category text not null,
  status text not null,
  important boolean not null,
  pinned boolean not null,
  archived boolean not null,
  sensitive_data boolean not null,
  taskable_instruction boolean not null,
  -- The note of a supercase that it repeats.
  supercase_note_id text,
  -- The text, sealed with the key of the person.
  content_sealed bytea,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint case_notes_pkey primary key (person_id, id),
  constraint case_notes_case foreign key (person_id, case_id) references cases (person_id, id)
);
create index case_notes_of_case on case_notes (person_id, case_id, position desc, id desc);
create unique index case_notes_of_supercase on case_notes (person_id, case_id, supercase_note_id)
  where supercase_note_id is not null;

-- Borrowers of whom something changed that a collection case may follow from, and when the day looks at them.
create table collection_watches (
  person_id text not null,
  company_id text not null,
  look_at timestamptz,
  constraint collection_watches_pkey primary key (person_id)
);
create index collection_watches_due on collection_watches (company_id, look_at, person_id) where look_at is not null;

insert into event_places (name, last_sequence) values ('collections', 0);
