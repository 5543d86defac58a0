-- When the day must look at a card that is charged: once as its end nears, and once at its end.
alter table payment_instruments add column look_at timestamptz;
create index payment_instruments_look on payment_instruments (company_id, look_at) where look_at is not null;

-- Those that are there are looked at once, and then at their times.
update payment_instruments set look_at = 'epoch'
where instrument_type = 'card' and not is_external and status <> 'inactive' and expiration_year is not null;
