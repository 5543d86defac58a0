-- What a kept answer answers is sealed from now on, like the answer itself: a keyed hash could not be carried over to
-- another encryption key. Rows of before keep theirs for their day.
alter table idempotency alter column request_hash drop not null;
alter table idempotency add column request_sealed bytea;
