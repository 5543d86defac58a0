-- Purchases on the draws of a line, and their disputes: what was said of them. What follows from it is in the books.
create table purchases (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  draw_id text not null,
  position bigint not null,
  external_id text,
  type text not null,
  status text not null,
  amount bigint not null,
  -- Of a regular purchase: what refunds take back, and what is or was rightly in dispute.
  refunded bigint not null,
  disputed bigint not null,
  -- Of a refund: how much of it took principal that was not due. Updated by every replay that divides it otherwise.
  refund_not_due bigint,
  purchase_date date not null,
  -- When it counts; the second of the day if it is known, and what orders it within that second.
  effective_at timestamptz not null,
  time_of_day integer,
  fact_number integer,
  authorized_at timestamptz,
  settled_at timestamptz,
  -- The fact of the timeline that it is now; one that was changed is another fact.
  fact_id text,
  -- The authorization that it replaced, and what replaced it.
  authorization_id text,
  replaced_by text,
  original_id text,
  details jsonb not null,
  meta_data text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint purchases_pkey primary key (person_id, id),
  constraint purchases_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
-- Lists of a line and of a draw: as they were recorded, and as they count.
create index purchases_page on purchases (person_id, loan_id, position);
create index purchases_effective on purchases (person_id, loan_id, effective_at, position);
create index purchases_of_draw on purchases (person_id, draw_id, position);
create index purchases_of_draw_effective on purchases (person_id, draw_id, effective_at, position);
-- The timeline by the first that is known of three moments.
create index purchases_known on purchases (person_id, loan_id, (coalesce(authorized_at, settled_at, effective_at)), position);
-- Few purchases take another back: a purchase that moves takes these with it.
create index purchases_original on purchases (person_id, original_id) where original_id is not null;

create table purchase_disputes (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  draw_id text not null,
  purchase_id text not null,
  position bigint not null,
  external_id text,
  status text not null,
  amount bigint not null,
  -- Its facts on the timeline: that it was submitted, and how it ended.
  fact_id text not null,
  outcome_fact_id text,
  reposted_purchase_id text,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint purchase_disputes_pkey primary key (person_id, id),
  constraint purchase_disputes_purchase foreign key (person_id, purchase_id) references purchases (person_id, id)
);
create index purchase_disputes_page on purchase_disputes (person_id, loan_id, position);
create index purchase_disputes_of_draw on purchase_disputes (person_id, draw_id, position);
create index purchase_disputes_of_purchase on purchase_disputes (person_id, purchase_id, position);
