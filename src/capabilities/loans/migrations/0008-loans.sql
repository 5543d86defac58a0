-- Loans. The timeline (loan_facts) is the truth and only grows; everything else is what the engine makes of it, stored
-- to be read. All of it lies with the main borrower.
create table loans (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  -- Raised by every change: whoever has read an older one reads again.
  version bigint not null,
  external_id text,
  loan_type_id text not null,
  loan_type_version integer not null,
  status text not null,
  is_closed boolean not null,
  serviced_by text not null,
  nickname text,
  decline_reason jsonb,
  cancel_reason text,
  cancel_notice boolean,
  charged_off_reason text,
  -- As it was sent, with what was left out filled in.
  at_origination jsonb not null,
  additional_people jsonb not null,
  -- What the engine computes with, from the origination on; null before.
  terms jsonb,
  asset_type text not null,
  asset_display_name text not null,
  zone text not null,
  cut_off text,
  meta_data text,
  -- The state through the last day that was worked, and a checkpoint some while before it, from which changes of the
  -- last weeks are replayed.
  state jsonb,
  base jsonb,
  base_through date,
  facts_count integer not null,
  postings_count integer not null,
  -- When something happens by itself next.
  next_action_at timestamptz,
  -- The index as it stood when the books were last computed, for a loan that follows it.
  index_known jsonb,
  timestamps jsonb not null,
  figures jsonb not null,
  -- Who works on it over several transactions.
  lease jsonb,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loans_pkey primary key (person_id, id),
  constraint loans_person foreign key (person_id) references people (person_id),
  constraint loans_status check (status in ('pending', 'originated', 'active', 'frozen', 'accelerated', 'chargedOff',
    'paidOff', 'declined', 'canceled'))
);
create index loans_page on loans (company_id, position desc, id desc);
create index loans_status on loans (company_id, status, position desc, id desc);
-- Of a list's cursor.
create index loans_id on loans (id);
-- Few loans have more than one borrower: the others cost this nothing.
create index loans_additional on loans using gin (additional_people jsonb_path_ops) where additional_people <> '[]';
-- Those that a change of their type's index bears on.
create index loans_following on loans (company_id, loan_type_id, id, person_id) where index_known is not null;
-- Each company has its own now.
create index loans_due on loans (company_id, next_action_at, person_id, id) where next_action_at is not null;

-- What happened, in the order in which it became known. Never changed, never deleted.
create table loan_facts (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  id text not null,
  kind text not null,
  effective_on date not null,
  fact jsonb not null,
  recorded_at timestamptz not null,
  api_key_id text,
  -- What was asked with it and moves no money: whether a notice is to be sent, and why.
  details jsonb,
  constraint loan_facts_pkey primary key (person_id, loan_id, number),
  constraint loan_facts_id unique (person_id, loan_id, id),
  constraint loan_facts_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- The books, double entry: the postings of a cause on a day add up to zero. A correction is a further posting, made
-- today and effective then.
create table loan_postings (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  effective_on date not null,
  account text not null,
  cause text not null,
  amount bigint not null,
  posted_at timestamptz not null,
  constraint loan_postings_pkey primary key (person_id, loan_id, number),
  constraint loan_postings_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- Kept by the engine's own key through every replay, so that an id stays what it was.
create table loan_obligations (
  person_id text not null,
  loan_id text not null,
  key text not null,
  company_id text not null,
  id text not null,
  due_date date not null,
  obligation jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint loan_obligations_pkey primary key (person_id, loan_id, key),
  constraint loan_obligations_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

create table loan_fees (
  person_id text not null,
  loan_id text not null,
  key text not null,
  company_id text not null,
  id text not null,
  fee jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint loan_fees_pkey primary key (person_id, loan_id, key),
  constraint loan_fees_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- The state at period ends, so that a change of the past is replayed from shortly before it.
create table loan_checkpoints (
  person_id text not null,
  loan_id text not null,
  through date not null,
  company_id text not null,
  rules integer not null,
  state jsonb not null,
  constraint loan_checkpoints_pkey primary key (person_id, loan_id, through),
  constraint loan_checkpoints_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- Payments and credits, as they were asked for and what became of them.
create table transactions (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  transaction_type text not null,
  status text not null,
  is_external boolean not null,
  amount bigint not null,
  effective_on date not null,
  original_effective_on date not null,
  instrument_id text,
  -- The fact of the timeline that it is now; a backdated one is another fact.
  fact_id text,
  -- How it was divided: updated by every replay that divides it otherwise.
  paid_principal bigint not null,
  paid_interest bigint not null,
  paid_fees bigint not null,
  paid_over bigint not null,
  applied_at timestamptz,
  details jsonb not null,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint transactions_pkey primary key (person_id, id),
  constraint transactions_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
-- By the fact that it is, of which there is one for each.
create unique index transactions_fact on transactions (person_id, fact_id) where fact_id is not null;
create index transactions_page on transactions (person_id, loan_id, position desc, id desc);

-- Periods from before a loan was taken over: read only, no replay touches them.
create table loan_past_periods (
  person_id text not null,
  loan_id text not null,
  start_date date not null,
  company_id text not null,
  end_date date not null,
  due_date date not null,
  obligation_amount bigint,
  fulfilled_amount bigint,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_past_periods_pkey primary key (person_id, loan_id, start_date),
  constraint loan_past_periods_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
