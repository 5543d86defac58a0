-- A message stands as every row does that workers claim.
alter table messages rename column attempts to tries;
alter table messages add column holder text;
