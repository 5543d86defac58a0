-- The books of the simulator, which pretends to be a bank and a card processor. They are filled in test mode only, and
-- believed by nobody: ours are compared with them. It keeps no number of an account but what is sealed or hashed with
-- its own secret.
create table simulated_charges (
  company_id text not null,
  -- Whoever ordered gave it; one key for one body.
  key text not null,
  id text not null,
  body_hash text not null,
  outcome text not null,
  deed text not null,
  rail text not null,
  amount_cents bigint not null,
  instrument_hash text not null,
  last_four text not null,
  -- What the number says that it does.
  behaviour text not null,
  -- The order that this one takes back or repeats.
  of_id text,
  -- How many of the same item went before it.
  round integer not null,
  code text,
  settles_on date,
  settles_at timestamptz,
  heard_at timestamptz not null,
  constraint simulated_charges_pkey primary key (company_id, key),
  constraint simulated_charges_outcome check (outcome in ('unheard', 'refused', 'accepted', 'voided'))
);
create unique index simulated_charges_id on simulated_charges (company_id, id);
create index simulated_charges_of on simulated_charges (company_id, of_id) where of_id is not null;
create index simulated_charges_refused on simulated_charges (company_id, instrument_hash) where outcome = 'refused';

-- What happens to an accepted order at instants of the business clock, also what has not happened yet.
create table simulated_notices (
  company_id text not null,
  id text not null,
  charge_id text not null,
  charge_key text not null,
  -- Whom it is told.
  carrier text not null,
  at timestamptz not null,
  what text not null,
  code text,
  amount_cents bigint not null,
  -- What comes to the funding account by it; negative: what leaves it.
  moves_cents bigint not null,
  on_day date,
  respond_by date,
  case_number text,
  corrected text,
  -- When its notice is delivered next. Null: it was, or never is.
  due_at timestamptz,
  -- How often it is still to be delivered.
  times integer not null,
  failures integer not null,
  is_forged boolean not null,
  -- In the list; given when the list is asked for.
  place bigint,
  constraint simulated_notices_pkey primary key (company_id, id)
);
create index simulated_notices_due on simulated_notices (company_id, due_at) where due_at is not null;
create index simulated_notices_open on simulated_notices (company_id, at) where place is null;
create index simulated_notices_list on simulated_notices (company_id, place) where place is not null;
create index simulated_notices_charge on simulated_notices (company_id, charge_id);

create table simulated_lists (
  company_id text not null,
  last_place bigint not null,
  constraint simulated_lists_pkey primary key (company_id)
);
