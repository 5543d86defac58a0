-- Narrow indexes: the server keeps equal keys once, with the rows behind them. A place is in them without its last eight
-- bits: of up to 256 events that are equal in this, the server puts those of a page in order. The events of a
-- transaction and of a period are few, and need no place at all. An event then takes 10 to 20 bytes in an index instead of
-- 50 to 110. Only who gives places waits for this; no command writes these rows.
drop index placed_events_subject, placed_events_loan, placed_events_case, placed_events_transaction,
  placed_events_period, placed_events_type, placed_events_created, placed_events_effective;
-- personId=, and /people/{personId}/events
create index placed_events_subject on placed_events (subject_id, (sequence >> 8));
-- loanId=, caseId=, transactionId=, periodId=
create index placed_events_loan on placed_events (loan_id, (sequence >> 8)) where loan_id is not null;
create index placed_events_case on placed_events (case_id, (sequence >> 8)) where case_id is not null;
create index placed_events_transaction on placed_events (transaction_id) where transaction_id is not null;
create index placed_events_period on placed_events (period_id) where period_id is not null;
-- events=, excludeEvents=
create index placed_events_type on placed_events (company_id, event_type, (sequence >> 8));
-- createdAtFrom=, createdAtTo=, sortBy=createdAt; with a range of effectiveAt as well, which is compared in the index.
create index placed_events_created on placed_events (company_id, created_at, (sequence >> 8), effective_at);
-- effectiveAtFrom=, effectiveAtTo=, sortBy=effectiveAt
create index placed_events_effective on placed_events (company_id, effective_at, (sequence >> 8));
-- Without this the server guesses that all places are alike but for these bits, and would rather read everything.
analyze placed_events;
