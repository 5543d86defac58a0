-- What happened, told in the same commit. An event gets its place in the one order of its mode (sequence) after the
-- commit; until then no list shows it.
create table events (
  -- The person whose rows the change wrote; for keys and other things of the company, the company.
  subject_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  sequence bigint,
  event_type text not null,
  -- What makes it this fact and no other, for events that a replay can take back.
  cause text,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  deleted_at timestamptz,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  -- The commit that made it.
  message_id text not null,
  request_id text,
  api_key_id text,
  details jsonb not null,
  constraint events_pkey primary key (subject_id, id)
);
-- Those without a place come first: few, and asked for by subject and by the relay.
create index events_subject on events (subject_id, sequence);
create index events_unordered on events (position) where sequence is null;
create unique index events_fact on events (subject_id, event_type, cause) where cause is not null and deleted_at is null;
create index events_id on events (id);
create index events_sequence on events (sequence) where sequence is not null;
create index events_feed on events (company_id, sequence) where sequence is not null;
create index events_type on events (company_id, event_type, sequence) include (created_at, effective_at)
  where sequence is not null;
create index events_created on events (company_id, created_at, sequence) where sequence is not null;
create index events_effective on events (company_id, effective_at, sequence) where sequence is not null;
create index events_message on events (message_id) where sequence is not null;
create index events_loan on events (loan_id, sequence) where loan_id is not null;
create index events_case on events (case_id, sequence) where case_id is not null;
create index events_transaction on events (transaction_id, sequence) where transaction_id is not null;
create index events_period on events (period_id, sequence) where period_id is not null;

-- Places reached. The row "events" holds the last place given: whoever gives places holds it, so that they become
-- visible in their order. The others say how far somebody has followed.
create table event_places (
  name text not null,
  last_sequence bigint not null,
  constraint event_places_pkey primary key (name)
);
insert into event_places (name, last_sequence) values ('events', 0);
