-- How a company's people sign in through an identity provider. A row belongs to a company of one mode.

create table single_sign_on_connections (
  id uuid not null,
  company_id text not null,
  -- The provider and the rules, as they are shown.
  settings jsonb not null,
  -- Of OpenID Connect: by which the provider knows us.
  client_secret_sealed bytea,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint single_sign_on_connections_pkey primary key (id)
);
-- One for each company.
create unique index single_sign_on_connections_company on single_sign_on_connections (company_id);

-- What was asked of a provider, until the answer comes or some minutes have passed.
create table single_sign_on_requests (
  request_hash bytea not null,
  company_id text not null,
  -- The cookie of the browser that began; null: none could be set that comes back.
  browser_hash bytea,
  return_to text not null,
  -- What the page wants to have back.
  page_state text,
  expires_at timestamptz not null,
  constraint single_sign_on_requests_pkey primary key (request_hash)
);
-- What has ended is found by these and deleted.
create index single_sign_on_requests_by_end on single_sign_on_requests (expires_at);

-- Assertions that were taken, until they end by themselves: none is taken twice.
create table single_sign_on_assertions (
  assertion_hash bytea not null,
  company_id text not null,
  expires_at timestamptz not null,
  constraint single_sign_on_assertions_pkey primary key (assertion_hash)
);
create index single_sign_on_assertions_by_end on single_sign_on_assertions (expires_at);

-- The networks from which somebody of a company has come in through its provider. Whoever comes from one of them waits
-- for no stranger while responses are read.
create table single_sign_on_networks (
  network_hash bytea not null,
  company_id text not null,
  expires_at timestamptz not null,
  constraint single_sign_on_networks_pkey primary key (network_hash)
);
create index single_sign_on_networks_by_end on single_sign_on_networks (expires_at);
