-- Passwords, codes and sessions of users. Of every secret only a hash is kept.

create table passwords (
  user_id text not null,
  company_id text not null,
  -- argon2id, with its parameters.
  password_hash text not null,
  changed_at timestamptz not null,
  constraint passwords_pkey primary key (user_id)
);

-- Codes of six digits, and the tokens that a lender's server exchanges for a session of a borrower.
create table codes (
  id text not null,
  user_id text not null,
  company_id text not null,
  -- signIn, password or exchange: a code is good for nothing else.
  purpose text not null,
  -- By what it went out: email, text or voice. Null: it was made on the machine.
  channel text,
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint codes_pkey primary key (user_id, id)
);
-- Old rows are deleted by these.
create index codes_expired on codes (expires_at);

create table sessions (
  id text not null,
  user_id text not null,
  company_id text not null,
  position bigint not null,
  -- user, compliance or shortLived.
  kind text not null,
  -- Of a short-lived one: the session that asked for it, with which it ends, and what of the user's rights it has.
  parent_id text,
  permissions text[],
  -- How the user signed in: password, code or exchangeToken.
  method text not null,
  address_sealed bytea not null,
  refresh_hash bytea,
  previous_refresh_hash bytea,
  refreshed_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pkey primary key (user_id, id)
);
create index sessions_page on sessions (user_id, position desc, id desc);
create index sessions_expired on sessions (expires_at);

-- Attempts to sign in that failed, by a keyed hash of account and address.
create table sign_in_attempts (
  attempt_hash bytea not null,
  company_id text not null,
  failures integer not null,
  last_at timestamptz not null,
  free_at timestamptz not null,
  constraint sign_in_attempts_pkey primary key (attempt_hash)
);
create index sign_in_attempts_expired on sign_in_attempts (last_at);

-- Devices on which a user has signed in, by a keyed hash of the token that each of them keeps.
create table known_devices (
  id text not null,
  user_id text not null,
  company_id text not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint known_devices_pkey primary key (user_id, id)
);
create index known_devices_expired on known_devices (last_used_at);

-- Networks from which somebody has signed in to a company, by a keyed hash.
create table known_networks (
  network_hash bytea not null,
  company_id text not null,
  last_at timestamptz not null,
  constraint known_networks_pkey primary key (network_hash)
);
create index known_networks_expired on known_networks (last_at);
