-- What lies on an account is sealed with the person's own data key, and is asked for once in a while.
alter table payment_instruments
  drop column balance,
  -- The last answer of the vendor and the last good one, as JSON.
  add column balance_sealed bytea,
  -- The vendor is not asked again before, in microseconds of the machine clock.
  add column balance_next_at bigint;
