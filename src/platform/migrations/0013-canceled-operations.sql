-- Work that outlives its request may be ended by whoever asked for it.
alter table operations drop constraint operations_state;
alter table operations add constraint operations_state
  check (state in ('queued', 'running', 'succeeded', 'failed', 'canceled'));
