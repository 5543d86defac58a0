-- Since when a contact reaches the borrower by this value. Null: since it was made or changed last.
alter table contacts add column reaches_since timestamptz;
