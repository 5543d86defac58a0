-- When money last came back, was disputed, or was won back, by the provider's clock: what is told of an earlier instant
-- was overtaken, and changes nothing any more.
alter table payment_attempts add column turned_at timestamptz;

-- Messages that wait for an order are counted, so that nobody fills the table with them.
create index provider_messages_waiting on provider_messages (company_id, carrier_id) where outcome = 'waiting';
