-- When the vendor of an account was asked last for its balance before a debit, whether or not it said one.
alter table payment_instruments add column balance_asked_at timestamptz;
