-- Why an instrument failed, whether debits from it are forbidden, the link to its bank, and the list of banks.

alter table payment_instruments
  -- The reason and its words, as the last failure gave them.
  add column failure jsonb,
  -- Since a return that forbids further debits. Credits may still go there.
  add column debits_blocked_at timestamptz,
  add column account_link jsonb,
  -- The vendor's token of the link, sealed with the person's own data key.
  add column link_token_sealed bytea,
  -- The last answer about what is on the account.
  add column balance jsonb;

-- The operator's list of banks: the same for all companies, and nobody's. No handle of a company reads it.
create table routing_numbers (
  routing_number text not null,
  name text not null,
  -- The bank uses another number now.
  new_routing_number text,
  constraint routing_numbers_pkey primary key (routing_number)
);
