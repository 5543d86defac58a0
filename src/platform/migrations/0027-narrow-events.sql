-- Lists of events are found in placed_events. Of the indexes of events there stay: the primary key, for the events of a
-- page and for clearing those of a person; events_fact, for taking a fact back; and for a process of the release before,
-- until the next release: events_unordered (what it wrote without a place) and events_sequence (the places it gave).
drop index events_subject, events_id, events_feed, events_type, events_created, events_effective, events_message,
  events_loan, events_case, events_transaction, events_period;
