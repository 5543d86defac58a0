-- Messages to people: one-time codes now, what the company writes later. To whom and what is sealed with the company's
-- key, and erased some days later.
create table messages (
  id text not null,
  company_id text not null,
  position bigint not null,
  channel text not null,
  purpose text not null,
  state text not null,
  person_id text,
  user_id text,
  -- The keyed hash of the address or number, by which the mailbox is searched.
  to_hash bytea,
  -- Address, subject and text, as JSON. Null: erased.
  content_sealed bytea,
  -- Columns of claimed work (platform/work/claimed): when a worker must look at it again, in microseconds of the machine
  -- clock (null: it has ended), who holds it until then, and how often it was tried.
  due_at bigint,
  holder text,
  tries integer not null default 0,
  -- From then on it is not sent any more.
  expires_at bigint,
  -- Why the last attempt did not succeed, without anything that a person wrote.
  last_failure text,
  created_at timestamptz not null,
  recorded_at bigint not null,
  constraint messages_pkey primary key (id),
  constraint messages_channel check (channel in ('email', 'text', 'voice', 'mail')),
  constraint messages_state check (state in ('kept', 'queued', 'sending', 'sent', 'refused', 'unknown', 'expired'))
);
create index messages_page on messages (company_id, position desc, id desc);
create index messages_by_channel on messages (company_id, channel, position desc, id desc);
create index messages_to on messages (company_id, to_hash, position desc, id desc);
create index messages_person on messages (company_id, person_id) where person_id is not null;
create index messages_due on messages (due_at) where due_at is not null;
create index messages_old on messages (recorded_at) where content_sealed is not null;
-- Old messages are deleted by this.
create index messages_expired on messages (created_at);
