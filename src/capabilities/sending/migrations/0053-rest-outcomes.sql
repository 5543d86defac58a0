-- What was said last of a channel stays, so that an older outcome, written later, changes nothing.
alter table resting_channels
  alter column why drop not null,
  -- Null: the channel does not rest any more.
  alter column rests_since drop not null,
  alter column rests_until drop not null,
  -- When the outcome was known from which this follows, in microseconds of the machine clock.
  add column said_at bigint not null;
