-- Kept answers belong to the API key that asked: key_hash is of its id and the Idempotency-Key, and the row lies by it.
-- Those kept before name no API key. They could be given to a key that may not see them, so they are gone.
drop table idempotency;
create table idempotency (
  key_hash bytea not null,
  company_id text not null,
  -- The object whose command it was, so that answers about a person who is erased are found.
  subject_id text,
  -- Always null. Processes of release 0.1.0 ask for it.
  request_hash bytea,
  request_sealed bytea not null,
  status integer not null,
  headers jsonb not null,
  -- Null where the answer showed a secret: then only what was made is kept.
  body bytea,
  made_id text,
  recorded_at bigint not null,
  constraint idempotency_pkey primary key (key_hash, company_id)
);
create index idempotency_subject on idempotency (subject_id) where subject_id is not null;
create index idempotency_recorded_at on idempotency (recorded_at);
