-- To whom a message is just going, and since when: so both are known where its worker dies before the outcome, and rules count
-- it meanwhile.
alter table queued_messages
  -- Null: no worker is at it, or its channel names no contact.
  add column contact_id text,
  -- The business instant of the claim. Null: no worker has taken it yet.
  add column started_at timestamptz;
