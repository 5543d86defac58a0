-- Who offered a settlement: one that gives up much is accepted by somebody else.
alter table loan_settlements add column offered_by_type text;
alter table loan_settlements add column offered_by_id text;
