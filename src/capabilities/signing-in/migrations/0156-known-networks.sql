-- Networks from which somebody has signed in to a company, by a keyed hash.
create table known_networks (
  network_hash bytea not null,
  company_id text not null,
  last_at timestamptz not null,
  constraint known_networks_pkey primary key (network_hash)
);
create index known_networks_expired on known_networks (last_at);
