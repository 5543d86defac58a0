-- What a bank has left for us: it is fetched once it lies there unchanged at two looks.
create table ach_fetches (
  company_id text not null,
  carrier_id text not null,
  -- Name, size and time of its last change.
  mark text not null,
  seen_at timestamptz not null,
  -- Null: seen once.
  fetched_at timestamptz,
  constraint ach_fetches_pkey primary key (company_id, carrier_id, mark)
);
create index ach_fetches_seen on ach_fetches (seen_at);
