-- Subscriptions to events, and what became of each event for each of them.
create table webhooks (
  company_id text not null,
  id text not null,
  position bigint not null,
  webhook_type text not null,
  event_types text[] not null,
  url_sealed bytea not null,
  secret_sealed bytea not null,
  -- During a rotation both secrets sign, until this machine instant.
  previous_secret_sealed bytea,
  previous_secret_until bigint,
  enabled boolean not null,
  -- Why it was switched off, where nobody did it by hand.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deleted_at timestamptz,
  constraint webhooks_pkey primary key (company_id, id)
);
create index webhooks_page on webhooks (company_id, position desc, id desc);

-- Whose work is due, who does it, and how it goes. Machine instants, in microseconds.
create table webhook_work (
  webhook_id text not null,
  company_id text not null,
  -- When a delivery is due next; null: nothing is open.
  due_at bigint,
  -- Raised by whoever plans deliveries, so that the one who ends its work cannot overlook them.
  planned bigint not null default 0,
  holder text,
  held_until bigint not null default 0,
  -- Attempts that failed since the last one that did not.
  failures integer not null default 0,
  -- A receiver that fails again and again is left alone until then.
  paused_until bigint not null default 0,
  delivered_total bigint not null default 0,
  failed_total bigint not null default 0,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  last_failure text,
  constraint webhook_work_pkey primary key (webhook_id)
);
create index webhook_work_due on webhook_work (due_at) where due_at is not null;

create table webhook_deliveries (
  webhook_id text not null,
  id text not null,
  company_id text not null,
  -- Of the event: deliveries stand in the order of events.
  sequence bigint not null,
  -- The machine instant at which it was planned.
  planned_at bigint not null,
  -- The event's subject. Of one lane, a delivery waits for those before it.
  lane text not null,
  event_id text not null,
  event_type text not null,
  state text not null,
  due_at bigint not null,
  attempts integer not null default 0,
  -- The body as it is sent each time, sealed with the key of the lane's person, so that it is erased with them.
  body_sealed bytea not null,
  tries jsonb not null default '[]',
  answer_sealed bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint webhook_deliveries_pkey primary key (webhook_id, id),
  constraint webhook_deliveries_event unique (webhook_id, sequence),
  constraint webhook_deliveries_state check (state in ('open', 'delivered', 'parked'))
);
-- Sealed bodies do not compress. Kept beside the row, they need not be written again when its state changes.
alter table webhook_deliveries alter column body_sealed set storage external;
alter table webhook_deliveries set (toast_tuple_target = 256);
create index webhook_deliveries_open on webhook_deliveries (webhook_id, sequence) where state = 'open';
create index webhook_deliveries_lane on webhook_deliveries (webhook_id, lane) where state = 'open';
create index webhook_deliveries_parked on webhook_deliveries (webhook_id, sequence) where state = 'parked';

-- How far deliveries are planned.
insert into event_places (name, last_sequence) values ('deliveries', 0);
