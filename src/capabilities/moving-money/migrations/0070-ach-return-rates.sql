-- Debits by the day on which their file was sent, and how many of them came back, so that a rate costs its days and not
-- the entries. By company identification, since banks count by it: it outlives a provider that is replaced.
create table ach_rate_days (
  company_id text not null,
  -- The company identification of the batches.
  originator text not null,
  day date not null,
  -- Prenotes, and entries that verify an account, are counted apart.
  is_verifying boolean not null,
  sent integer not null,
  returned integer not null,
  -- Of the returned ones.
  unauthorized integer not null,
  administrative integer not null,
  constraint ach_rate_days_pkey primary key (company_id, originator, day, is_verifying)
);

-- How each rate stood when it was looked at last: it is told when that changes.
create table ach_rate_standings (
  company_id text not null,
  originator text not null,
  rate text not null,
  standing text not null,
  since timestamptz not null,
  constraint ach_rate_standings_pkey primary key (company_id, originator, rate),
  constraint ach_rate_standings_rate check (rate in ('unauthorized', 'administrative', 'all')),
  constraint ach_rate_standings_standing check (standing in ('fine', 'warning', 'above'))
);
create index ach_rate_standings_told on ach_rate_standings (standing) where standing <> 'fine';
