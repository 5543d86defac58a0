-- Old messages are deleted by this.
create index messages_expired on messages (created_at);
