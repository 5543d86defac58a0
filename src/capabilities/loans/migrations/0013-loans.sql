-- Loans. The timeline (loan_facts) is the truth and only grows; everything else is what the engine makes of it, stored
-- to be read. All of it lies with the main borrower.
create table loans (
  person_id text not null,
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  loan_type_id text not null,
  loan_type_version integer not null,
  status text not null,
  is_closed boolean not null,
  serviced_by text not null,
  -- What the servicer before said of it: whether it was in default, and which due date was the first to be missed.
  defaulted_at_boarding boolean,
  first_missed_on date,
  nickname text,
  decline_reason jsonb,
  cancel_reason text,
  -- Whether the borrower is to hear of it, as whoever canceled the loan or took it over has said.
  send_notice boolean,
  charged_off_reason text,
  -- Whether draws may be made on a line, as it was said before the line had books; null: they may.
  new_draws_allowed boolean,
  -- As it was sent, with what was left out filled in.
  at_origination jsonb not null,
  additional_people jsonb not null,
  -- The borrower's address that came in line with the loan, sealed with the borrower's key.
  address_sealed bytea,
  -- What the engine computes with, from the origination on; null before.
  terms jsonb,
  -- The promo programs, as they were agreed: few, and read with the loan. What came of them is in its books.
  promo_programs jsonb,
  asset_type text not null,
  asset_display_name text not null,
  zone text not null,
  cut_off text,
  meta_data text,
  -- A checkpoint some while before the state, from which changes of the last weeks are replayed. It is packed, as every
  -- state is: see core/loan/packed-state.ts.
  base bytea,
  base_through date,
  -- The index as it stood when the books were last computed, for a loan that follows it.
  index_known jsonb,
  -- The plan that is active: a change of the loan wakes it.
  autopay_plan_id text,
  -- The payout that will activate the loan, while it is under way.
  disbursement_id text,
  -- The newest promise: money on a loan without any is not looked at for promises.
  promise_plan_id text,
  timestamps jsonb not null,
  figures jsonb not null,
  created_at timestamptz not null,
  constraint loans_pkey primary key (person_id, id),
  constraint loans_person foreign key (person_id) references people (person_id),
  constraint loans_status check (status in ('pending', 'originated', 'active', 'frozen', 'accelerated', 'chargedOff',
    'paidOff', 'declined', 'canceled'))
-- Room for the next version of a row on its own page: then an update writes no index.
) with (fillfactor = 80);
create index loans_page on loans (company_id, position desc, id desc);
create index loans_status on loans (company_id, status, position desc, id desc);
-- Of a list's cursor.
create index loans_id on loans (id);
-- Few loans have more than one borrower: the others cost this nothing.
-- Each question whether somebody may be contacted looks here. What is new would wait in a list of up to 4 MB, which each
-- look reads from its beginning to its end: so it goes into the index at once.
create index loans_additional on loans using gin (additional_people jsonb_path_ops) with (fastupdate = off)
  where additional_people <> '[]';
-- Those that a change of their type's index bears on.
create index loans_following on loans (company_id, loan_type_id, id, person_id) where index_known is not null;

