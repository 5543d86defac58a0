-- The networks from which somebody of a company has come in through its provider. Whoever comes from one of them waits for
-- no stranger while responses are read.
create table single_sign_on_networks (
  network_hash bytea not null,
  company_id text not null,
  expires_at timestamptz not null,
  constraint single_sign_on_networks_pkey primary key (network_hash)
);
create index single_sign_on_networks_by_end on single_sign_on_networks (expires_at);
