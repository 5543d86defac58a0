-- Canceled debts, as the tax office is told of them: what somebody says of a loan, and the filings with their forms.

-- An event by which a debt was canceled, as somebody says it; settlements that were kept are events by themselves.
create table stated_discharges (
  person_id text not null,
  loan_id text not null,
  company_id text not null,
  event_code text not null,
  event_on date not null,
  principal bigint not null,
  interest bigint not null,
  is_for_business boolean not null,
  is_personally_liable boolean not null,
  property_value bigint,
  property_description text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint stated_discharges_pkey primary key (person_id, loan_id),
  constraint stated_discharges_code check (event_code in ('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H')),
  constraint stated_discharges_amounts check (principal > 0 and interest >= 0),
  constraint stated_discharges_loan foreign key (person_id, loan_id) references loans (person_id, id)
);
create index stated_discharges_by_day on stated_discharges (company_id, event_on, person_id, loan_id);

-- What the tax office is told of a year: first of all of it, and then of what has changed.
create table tax_filings (
  id text not null,
  company_id text not null,
  position bigint not null,
  tax_year integer not null,
  is_correction boolean not null,
  -- Whether the interest that was given up is in the amounts too.
  includes_interest boolean not null,
  state text not null,
  operation_id text not null,
  num_forms integer,
  num_without_tin integer,
  total_amount bigint,
  -- How much is not in it for each reason, and the first of it.
  left_out jsonb not null,
  sent_on date,
  receipt_id text,
  error_message text,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint tax_filings_pkey primary key (id),
  constraint tax_filings_state check (state in ('initiated', 'running', 'made', 'sent', 'discarded', 'failed')),
  constraint tax_filings_sent check ((state = 'sent') = (sent_on is not null))
);
create index tax_filings_page on tax_filings (company_id, position desc, id desc);
create index tax_filings_by_year on tax_filings (company_id, tax_year, position desc, id desc);
create index tax_filings_by_state on tax_filings (company_id, state, position desc, id desc);
-- A year has one that is not sent at a time.
create unique index tax_filings_once on tax_filings (company_id, tax_year) where state in ('initiated', 'running', 'made');

-- A form of a filing: one for each debt and debtor, two where the identity was wrong. They lie with their filing; who the
-- debtor is, is sealed with the key of the debtor.
create table tax_forms (
  id text not null,
  company_id text not null,
  position bigint not null,
  filing_id text not null,
  tax_year integer not null,
  -- Its place in the filing.
  number integer not null,
  person_id text not null,
  loan_id text not null,
  kind text not null,
  error_type integer,
  corrects_form_id text,
  event_code text not null,
  event_on date not null,
  amount bigint not null,
  interest bigint,
  is_personally_liable boolean not null,
  property_value bigint,
  is_without_tin boolean not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint tax_forms_pkey primary key (id),
  constraint tax_forms_kind check (kind in ('original', 'correction')),
  constraint tax_forms_error check ((kind = 'correction') = (error_type is not null)),
  constraint tax_forms_corrects check ((kind = 'correction') = (corrects_form_id is not null)),
  constraint tax_forms_filing foreign key (filing_id) references tax_filings (id),
  constraint tax_forms_corrected foreign key (corrects_form_id) references tax_forms (id)
);
create unique index tax_forms_of_filing on tax_forms (filing_id, number);
create index tax_forms_page on tax_forms (filing_id, position desc, id desc);
create index tax_forms_without_tin on tax_forms (filing_id, is_without_tin, position desc, id desc);
create index tax_forms_of_loan on tax_forms (company_id, tax_year, loan_id, person_id, position desc, id desc);
create index tax_forms_corrected on tax_forms (corrects_form_id) where corrects_form_id is not null;