-- Where a loan stands: the part of it that every change writes. It is narrow, and the wide row of the loan, with what was
-- agreed, stays as it is. What changes seldom is in the other, with the lists' indexes: the status above all.
create table loan_standing (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  -- Raised by every change of the loan, whichever of the two rows it writes: whoever has read an older one reads again.
  version bigint not null,
  updated_at timestamptz,
  -- When something happens by itself next.
  next_action_at timestamptz,
  facts_count integer not null,
  postings_count integer not null,
  -- Days of the state that queries ask for: null before the books begin, and where there is no such day.
  started_on date,
  turns_on date,
  paid_off_on date,
  -- The due date that was missed first since it was last current, or before it was charged off.
  missed_since date,
  -- What is owed at the end of a day, as of the last change, and what each day until another adds: so balances are read, and
  -- reckoned by queries, without the state. All are null before the books begin, zero is null too, and amounts are cents.
  -- By these rules of the engine they were worked.
  rules integer,
  owed_through date,
  -- Null: they hold until something happens.
  owed_until date,
  oldest_due_on date,
  next_due_on date,
  past_due_days integer,
  -- What a day adds to them.
  daily_past_due_days integer,
  principal bigint,
  -- What is due of it.
  interest bigint,
  fees bigint,
  -- What is due and not late: principal, interest and fees.
  due bigint,
  past_due bigint,
  -- What will come due; null also where waiting can change it.
  next_due bigint,
  -- A line's; null for other loans.
  credit_limit bigint,
  -- Interest that is not booked: cents, and a part of a cent over part_of; and what a day adds to both.
  accrued bigint,
  accrued_part bigint,
  daily bigint,
  daily_part bigint,
  part_of bigint,
  -- What of it will be asked for, by balances with interest of their own, four numbers each: cents and part, and what a day
  -- adds to them. Null: all of it, as one balance. A text, because a list has no place in updates of several rows at once.
  not_due text,
  -- Who works on the loan over several transactions.
  lease jsonb,
  -- What the loan shows of its state, so that it is read and listed without it.
  shown jsonb,
  -- The state through the last day that was worked, packed.
  state bytea,
  -- What else balances show, packed.
  other_amounts bytea,
  -- The sums of all postings to principal, to interest that was billed, and to fees, in cents: moved by each posting when it
  -- is stored, so that the figures are held against the ledger without reading it. Zero is null.
  posted_principal bigint,
  posted_interest bigint,
  posted_fees bigint,
  constraint loan_standing_pkey primary key (person_id, loan_id),
  constraint loan_standing_loan foreign key (person_id, loan_id) references loans (person_id, id)
-- Room for the next version of a row on its own page: then an update writes no index.
) with (fillfactor = 70);
create index loan_standing_due on loan_standing (company_id, next_action_at, person_id, loan_id)
  where next_action_at is not null;
-- Whose borrower is reminded of a due date. Both change with the periods of the loan, not with its payments.
create index loan_standing_next_due on loan_standing (company_id, next_due_on, person_id, loan_id)
  where next_due_on is not null;
create index loan_standing_oldest_due on loan_standing (company_id, oldest_due_on, person_id, loan_id)
  where oldest_due_on is not null;

