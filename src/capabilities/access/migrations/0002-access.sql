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
  api_version text,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_hash unique (key_hash)
);
create index api_keys_page on api_keys (company_id, position desc, id desc);

-- Apart from the keys, so that noting a use never waits for a change of the key, nor the other way round.
create table api_key_uses (
  key_id text not null,
  company_id text not null,
  last_used_at timestamptz not null,
  constraint api_key_uses_pkey primary key (key_id)
);
