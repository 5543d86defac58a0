-- Figures: what loans were at the end of each month, as it was known when the month was closed.

-- How far months are closed. Without a row no general ledger is kept.
create table month_end_places (
  company_id text not null,
  -- The last day of the last month that is closed; nothing of it changes any more.
  closed_through date not null,
  -- When the next month can be closed.
  close_at timestamptz not null,
  -- The last loan that was counted of the next month; null: none yet.
  after_position bigint,
  after_id text,
  constraint month_end_places_pkey primary key (company_id)
);
create index month_end_places_due on month_end_places (company_id, close_at);

-- Each loan at the end of the last month in which it was counted: the next month begins with it. A loan that ended keeps its
-- row, so that one which comes back is known.
create table loan_month_ends (
  company_id text not null,
  loan_id text not null,
  bucket text not null,
  principal_cents bigint not null,
  -- Of a loan with a schedule, since its books began: principal that instalments asked for; what payments took before it was
  -- due; and what of that makes no later payment smaller.
  came_due_cents bigint,
  paid_before_due_cents bigint,
  paid_beyond_cents bigint,
  paid_ahead_cents bigint,
  -- What of it goes beyond the payments up to the end of the next month; of one that was paid off, what was counted for it.
  excess_cents bigint,
  constraint loan_month_ends_pkey primary key (company_id, loan_id)
);

-- How many loans went from one bucket to another between the ends of two months.
create table month_end_rolls (
  company_id text not null,
  -- The last day of the later month.
  day date not null,
  from_bucket text not null,
  to_bucket text not null,
  loans_count integer not null,
  -- Their principal at the end of the month before, and of this one.
  before_cents bigint not null,
  principal_cents bigint not null,
  past_due_cents bigint not null,
  constraint month_end_rolls_pkey primary key (company_id, day, from_bucket, to_bucket)
);

-- What else was counted of a month when it was closed.
create table month_end_counts (
  company_id text not null,
  -- The last day of the month.
  day date not null,
  -- The figure, and of what in it: an outcome of promises.
  figure text not null,
  name text not null,
  counted integer not null,
  -- What was promised, and what of it was paid; zero for other figures.
  cents bigint not null,
  paid_cents bigint not null,
  constraint month_end_counts_pkey primary key (company_id, day, figure, name)
);
