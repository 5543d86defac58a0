do $$
declare superuser name;
begin
  for superuser in select rolname from pg_roles where rolsuper and rolcanlogin loop
    execute format('alter role %I nologin', superuser);
  end loop;
  -- Nobody has compared their passwords so far: the next start sets them anew.
  if to_regclass('tenor.settings') is not null then
    delete from tenor.settings where name = 'logins';
  end if;
end $$;

-- The password to come is 32 random bytes. Rounds, which make guessing slow, would only make each connection slow.
do $$
begin
  perform set_config('scram_iterations', '1', false);
exception when undefined_object then
  null; -- up to PostgreSQL 15
end $$;

grant pg_read_all_stats, pg_read_all_data, pg_checkpoint to tenor_owner;

