-- Down payments are on no loan's ledger: in the cash book they stand on an account of their own.
alter table cash_postings drop constraint cash_postings_account;
alter table cash_postings add constraint cash_postings_account
  check (account in ('LC', 'DN', 'CT', 'PR', 'BK', 'RP', 'DT', 'DP', 'UN', 'FE', 'ER'));
