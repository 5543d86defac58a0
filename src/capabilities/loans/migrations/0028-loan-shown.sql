-- What a loan shows of its state, so that a loan is read and listed without its state. It holds while shown_version is
-- the version of the row: a process of the release before writes the state alone, and raises the version. Then, and
-- in rows from before this column, it is taken from the state.
alter table loans add column shown jsonb;
alter table loans add column shown_version bigint;
-- Room for the next version of a row on its own page: then an update writes no index.
alter table loans set (fillfactor = 80);
