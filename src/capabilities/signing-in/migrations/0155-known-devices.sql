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
