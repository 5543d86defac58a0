-- How much a borrower who has signed in has done on a day, by the action: one row for each, which the next day begins
-- anew.
create table borrower_writes (
  person_id text not null,
  action text not null,
  company_id text not null,
  day date not null,
  made integer not null,
  constraint borrower_writes_pkey primary key (person_id, action),
  constraint borrower_writes_made check (made > 0)
);
