-- How agents make sure with whom they speak: types, what was asked of a borrower, and each attempt to answer. No answer is
-- stored, and no code: of a code its keyed hash.

create table verification_types (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text,
  method text not null,
  expiration_in_secs integer not null,
  max_sessions_recent_past integer not null,
  recent_past_secs integer not null,
  max_attempts_per_session integer not null,
  -- Null: all questions.
  enabled_question_ids text[],
  -- How many questions of each category, as JSON. Null: three of any.
  criteria text,
  unlocks text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint verification_types_pkey primary key (id),
  constraint verification_types_method check (method in ('questions', 'code'))
);
create index verification_types_page on verification_types (company_id, position desc, id desc);

create table verifications (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- Null: by the standard, where the company has set no type.
  verification_type_id text,
  method text not null,
  status text not null,
  agent_user_id text,
  -- The session in which what is unlocked may be seen. A key has none.
  session_id text,
  created_by_type text not null,
  created_by_id text,
  question_ids text[] not null,
  -- To which contact the code was sent. Contacts can be deleted, what was proved by them stays.
  contact_id text,
  code_hash bytea,
  max_attempts integer not null,
  attempts_made integer not null,
  unlocks text[] not null,
  expires_at timestamptz not null,
  -- From when on the wait for another one counts: its start, and its end where it failed.
  counts_from timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint verifications_pkey primary key (person_id, id),
  constraint verifications_person foreign key (person_id) references people (person_id),
  constraint verifications_type foreign key (verification_type_id) references verification_types (id),
  constraint verifications_status check (status in ('inProgress', 'succeeded', 'failed')),
  constraint verifications_attempts check (attempts_made between 0 and max_attempts)
);
create index verifications_page on verifications (person_id, position desc, id desc);
create index verifications_of_type on verifications (verification_type_id);
create index verifications_wait on verifications (person_id, counts_from desc);
create index verifications_of_session on verifications (person_id, session_id) where status = 'succeeded';

create table verification_attempts (
  person_id text not null,
  id text not null,
  company_id text not null,
  verification_id text not null,
  position bigint not null,
  is_success boolean not null,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  constraint verification_attempts_pkey primary key (person_id, id),
  constraint verification_attempts_verification foreign key (person_id, verification_id)
    references verifications (person_id, id)
);
create index verification_attempts_of on verification_attempts (person_id, verification_id, position);
create index verification_attempts_wrong on verification_attempts (person_id, position desc) where not is_success;

-- Codes that were sent to contacts. The hash is made of the value that it was sent to, so another value ends it.
create table contact_codes (
  person_id text not null,
  id text not null,
  company_id text not null,
  -- Null: the code was sent to what is no contact yet. Contacts can be deleted; their codes go within days.
  contact_id text,
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint contact_codes_pkey primary key (person_id, id),
  constraint contact_codes_person foreign key (person_id) references people (person_id)
);
create index contact_codes_sent on contact_codes (person_id, created_at);
