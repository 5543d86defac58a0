-- The metrics count orders without an answer each time they are asked for: they must not read every order for it.
create index payment_attempts_unknown on payment_attempts (asked) where state = 'unknown';
