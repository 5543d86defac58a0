-- Companies and their API keys. A company has a row in each mode; the id is the same.

create table companies (
  company_id text not null,
  position bigint not null,
  name text not null,
  timezone text not null,
  created_at timestamptz not null,
  constraint companies_pkey primary key (company_id)
);

create table api_keys (
  id text not null,
  company_id text not null,
  position bigint not null,
  name text not null,
  key_hash bytea not null,
  -- The last four signs, so that a person can tell keys apart.
  hint text not null,
  -- Null: every permission there is, also those that come later.
  permissions text[],
  -- Addresses and ranges; null: from anywhere.
  allowed_addresses text[],
  api_version text not null,
  -- Who stands for the key: the user who made it, or made the key that made it, or has taken it over. Null: the
  -- company, whose first keys and keys of the command line end with nobody.
  holder_user_id text,
  -- Which key it took the place of, and which took its place.
  predecessor_id text,
  successor_id text,
  -- The first of its predecessors: what they kept by idempotency keys, and how much they called, counts as this key's.
  -- Null: the key itself.
  kept_as text,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_hash unique (key_hash)
);
create index api_keys_page on api_keys (company_id, position desc, id desc);
-- Keys that are not revoked are counted before another is made; revoked ones stay for the record and must not slow it.
create index api_keys_in_force on api_keys (company_id, expires_at) where revoked_at is null;

-- Apart from the keys, so that noting a use never waits for a change of the key, nor the other way round.
create table api_key_uses (
  key_id text not null,
  company_id text not null,
  last_used_at timestamptz not null,
  constraint api_key_uses_pkey primary key (key_id)
);

-- Who can act by whose hands: each row says that `holder_id` made the user or the key `held_id`, or set what it signs
-- in with or may do. Asked whenever a second person is needed. A row has no end.
create table controls (
  company_id text not null,
  held_id text not null,
  holder_id text not null,
  -- Of a key: the holder has seen it, or has taken it over, so that what it does is the holder's own deed.
  answers boolean not null,
  constraint controls_pkey primary key (company_id, held_id, holder_id)
);
