-- Since when a person is erased: the data key is another one then, so that nothing sealed before can be read again,
-- wherever a copy of the rows may lie. The row stays: loans and their books belong to it.
alter table people add column erased_at timestamptz;
