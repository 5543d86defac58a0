-- Messages that this service sends to borrowers, each with its interaction. What a message says is sealed with the key of
-- the person.
create table outgoing_messages (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  interaction_id text not null,
  state text not null,
  origin text not null,
  -- Whoever asks for it again by the same key gets this one.
  once_key text,
  channel text not null,
  subject text not null,
  theme text not null,
  -- To which contact it goes, or went; null: on this channel none is named, or there is none.
  contact_id text,
  -- The caller named the contact, so it goes to no other one.
  is_contact_named boolean not null,
  loan_ids text[] not null,
  case_id text,
  statement_id text,
  -- Attached documents, and the contents that they had when the message was asked for.
  document_ids text[] not null,
  content_ids text[] not null,
  -- Whoever asked for it may send what is sensitive.
  may_attach_sensitive boolean not null,
  language text not null,
  is_transactional boolean not null,
  is_autodialed boolean not null,
  template_version_id text,
  content_sealed bytea,
  -- The rules that stood against it when it was asked last; `quietHours` stands for those of the company.
  blocked_by text[] not null,
  -- The business instant at which it is looked at again, while it is scheduled or held.
  act_at timestamptz,
  -- How often it was tried so far, and why the last attempt did not succeed, without anything that a person wrote.
  tries integer not null,
  last_failure text,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint outgoing_messages_pkey primary key (person_id, id),
  constraint outgoing_messages_person foreign key (person_id) references people (person_id),
  constraint outgoing_messages_interaction foreign key (person_id, interaction_id)
    references interactions (person_id, id),
  constraint outgoing_messages_state check (
    state in ('scheduled', 'held', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'canceled', 'dropped')
  ),
  constraint outgoing_messages_acts check ((act_at is not null) = (state in ('scheduled', 'held')))
);
create unique index outgoing_messages_once on outgoing_messages (person_id, once_key) where once_key is not null;
create index outgoing_messages_of_interaction on outgoing_messages (person_id, interaction_id);
create index outgoing_messages_page on outgoing_messages (company_id, position desc, id desc);
create index outgoing_messages_of_person on outgoing_messages (person_id, position desc, id desc);
create index outgoing_messages_by_id on outgoing_messages (id);
create index outgoing_messages_state on outgoing_messages (company_id, state, position, id);
create index outgoing_messages_channel on outgoing_messages (company_id, channel, position, id);
create index outgoing_messages_origin on outgoing_messages (company_id, origin, position, id);
create index outgoing_messages_subject on outgoing_messages (company_id, subject, position, id);
create index outgoing_messages_act on outgoing_messages (company_id, act_at) where act_at is not null;

-- What workers have to do: a row for each message that is queued, until it is known what became of it. A message has many
-- indexes, so it is written when it is queued and when it has an outcome, and the steps between are written here.
create table queued_messages (
  person_id text not null,
  id text not null,
  company_id text not null,
  channel text not null,
  interaction_id text not null,
  -- Columns of claimed work (platform/work/claimed), by the machine clock.
  due_at bigint not null,
  holder text,
  tries integer not null default 0,
  last_failure text,
  constraint queued_messages_pkey primary key (person_id, id)
);
create index queued_messages_due on queued_messages (due_at);

-- A message is also found by its id alone, so each id is given once, and this says with whom it lies.
create table message_places (
  id text not null,
  company_id text not null,
  person_id text not null,
  constraint message_places_pkey primary key (id)
);

-- What was heard of messages from outside, each once.
create table message_reports (
  person_id text not null,
  key text not null,
  company_id text not null,
  heard_at timestamptz not null,
  constraint message_reports_pkey primary key (person_id, key),
  constraint message_reports_person foreign key (person_id) references people (person_id)
);
create index message_reports_old on message_reports (heard_at);

-- The same message to many borrowers, one after the other. Where the rows come from is another capability's.
create table bulk_sendings (
  id text not null,
  company_id text not null,
  position bigint not null,
  -- What gives the rows, and of which object: `supercase`, `campaign`.
  source text not null,
  source_id text not null,
  source_given jsonb not null,
  subject text not null,
  channel text not null,
  -- What is the same for all, sealed with the key of the company.
  message_sealed bytea not null,
  pace_per_minute integer,
  -- Hours of the company between which it sends: `09:00`. Null: at any time.
  window_from text,
  window_to text,
  -- Whose permissions must last while it goes on: whoever has started it, or resumed it last.
  responsible_type text not null,
  responsible_id text,
  needs text[] not null,
  state text not null,
  -- Why the service has paused it; null: a person has, or it is not paused.
  paused_because text,
  total integer not null,
  done integer not null,
  counts jsonb not null,
  -- The last row that was done, in the order of the source.
  place jsonb,
  -- The business instant at which it goes on, while it waits for its pace or its hours.
  act_at timestamptz,
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  finished_at timestamptz,
  constraint bulk_sendings_pkey primary key (id),
  constraint bulk_sendings_state check (state in ('running', 'paused', 'canceled', 'finished')),
  constraint bulk_sendings_paused check (
    paused_because is null or (paused_because in ('rightsLost', 'restored') and state = 'paused')
  )
);
create index bulk_sendings_page on bulk_sendings (company_id, position desc, id desc);
create index bulk_sendings_by_state on bulk_sendings (company_id, state, position, id);
create index bulk_sendings_of_source on bulk_sendings (company_id, source_id, position, id);
create index bulk_sendings_act on bulk_sendings (company_id, act_at) where act_at is not null;
create index bulk_sendings_due on bulk_sendings (due_at) where due_at is not null;

-- What came of each row of such a sending. It lies with its borrower, in one commit with the message.
create table bulk_rows (
  person_id text not null,
  bulk_sending_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  result text not null,
  message_id text,
  interaction_id text,
  until timestamptz,
  blocked_by text[] not null,
  -- Why no text was made, without anything personal; and which variable was not there.
  failure text,
  variable text,
  created_at timestamptz not null,
  constraint bulk_rows_pkey primary key (person_id, bulk_sending_id, id)
);
create index bulk_rows_page on bulk_rows (bulk_sending_id, position desc, id desc);
create index bulk_rows_by_result on bulk_rows (bulk_sending_id, result, position, id);
