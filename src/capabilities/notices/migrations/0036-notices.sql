-- What goes to borrowers by itself: what waits to be sent, what a company has set, and what agents are told.

-- A message that is to be prepared and sent. The row goes with the commit that sends it.
create table pending_notices (
  person_id text not null,
  -- Names the occasion: the same is sent once.
  once_key text not null,
  company_id text not null,
  subject text not null,
  source text not null,
  -- The event, the descriptor, or the version of the notification type that asks for it.
  source_id text not null,
  -- Null: as the notice says.
  channels text[],
  theme text,
  loan_id text,
  -- The main borrower, where the message goes to somebody else who owes the loan; null: they are the same.
  loan_person_id text,
  case_id text,
  statement_id text,
  transaction_id text,
  -- Amounts, days and ids that the occasion tells: never anything personal.
  told jsonb not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint pending_notices_pkey primary key (person_id, once_key),
  constraint pending_notices_source check (source in ('event', 'repayment', 'case', 'workflow')),
  constraint pending_notices_person foreign key (person_id) references people (person_id)
);
create index pending_notices_due on pending_notices (company_id, due_at, person_id, once_key);
create index pending_notices_of_case on pending_notices (person_id, case_id) where case_id is not null;

-- What a company has changed of a notice of the system.
create table notice_settings (
  company_id text not null,
  subject text not null,
  is_enabled boolean,
  delay_hours integer,
  channels text[],
  by_loan_type jsonb not null,
  updated_at timestamptz not null,
  constraint notice_settings_pkey primary key (company_id, subject)
);

-- Before or after which day of a loan its borrower is written to.
create table repayment_notifications (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  trigger text not null,
  subject text not null,
  day integer not null,
  day_type text not null,
  product_id text,
  channels text[] not null,
  status text not null,
  -- The day at whose hour it is run next; null: it is inactive.
  run_on date,
  run_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint repayment_notifications_pkey primary key (id),
  constraint repayment_notifications_status check (status in ('active', 'inactive')),
  constraint repayment_notifications_run check ((run_on is null) = (run_at is null))
);
create index repayment_notifications_page on repayment_notifications (company_id, position desc, id desc);
create index repayment_notifications_due on repayment_notifications (company_id, run_at) where run_at is not null;

-- The types by which cases write to their borrowers when they move. A row is one version of a type.
create table notification_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  type_id integer not null,
  version integer not null,
  status text not null,
  derived_from_type_id text not null,
  created_by integer,
  published_at timestamptz,
  published_by integer,
  deprecated_at timestamptz,
  deprecated_by integer,
  deprecation_message text,
  created_at timestamptz not null,
  updated_at timestamptz,
  name text not null,
  description text not null,
  -- The base types of the cases on which it acts, and case types, each by any of its versions.
  case_types text[] not null,
  case_type_ids text[] not null,
  on_status text,
  on_outcome text,
  on_condition jsonb,
  condition_text text,
  -- The one text of either form.
  condition text,
  subject text,
  channel text not null,
  theme text,
  delay integer not null,
  unit text not null,
  constraint notification_types_pkey primary key (id),
  constraint notification_types_version unique (company_id, type_id, version),
  constraint notification_types_trigger check (on_status is not null or on_outcome is not null),
  constraint notification_types_status check (status in ('draft', 'active', 'deprecated'))
);
create index notification_types_page on notification_types (company_id, position desc, id desc);
create unique index notification_types_active on notification_types (company_id, type_id) where status = 'active';
create unique index notification_types_draft on notification_types (company_id, type_id) where status = 'draft';

-- What the people of the company are told, each user for themselves. What nobody looks after lies with the company.
create table agent_notifications (
  -- The user, or the company.
  user_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- Names the occasion: somebody is told of it once.
  once_key text not null,
  kind text not null,
  person_id text,
  case_id text,
  -- The task, the message or the event that it is about.
  about_id text,
  subject text,
  reason text,
  created_at timestamptz not null,
  read_at timestamptz,
  read_by_id text,
  constraint agent_notifications_pkey primary key (user_id, id),
  constraint agent_notifications_once unique (user_id, once_key),
  constraint agent_notifications_kind check (kind in ('escalation', 'task', 'monitorHit', 'noticeNotSent', 'sendingFailed', 'workitemLate'))
);
create index agent_notifications_page on agent_notifications (user_id, position desc, id desc);
create index agent_notifications_unread on agent_notifications (user_id, position desc, id desc) where read_at is null;
create index agent_notifications_old on agent_notifications (position);
create index agent_notifications_of_person on agent_notifications (person_id) where person_id is not null;

insert into event_places (name, last_sequence) values ('notices', 0);
