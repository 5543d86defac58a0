-- When money last came back, was disputed, or was won back, by the provider's clock: what is told of an earlier instant
-- was overtaken, and changes nothing any more.
alter table payment_attempts add column turned_at timestamptz;
