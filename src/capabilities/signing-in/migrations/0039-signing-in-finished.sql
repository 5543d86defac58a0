-- By what a code went out: email, text or voice. Null: it was made on the machine.
alter table codes add column channel text;

-- Old rows are deleted by these.
create index codes_expired on codes (expires_at);
create index sessions_expired on sessions (expires_at);
create index sign_in_attempts_expired on sign_in_attempts (last_at);
