-- An event's place in the one order of its mode is a row of its own, written once, instead of an update of the event
-- with all its indexes. It repeats what lists of events are filtered and sorted by, so that a page is found here and
-- only its events are read from events.

-- By subject: what a commit told of one subject and what has no place yet. Written with the events, deleted when they
-- get their places. The order of a subject's commits is that of the positions.
create table waiting_events (
  subject_id text not null,
  -- That of the last of these events.
  position bigint not null,
  company_id text not null,
  -- The events, in the order in which they were told.
  ids text[] not null,
  constraint waiting_events_pkey primary key (subject_id, position)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Who gives places takes the earliest first.
create index waiting_events_position on waiting_events (position);

-- By company.
create table placed_events (
  company_id text not null,
  sequence bigint not null,
  subject_id text not null,
  id text not null,
  event_type text not null,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  loan_id text,
  case_id text,
  transaction_id text,
  period_id text,
  message_id text not null,
  -- The list without a filter, and the stream.
  constraint placed_events_pkey primary key (company_id, sequence)
);

-- The events that have places. A process of the release before may go on to give places by events.sequence: whoever
-- gives places here takes those over first (events/order-events.ts).
insert into placed_events (company_id, sequence, subject_id, id, event_type, created_at, effective_at, loan_id, case_id,
  transaction_id, period_id, message_id)
select company_id, sequence, subject_id, id, event_type, created_at, effective_at, loan_id, case_id, transaction_id,
  period_id, message_id
from events where sequence is not null order by sequence;

-- Followers of all companies; what has been taken over.
create index placed_events_sequence on placed_events (sequence);
-- A cursor, and whether an id is shown already.
create index placed_events_id on placed_events (id);
-- events=, excludeEvents=
create index placed_events_type on placed_events (company_id, event_type, sequence);
-- createdAtFrom=, createdAtTo=, sortBy=createdAt; with a range of effectiveAt as well, which is compared in the index.
create index placed_events_created on placed_events (company_id, created_at, sequence, effective_at);
-- effectiveAtFrom=, effectiveAtTo=, sortBy=effectiveAt
create index placed_events_effective on placed_events (company_id, effective_at, sequence);
-- creatingMessageIds=
create index placed_events_message on placed_events (message_id);
-- personId=, and /people/{personId}/events
create index placed_events_subject on placed_events (subject_id, sequence);
-- loanId=, caseId=, transactionId=, periodId=
create index placed_events_loan on placed_events (loan_id, sequence) where loan_id is not null;
create index placed_events_case on placed_events (case_id, sequence) where case_id is not null;
create index placed_events_transaction on placed_events (transaction_id, sequence) where transaction_id is not null;
create index placed_events_period on placed_events (period_id, sequence) where period_id is not null;

-- A process of the release before does not see the places that are given here, and would pass events over: so it
-- follows nothing any more, and its successor goes on where it was.
insert into event_places (name, last_sequence) select 'deliveries', last_sequence from event_places where name = 'webhooks';
update event_places set last_sequence = 9007199254740991 where name = 'webhooks';