-- What happened, in the order in which it became known. Never changed, never deleted. The version of the loan guards the
-- numbers, and an id comes from a number or from a row with a key, so ids need no key of their own.
create table loan_facts (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  id text not null,
  kind text not null,
  effective_on date not null,
  -- What not every fact has.
  fact jsonb not null,
  recorded_at timestamptz not null,
  -- Who made it: a key, a user, a provider or the system.
  actor_type text not null,
  actor_id text,
  -- What was asked with it and moves no money: whether a notice is to be sent, and why.
  details jsonb,
  -- What it posted on its day when it was recorded, as in loan_postings: the cause is its kind, a colon and its id. Null
  -- where it posted nothing then.
  postings_from integer,
  accounts text,
  amounts bigint[],
  constraint loan_facts_pkey primary key (person_id, loan_id, number),
  constraint loan_facts_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
-- What was said of a notice about a change: few facts have it, and it is asked for by the time of the change.
create index loan_facts_noticed on loan_facts (person_id, loan_id, recorded_at) where details->>'sendNotice' is not null;
-- What was done to the disadvantage of the borrower, with the reason that was given.
create index loan_facts_adverse on loan_facts (person_id, loan_id, number desc)
  where details->>'adverseActionReason' is not null;
-- What was posted in a span of time, for the general ledger: rows lie nearly in the order of their time, so a note about
-- each few pages finds them, and a write adds nothing to it. In test mode each company has a clock of its own, and all rows
-- are read.
create index loan_facts_recorded on loan_facts using brin (recorded_at) with (pages_per_range = 32, autosummarize = on);

-- Where a change of a loan with many facts begins, so that it reads and replays few of them. A tail stands as long as
-- no later fact reaches back behind it.
create table loan_tails (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  -- The facts with higher numbers have come since.
  facts_count integer not null,
  -- The day, and the facts that were known and come after it.
  tail jsonb not null,
  -- The state after the last fact before it. It stands beside the tail, because most changes begin at the loan's own
  -- state and need of the tail only its facts and its place. Null: the tail begins at the base.
  state bytea,
  constraint loan_tails_pkey primary key (person_id, loan_id),
  constraint loan_tails_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- The state at period ends, so that a change of the past is replayed from shortly before it.
create table loan_checkpoints (
  person_id text not null,
  loan_id text not null,
  through date not null,
  company_id text not null,
  rules integer not null,
  state bytea not null,
  constraint loan_checkpoints_pkey primary key (person_id, loan_id, through),
  constraint loan_checkpoints_loan foreign key (person_id, loan_id) references loans (person_id, id)
);

-- The books, double entry: the postings of a cause on a day add up to zero. A correction is a further posting, made
-- today and effective then. The postings of an entry are one row: `unnest(string_to_array(accounts, ' '), amounts)` has
-- each of them, and the first has the number of the row. What a fact posts when it is recorded lies in loan_facts; here
-- is what follows from it later, and what time, the index and corrections post.
create table loan_postings (
  person_id text not null,
  loan_id text not null,
  number integer not null,
  company_id text not null,
  effective_on date not null,
  -- With a space between them.
  accounts text not null,
  cause text not null,
  amounts bigint[] not null,
  posted_at timestamptz not null,
  constraint loan_postings_pkey primary key (person_id, loan_id, number),
  constraint loan_postings_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_postings_posted on loan_postings using brin (posted_at) with (pages_per_range = 32, autosummarize = on);

-- Kept by the engine's own key through every replay: the id, which is computed from it, stays what it was.
create table loan_obligations (
  person_id text not null,
  loan_id text not null,
  -- Its kind and the key within that.
  key text not null,
  company_id text not null,
  due_date date not null,
  -- Without what is empty, and without what the columns say.
  obligation jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint loan_obligations_pkey primary key (person_id, loan_id, key),
  constraint loan_obligations_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_obligations_due on loan_obligations (company_id, due_date, person_id, loan_id);

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
  -- The fact of the timeline that it is now: its own id, with a number after it once it was moved to another day.
  fact_id text,
  -- Of a scheduled payment that the service collects itself: when it becomes an order, by the business clock.
  release_at timestamptz,
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
  constraint transactions_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint transactions_fact check (split_part(fact_id, '.', 1) = id)
);
create index transactions_page on transactions (person_id, loan_id, position desc, id desc);
create index transactions_release on transactions (company_id, release_at) where release_at is not null;
-- Those that wait, or are on the way and not on the books yet: few of many.
create index transactions_under_way on transactions (person_id, loan_id) where status in ('scheduled', 'initiated');

-- What a second person has confirmed of what was recorded by hand and made credit of a loan: a payment from outside, a
-- service credit, a refund without an original.
create table confirmed_credits (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  -- Of the whole; what is changed to more is not confirmed any more.
  amount bigint not null,
  confirmed_by_type text not null,
  confirmed_by_id text,
  confirmed_at timestamptz not null,
  constraint confirmed_credits_pkey primary key (person_id, id),
  constraint confirmed_credits_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index confirmed_credits_of_loan on confirmed_credits (person_id, loan_id);

-- Draws of a line of credit: what was said of each. What follows from it is in the books of its line; of that a draw
-- keeps only what lists are filtered by (status, is_closed, is_amortized, started_on), and when it came about.
create table draws (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  nickname text not null,
  status text not null,
  is_closed boolean not null,
  is_amortized boolean not null,
  started_on date,
  decline_reason jsonb,
  cancel_reason text,
  at_origination jsonb not null,
  -- What was found when it was agreed: whether its rates keep the limits of its loan type, and of a draft the values
  -- that its line and its loan type give where it says nothing.
  figures jsonb not null,
  timestamps jsonb not null,
  meta_data text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint draws_pkey primary key (person_id, id),
  constraint draws_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index draws_page on draws (person_id, loan_id, position desc, id desc);

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
-- Lists are served by few and narrow indexes, because they are much of what a purchase takes. A loan's id is enough in
-- front of a key, as a person has few loans; whose they are is compared in the row. The first one is also that of the
-- foreign key.
create index purchases_page on purchases (person_id, loan_id, position);
create index purchases_effective on purchases (loan_id, effective_at, position);
-- The timeline by the first that is known of three moments.
create index purchases_known on purchases (loan_id, (coalesce(authorized_at, settled_at, effective_at)), position);
-- A draw has one index of its own: its other orders are those of its line, without the purchases of other draws.
create index purchases_of_draw on purchases (draw_id, position);
-- types=, statuses=: what is none of the many settled purchases is found among few.
create index purchases_unusual on purchases (loan_id, position) where type <> 'regular' or status <> 'settled';
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
  case_id text,
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

-- Plans of autopay: what was agreed, what was decided of late, and when the plan is looked at next. The payments to
-- come are computed, never stored.
create table autopay_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- Raised by all that changes the plan or wakes it: work on a plan that was woken meanwhile leaves it due.
  version bigint not null,
  status text not null,
  stopped_reason text,
  -- Who has the instrument: the borrower, or an additional person of the loan.
  holder_id text not null,
  instrument_id text not null,
  authorization_id text not null,
  agreement_document_id text,
  rules jsonb not null,
  since timestamptz not null,
  -- The payments decided of late, and what older ones took beyond what came due.
  decided jsonb not null,
  extra_before bigint not null,
  -- What the borrower was told: the days to come, the usual payment, and the amounts that were announced.
  told jsonb not null,
  next_action_at timestamptz,
  next_planned_on date,
  last_planned_on date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint autopay_plans_pkey primary key (person_id, id),
  constraint autopay_plans_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index autopay_plans_of_loan on autopay_plans (person_id, loan_id, position);
-- A loan has one at a time.
create unique index autopay_plans_standing on autopay_plans (person_id, loan_id) where status in ('active', 'paused');
create index autopay_plans_due on autopay_plans (company_id, next_action_at) where next_action_at is not null;
create index autopay_plans_planned on autopay_plans (company_id, next_planned_on) where next_planned_on is not null;

-- Money that the service pays out for a loan: the proceeds of its activation, a purchase on a draw. Each is one order.
create table disbursements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- What it is for: proceeds (the loan itself) or purchase.
  kind text not null,
  subject_id text not null,
  status text not null,
  amount bigint not null,
  -- borrower or merchant; the instrument of the first, the id of the second.
  receiver text not null,
  instrument_id text not null,
  -- Null: it waits for a second person.
  attempt_id text,
  carrier_id text not null,
  -- The day on which the money is there. Null: not accepted yet.
  effective_on date,
  -- When it goes on the books; null once it is there, and while that is not known.
  act_at timestamptz,
  is_on_books boolean not null,
  details jsonb not null,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint disbursements_pkey primary key (person_id, id),
  constraint disbursements_amount check (amount > 0),
  constraint disbursements_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index disbursements_of_loan on disbursements (person_id, loan_id, position desc);
create index disbursements_due on disbursements (company_id, act_at) where act_at is not null;

-- Loans that owe their borrower something: since when, and when it is looked at next to pay it back.
create table credit_refunds (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  -- The day on which the credit last rose from zero.
  since date not null,
  look_at timestamptz,
  -- When a person was told that the service cannot pay it back by itself.
  told_at timestamptz,
  constraint credit_refunds_pkey primary key (person_id, loan_id),
  constraint credit_refunds_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index credit_refunds_due on credit_refunds (company_id, look_at);

-- Written requests of borrowers for what their loan owes them: received when, to be paid back by when, and paid back by
-- what.
create table credit_refund_requests (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  received_on date not null,
  due_on date not null,
  -- When it is looked at next; null: nothing can come of it any more.
  look_at timestamptz,
  -- When a person was told that the service cannot pay it back, and that it is overdue.
  told_at timestamptz,
  overdue_at timestamptz,
  fulfilled_at timestamptz,
  lapsed_at timestamptz,
  -- The reimbursements that were made since.
  transaction_ids jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint credit_refund_requests_pkey primary key (person_id, id),
  constraint credit_refund_requests_amount check (amount > 0),
  constraint credit_refund_requests_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index credit_refund_requests_of_loan on credit_refund_requests (person_id, loan_id, position desc);
create unique index credit_refund_requests_one_open on credit_refund_requests (person_id, loan_id) where status = 'open';
create index credit_refund_requests_due on credit_refund_requests (company_id, look_at) where look_at is not null;

-- Refunds on installment loans: goods went back, or were never delivered. Each is a fact of its loan.
create table loan_refunds (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- Of the interface by which it was made: 1 or 2.
  version integer not null,
  status text not null,
  amount bigint not null,
  at_fault text not null,
  effective_on date not null,
  -- Whether the payment was computed again after it.
  reamortizes boolean not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_refunds_pkey primary key (person_id, id),
  constraint loan_refunds_amount check (amount > 0),
  constraint loan_refunds_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_refunds_of_loan on loan_refunds (person_id, loan_id, position desc);

-- What is lent on a running installment loan besides its principal: agreed with the loan, or added later.
create table loan_advances (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  external_id text,
  status text not null,
  amount bigint not null,
  original_amount bigint not null,
  -- The day on which it is lent, or is to be.
  advance_on date not null,
  -- Agreed with the loan: the day for which the schedule counts on it; null once that day is over.
  planned_on date,
  -- On the books: the fact by which it is.
  fact_id text,
  -- When the day looks at it; null: not any more.
  act_at timestamptz,
  details jsonb not null,
  meta_data text,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_advances_pkey primary key (person_id, id),
  constraint loan_advances_amount check (amount > 0),
  constraint loan_advances_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_advances_of_loan on loan_advances (person_id, loan_id, position desc);
create index loan_advances_due on loan_advances (company_id, act_at) where act_at is not null;

-- Services sold with a loan, such as credit insurance: what they cost, how they are charged, and what is unearned of
-- one that was canceled.
create table loan_services (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  provider text not null,
  amount bigint not null,
  charged text not null,
  rebate text not null,
  start_date date not null,
  -- The last day of cover. Null: until it is canceled.
  end_date date,
  status text not null,
  cancel_reason text,
  -- The last day of cover of one that was canceled.
  canceled_on date,
  unearned_amount bigint,
  credit_transaction_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_services_pkey primary key (person_id, id),
  constraint loan_services_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_services_of_loan on loan_services (person_id, loan_id, position desc);

-- What was done for a loan in hardship: payments deferred, due dates changed, payment plans, lines re-aged.
create table loan_hardships (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  status text not null,
  external_id text,
  effective_on date not null,
  -- From this day on it is not taken back any more. Null: the books say how long a payment plan goes on.
  final_on date,
  -- What was asked for.
  said jsonb not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_hardships_pkey primary key (person_id, id),
  constraint loan_hardships_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_hardships_of_loan on loan_hardships (person_id, loan_id, position desc);

-- The 6 % to which military service entitles a loan from before it: since when, until when, and by which notice.
create table scra_caps (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  service_id text not null,
  annual_rate text not null,
  start_on date not null,
  -- Null: the service goes on.
  end_on date,
  -- The first day of the books that it bounds: they may begin later than the service.
  capped_from date not null,
  notice_on date not null,
  -- The fact of the ceiling in the timeline.
  fact_id text not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint scra_caps_pkey primary key (person_id, id),
  constraint scra_caps_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index scra_caps_of_loan on scra_caps (person_id, loan_id, position desc);

-- Days on which a loan is charged no late fee.
create table late_fee_suspensions (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  start_on date not null,
  end_on date not null,
  -- The case for which it was given.
  case_id text,
  -- Its fact in the timeline.
  fact_id text not null,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint late_fee_suspensions_pkey primary key (person_id, id),
  constraint late_fee_suspensions_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index late_fee_suspensions_of_loan on late_fee_suspensions (person_id, loan_id, position desc);

-- Settlements: a lender offers to take less than is owed. One that is accepted is a fact of its loan with the same id.
create table loan_settlements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  amount bigint not null,
  -- What paid the loan off on the day of the offer.
  owed bigint not null,
  -- By when how much is to be paid.
  parts jsonb not null,
  accept_by date not null,
  last_day date not null,
  -- That of the loan: it says which day it is.
  zone text not null,
  -- Who offered it: one that gives up much is accepted by somebody else.
  offered_by_type text not null,
  offered_by_id text,
  -- What has been paid toward it.
  paid bigint not null,
  -- Kept: what was given up, and when.
  forgiven jsonb,
  cancel_reason text,
  -- Whether the borrower is to hear of the offer, as whoever made it has said.
  send_notice boolean,
  -- When an offer expires; null: not any more.
  act_at timestamptz,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_settlements_pkey primary key (person_id, id),
  constraint loan_settlements_amount check (amount > 0 and amount < owed),
  constraint loan_settlements_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_settlements_of_loan on loan_settlements (person_id, loan_id, position desc);
create index loan_settlements_page on loan_settlements (company_id, position desc, id desc);
create index loan_settlements_page_status on loan_settlements (company_id, status, position desc, id desc);
create index loan_settlements_due on loan_settlements (company_id, act_at) where act_at is not null;
-- What was given up in a year, for the tax office.
create index loan_settlements_forgiven on loan_settlements (company_id, (forgiven ->> 'on')) where forgiven is not null;

-- Promises to pay: what borrowers have said they will pay, and by when. They move no money and change no books.
create table promise_plans (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  status text not null,
  -- What was promised by now is not all there.
  is_overdue boolean not null,
  -- The day on which it was promised, and the last fact of its loan then: what is recorded later may keep it.
  made_on date not null,
  after_fact integer not null,
  start_date date not null,
  end_date date not null,
  grace_days integer not null,
  -- Each with its id, its date, what was promised and what came.
  periods jsonb not null,
  -- By what it was described, where no schedule was sent.
  described jsonb,
  -- That of the loan: it says which day it is.
  zone text not null,
  cancel_reason text,
  -- When it becomes something else without money; null: never.
  act_at timestamptz,
  timestamps jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint promise_plans_pkey primary key (person_id, id),
  constraint promise_plans_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index promise_plans_of_loan on promise_plans (person_id, loan_id, position desc);
create index promise_plans_page on promise_plans (company_id, position desc, id desc);
create index promise_plans_page_status on promise_plans (company_id, status, position desc, id desc);
create index promise_plans_page_overdue on promise_plans (company_id, is_overdue, position desc, id desc);
create index promise_plans_by_start on promise_plans (company_id, start_date, position, id);
create index promise_plans_by_end on promise_plans (company_id, end_date, position, id);
create index promise_plans_due on promise_plans (company_id, act_at) where act_at is not null;

-- Quotes of what pays a loan off by a day, as they were given.
create table payoff_quotes (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  good_through date not null,
  amount bigint not null,
  -- By component and bucket, and the interest of one more day.
  parts jsonb not null,
  created_at timestamptz not null,
  constraint payoff_quotes_pkey primary key (person_id, id),
  constraint payoff_quotes_amount check (amount > 0),
  constraint payoff_quotes_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index payoff_quotes_of_loan on payoff_quotes (person_id, loan_id, position desc);

-- Which agency has collected a loan, since when and until when.
create table agency_assignments (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  agency_id text not null,
  position bigint not null,
  assigned_at timestamptz not null,
  -- Null: it collects the loan now.
  unassigned_at timestamptz,
  -- Who services the loan once it is taken back.
  serviced_by text,
  constraint agency_assignments_pkey primary key (person_id, id),
  constraint agency_assignments_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index agency_assignments_of_loan on agency_assignments (person_id, loan_id, position desc);
create unique index agency_assignments_now on agency_assignments (person_id, loan_id) where unassigned_at is null;
create index agency_assignments_of_agency on agency_assignments (company_id, agency_id, position, id);

-- To whom loans went after their origination: a row for each investor of each change. Those agreed are in the
-- agreement.
create table investor_associations (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- The rows of one change have the same.
  change_id text not null,
  investor_id text not null,
  share numeric not null,
  effective_date date not null,
  created_at timestamptz not null,
  constraint investor_associations_pkey primary key (person_id, id),
  constraint investor_associations_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint investor_associations_investor foreign key (investor_id) references investors (id),
  constraint investor_associations_share check (share > 0 and share <= 1)
);
create index investor_associations_of_loan on investor_associations (person_id, loan_id, position);
create index investor_associations_of_investor on investor_associations (investor_id);

-- Who was on a loan beside its main borrower, in which role, from when until when. Those who were agreed with the loan
-- and are still on it have no row: they stand in the loan.
create table loan_people (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- The person who is on the loan of person_id.
  other_person_id text not null,
  relation text not null,
  start_date date not null,
  -- Null: is on it.
  end_date date,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_people_pkey primary key (person_id, id),
  constraint loan_people_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_people_of_loan on loan_people (person_id, loan_id, position);

-- Labels of a company for its loans, and which loan has which.
create table loan_labels (
  id text not null,
  company_id text not null,
  position bigint not null,
  external_id text,
  name text not null,
  description text,
  color text,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint loan_labels_pkey primary key (id)
);
create index loan_labels_page on loan_labels (company_id, position desc, id desc);

create table loan_labelings (
  person_id text not null,
  loan_id text not null,
  label_id text not null,
  company_id text not null,
  -- That of the loan, so that the loans of a label are read in the order of all loans.
  loan_position bigint not null,
  added_at timestamptz not null,
  added_by_type text not null,
  added_by_id text,
  -- Null while the loan has it. The row stays, as the place of a list's cursor.
  removed_at timestamptz,
  constraint loan_labelings_pkey primary key (person_id, loan_id, label_id),
  constraint loan_labelings_loan foreign key (person_id, loan_id) references loans (person_id, id),
  constraint loan_labelings_label foreign key (label_id) references loan_labels (id)
);
create index loan_labelings_page on loan_labelings (label_id, loan_position desc, loan_id desc) where removed_at is null;
-- Of the foreign key, and of a list's cursor.
create index loan_labelings_of_label on loan_labelings (label_id, loan_id);

-- What somebody says of a loan toward credit agencies, besides what its books say: codes, and that it is not reported.
create table reporting_marks (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  kind text not null,
  code text not null,
  start_date date not null,
  -- The last day. Null: until another one of its kind begins.
  end_date date,
  created_by_type text not null,
  created_by_id text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint reporting_marks_pkey primary key (person_id, id),
  constraint reporting_marks_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index reporting_marks_of_loan on reporting_marks (person_id, loan_id, position desc);

-- Loans of which statements are to be made, or made anew: from when that is known until it is done.
create table statement_turns (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  act_at timestamptz not null,
  -- Statements from this day on may say something else now; null: only new ones are to be made.
  changed_from date,
  constraint statement_turns_pkey primary key (person_id, loan_id),
  constraint statement_turns_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index statement_turns_due on statement_turns (company_id, act_at);

-- What a borrower was told of each period. A statement is never changed: where the past has changed so that it would say
-- something else, the next version does.
create table loan_statements (
  person_id text not null,
  id text not null,
  company_id text not null,
  loan_id text not null,
  position bigint not null,
  -- That of its period.
  ordinal integer not null,
  version integer not null,
  is_active boolean not null,
  -- In which it was made, by its day.
  year integer not null,
  period_start date not null,
  period_end date not null,
  statement_on date not null,
  due_on date not null,
  minimum_due bigint not null,
  overdue bigint not null,
  new_balance bigint not null,
  -- All of it, as the engine gave it, and which transaction or purchase each line is about.
  figures jsonb not null,
  -- The fields that say something else than the version before.
  changes jsonb not null,
  document_id text,
  -- The claim of the work that makes its document.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz,
  -- Its period is none any more: a due date was moved, or the loan was paid off before.
  deleted_at timestamptz,
  constraint loan_statements_pkey primary key (person_id, id),
  constraint loan_statements_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index loan_statements_of_loan on loan_statements (person_id, loan_id, statement_on desc);
create index loan_statements_due on loan_statements (due_at) where due_at is not null;
