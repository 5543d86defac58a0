-- The borrower's address that came in line with a loan, sealed with the borrower's key.
alter table loans add column address_sealed bytea;
