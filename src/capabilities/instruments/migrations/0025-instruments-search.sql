-- Borrowers are searched for by what they pay with: by the last four digits, the kind, or the beginning of a network's
-- name.
create index payment_instruments_last_four on payment_instruments (company_id, last_four, person_id)
  where last_four is not null and deleted_at is null;
create index payment_instruments_kind on payment_instruments (company_id, instrument_type, person_id)
  where deleted_at is null;
create index payment_instruments_network on payment_instruments (company_id, lower(network_name) text_pattern_ops)
  where network_name is not null and deleted_at is null;
