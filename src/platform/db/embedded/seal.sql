do $$
declare superuser name;
begin
  for superuser in select rolname from pg_roles where rolsuper and rolcanlogin loop
    execute format('alter role %I nologin', superuser);
  end loop;
end $$;

-- The password to come is 32 random bytes. Rounds, which make guessing slow, would only make each connection slow.
-- PostgreSQL 15 cannot change their number.
select set_config(name, '1', false) from pg_settings where name = 'scram_iterations';

grant pg_read_all_stats, pg_read_all_data, pg_checkpoint to tenor_owner;

