// All that the database holds of a realm, in one line a table: two digests differ where something was touched.

import type { Realm } from '#platform/db/realm.ts';
import type { House } from '../house.ts';

export type Digest = Readonly<Record<string, string>>;

/** Noted of every key that is used, also by whoever may do nothing with it. */
const noted = ['api_key_uses'];

export async function digestOf(house: House, { mode, companyId }: Realm): Promise<Digest> {
  const pool = house.service.database.pools[mode];
  // The places of events are given by whoever asks first, for all companies.
  await house.service.orderEvents(mode);
  const { rows: tables } = await pool.query(
    `select table_name as name from information_schema.columns
     where table_schema = '${mode}' and column_name = 'company_id' order by table_name`,
  );
  const each = tables
    .filter(({ name }) => !noted.includes(name))
    .map(
      ({
        name,
      }) => `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), ''))
        as rows from ${mode}.${name} r where company_id = $1`,
    );
  const { rows } = await pool.query(each.join(' union all '), [companyId]);
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found]));
}
