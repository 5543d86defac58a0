// A row of any table: what must be there and is not given is filled with anything of its type.
import type { ClientBase } from 'pg';

const ofType: Readonly<Record<string, string>> = {
  text: "'x'",
  int4: '1',
  int8: '1',
  bool: 'false',
  jsonb: "'{}'",
  timestamptz: 'now()',
  date: 'current_date',
  uuid: 'gen_random_uuid()',
  bytea: "''",
  _text: "'{}'",
};

export async function fillRow(
  client: Pick<ClientBase, 'query'>,
  schema: string,
  table: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_nullable = 'NO' and column_default is null`,
    [schema, table],
  );
  const names = Object.keys(given);
  const missing = rows.filter(({ name }) => !names.includes(name));
  await client.query(
    `insert into ${schema}.${table} (${[...names, ...missing.map(({ name }) => name)].join(', ')})
     values (${[...names.map((_, i) => `$${i + 1}`), ...missing.map(({ type }) => ofType[type])].join(', ')})`,
    Object.values(given),
  );
}
