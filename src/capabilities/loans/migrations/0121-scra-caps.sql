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
