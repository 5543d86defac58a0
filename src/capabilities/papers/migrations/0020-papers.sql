-- The logo of a company for its papers; its bytes are a content of the company.
create table company_logos (
  company_id text not null,
  content_id uuid not null,
  updated_at timestamptz not null,
  constraint company_logos_pkey primary key (company_id)
);
