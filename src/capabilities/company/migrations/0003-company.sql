-- What a company has set, and apart from it what anybody may see before signing in.

create table company_settings (
  company_id text not null,
  settings jsonb not null,
  -- The answer of GET /bootstrap reads this and nothing else of the settings.
  shown_to_all jsonb not null,
  updated_at timestamptz not null,
  constraint company_settings_pkey primary key (company_id)
);

-- A domain names company and mode: it stands in the schema of one mode.
create table company_domains (
  domain text not null,
  company_id text not null,
  app_domain_type text not null,
  -- When a file under the domain was last looked for, and since when it has not named the company; null: it does.
  looked_at timestamptz not null,
  lost_since timestamptz,
  created_at timestamptz not null,
  constraint company_domains_pkey primary key (domain)
);
create index company_domains_company on company_domains (company_id);
create index company_domains_by_look on company_domains (looked_at);
