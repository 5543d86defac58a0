// The rows of every table of test mode as text; bytes are also read as text.
import assert from 'node:assert/strict';
import type { House } from './house.ts';

export async function everythingStored(house: House): Promise<[table: string, text: string][]> {
  const { pools } = house.service.database;
  const { rows } = await pools.test.query(`
    select table_name as name, string_agg(
      case data_type when 'bytea' then format('encode(%I, ''escape'')', column_name)
                     else format('%I::text', column_name) end, ', ') as columns
    from information_schema.columns where table_schema = 'test' group by 1`);
  assert.ok(rows.some(({ name }) => name === 'payment_instruments'));
  const stored: [string, string][] = [];
  for (const { name, columns } of rows) {
    const found = await pools.test.query(`select concat_ws(' ', ${columns}) as text from ${name}`);
    stored.push([name, found.rows.map(({ text }) => text).join('\n')]);
  }
  return stored;
}
