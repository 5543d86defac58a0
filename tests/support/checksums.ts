// What is in a database, as sums that can be compared.
import type pg from 'pg';

/**
 * One checksum for each of our tables, the same on every PostgreSQL. The times at which migrations ran do not count.
 */
export async function checksums(client: pg.ClientBase): Promise<Record<string, string>> {
  await client.query(
    "set timezone = 'UTC'; set bytea_output = 'hex'; set datestyle = 'ISO'; set extra_float_digits = 1",
  );
  const { rows: tables } = await client.query(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('live', 'test') or (schemaname = 'tenor' and tablename = 'settings') order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const place = name === 'tenor.settings' ? "where name not in ('login_prefix', 'logins', 'reporting_views')" : '';
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from ${name} t ${place}`,
    );
    sums[name] = rows[0].sum;
  }
  return sums;
}
