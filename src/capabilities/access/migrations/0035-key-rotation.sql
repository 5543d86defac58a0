-- From where a key may be used, and which key took the place of which.
alter table api_keys
  -- Addresses and ranges; null: from anywhere.
  add column allowed_addresses text[],
  add column predecessor_id text,
  add column successor_id text,
  -- The first of its predecessors: what they kept by idempotency keys, and how much they called, counts as this key's.
  -- Null: the key itself.
  add column kept_as text;
