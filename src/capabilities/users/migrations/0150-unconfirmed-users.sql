-- Since when a borrower's user has names that nobody but its maker has vouched for. Null: they are the borrower's.
alter table users add column unconfirmed_since timestamptz;
