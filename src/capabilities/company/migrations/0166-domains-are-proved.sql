-- When a file under the domain was last looked for, and since when it has not named the company; null: it does.
alter table company_domains add column looked_at timestamptz not null default 'epoch';
alter table company_domains alter column looked_at drop default;
alter table company_domains add column lost_since timestamptz;
create index company_domains_by_look on company_domains (looked_at);
