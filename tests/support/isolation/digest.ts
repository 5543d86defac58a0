// One line for each table with all that the database has of a realm: two digests differ when something was touched.

import type { Pool } from 'pg';
import type { Realm } from '#platform/db/realm.ts';
import { ofEach } from '#platform/of-each.ts';
import type { House } from '../house.ts';

export type Digest = Readonly<Record<string, string>>;

/** Not compared, because the use of every key is noted, even of a key without permission, and so is its refusal. */
const noted = ['api_key_uses', 'waiting_audit', 'audit', 'audit_heads', 'audit_days'];

/** A mode's pool sees the tables of its mode. */
const tablesOf = ofEach(async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema and column_name = 'company_id' order by table_name`,
  );
  return rows.map(({ name }) => name).filter((name) => !noted.includes(name));
});

export async function digestOf(house: House, { mode, companyId }: Realm): Promise<Digest> {
  const pool = house.service.database.pools[mode];
  // Events get their places when first asked for, for all companies.
  await house.service.orderEvents(mode);
  const each = (await tablesOf(pool)).map(
    (name) => `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), ''))
        as rows from ${mode}.${name} r where company_id = $1`,
  );
  const { rows } = await pool.query(each.join(' union all '), [companyId]);
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found]));
}
