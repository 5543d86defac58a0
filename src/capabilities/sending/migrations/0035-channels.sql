-- What comes back about messages, kept before anybody has acted on it: reports of mail servers and providers, complaints,
-- answers. Once for each key, which is a hash of whatever its sender calls it.
create table heard_messages (
  company_id text not null,
  key text not null,
  -- What was heard, as JSON, sealed with the company's key. Null: somebody has acted on it.
  content_sealed bytea,
  -- Columns of claimed work. No time: it was taken in.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  created_at timestamptz not null,
  constraint heard_messages_pkey primary key (company_id, key)
);
create index heard_messages_due on heard_messages (due_at) where due_at is not null;
create index heard_messages_waiting on heard_messages (company_id, due_at) where due_at is not null;
-- They go after ninety days.
create index heard_messages_old on heard_messages (created_at);

-- Who reads the mailbox in which emails come back, and when it was read. It is the operator's, so no company has it.
create table bounce_mailbox (
  name text not null,
  holder text,
  -- Microseconds of the machine clock.
  held_until bigint not null,
  read_at timestamptz,
  last_failure text,
  constraint bounce_mailbox_pkey primary key (name)
);
insert into bounce_mailbox (name, held_until) values ('bounces', 0);

-- Channels of which whoever carries their messages refuses everything. The server is the operator's, so no company has it.
create table resting_channels (
  channel text not null,
  why text not null,
  -- Microseconds of the machine clock.
  rests_since bigint not null,
  rests_until bigint not null,
  constraint resting_channels_pkey primary key (channel)
);

-- Letters that were left for a printer, and the index of each day, which is left when the day is over.
create table letter_batches (
  company_id text not null,
  day date not null,
  -- A second one of a day only where the first was closed already.
  number integer not null,
  state text not null,
  -- Columns of claimed work. An open one is due at the end of its day.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  last_failure text,
  constraint letter_batches_pkey primary key (company_id, day, number),
  constraint letter_batches_state check (state in ('open', 'closed', 'left'))
);
create index letter_batches_due on letter_batches (due_at) where due_at is not null;

create table letters (
  company_id text not null,
  -- The id of the message.
  id text not null,
  batch_day date not null,
  batch_number integer not null,
  person_id text,
  purpose text not null,
  -- The address and the names of the files, as JSON, sealed with the company's key. Null: the index was left.
  content_sealed bytea,
  created_at timestamptz not null,
  constraint letters_pkey primary key (company_id, id)
);
create index letters_batch on letters (company_id, batch_day, batch_number);
create index letters_person on letters (company_id, person_id) where person_id is not null;
-- They go after ninety days.
create index letters_old on letters (created_at);
