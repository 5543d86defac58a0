-- What users show besides a password: codes of an app, passkeys, codes for recovery; and what was asked of them.

-- One app for each user. The pending secret becomes the one that counts when a first code confirms it.
create table totp_secrets (
  user_id text not null,
  company_id text not null,
  secret_sealed bytea,
  pending_sealed bytea,
  pending_until timestamptz,
  -- The thirty seconds of the last code that was taken: no code of theirs or of earlier ones is taken again.
  last_step integer not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  constraint totp_secrets_pkey primary key (user_id)
);

create table passkeys (
  id text not null,
  user_id text not null,
  company_id text not null,
  position bigint not null,
  name text not null,
  -- The host of the pages on which the browser offers it.
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  transports text[] not null,
  counter bigint not null,
  -- When its counter last went back: perhaps there is a copy of it.
  counter_went_back_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (user_id, id)
);
create unique index passkeys_credential on passkeys (user_id, credential_id);

create table recovery_codes (
  user_id text not null,
  company_id text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);

create table factor_challenges (
  id text not null,
  user_id text not null,
  company_id text not null,
  -- secondFactor: asked for after a first proof. registration: of a passkey. passkeyAlone: used by a passkey alone.
  purpose text not null,
  secret_hash bytea not null,
  -- Of secondFactor: which session was asked for, and by what first proof.
  session_kind text,
  sign_in_method text,
  -- Of registration: the host of the page.
  rp_id text,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint factor_challenges_pkey primary key (user_id, id)
);
create index factor_challenges_expires on factor_challenges (expires_at);
