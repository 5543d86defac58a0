// Compares the tables declared in the code with the database, and finds lists that sort or filter without an index.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { endpoints, tables } from '#app/capabilities.ts';
import type { Table } from '#platform/db/define-table.ts';
import type { ListShape } from '#platform/http/pages.ts';
import { testServer } from './support/server.ts';

const declared = Object.values(tables).filter((table): table is Table => 'columns' in table);
const lists = endpoints.flatMap(({ list, name }) => (list === undefined ? [] : [{ ...list, name }]));

interface StoredColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_nullable: 'YES' | 'NO';
  readonly column_default: string | null;
}

/** Columns of an index, in their order. */
type Indexes = Map<string, string[][]>;

describe('tables', () => {
  let columns: Map<string, StoredColumn[]>;
  let indexes: Indexes;

  before(async () => {
    const server = testServer();
    const client = new pg.Client({ ...server.owner, database: server.template });
    await client.connect();
    try {
      const found = await client.query<StoredColumn>(
        `select table_name, column_name, udt_name, is_nullable, column_default from information_schema.columns
         where table_schema = 'live'`,
      );
      columns = Map.groupBy(found.rows, ({ table_name }) => table_name);
      indexes = await indexesOf(client);
    } finally {
      await client.end();
    }
  });

  test('are stated as they are stored: names, types, what may be null and what has a default', () => {
    assert.ok(declared.length > 0);
    for (const { name, columns: stated } of declared) {
      const said = Object.entries(stated).map(([column, { type, isNullable, hasDefault }]) =>
        [column, type, isNullable ? 'null' : 'not null', hasDefault ? 'default' : ''].join(' '),
      );
      const stored = (columns.get(name) ?? []).map(({ column_name, udt_name, is_nullable, column_default }) =>
        [column_name, udt_name, is_nullable === 'YES' ? 'null' : 'not null', column_default ? 'default' : ''].join(' '),
      );
      assert.deepEqual(said.sort(), stored.sort(), name);
    }
  });

  test('have an index for each sort and filter of a list that may grow long', () => {
    assert.ok(lists.length > 0);
    assert.deepEqual(
      lists.flatMap((list) => unserved(list, indexes)),
      [],
    );
  });

  test('of which a list names columns that are there', () => {
    for (const { table, sortable, filtered } of lists) {
      const names = new Set(columns.get(table)?.map(({ column_name }) => column_name));
      assert.deepEqual(
        [...Object.values(sortable), ...filtered].filter((column) => !names.has(column)),
        [],
        table,
      );
    }
  });
});

/**
 * Lists below one object, or of small tables that belong to the company and are copied to every node, stay short and
 * are read in full. Any other list is the company's, and each column that it sorts or filters by must begin an index
 * after the company.
 */
function unserved(list: ListShape & { readonly name: string }, indexes: Indexes): string[] {
  const { table, below, sortable, filtered, name } = list;
  const served = indexes.get(table) ?? [];
  if (below !== undefined) return served.some(([first]) => first === below) ? [] : [`${name}: ${below}`];
  const spread = tables[table];
  if (spread?.kind === 'reference' || (spread?.kind === 'subject' && spread.column === 'company_id')) return [];
  return [...Object.values(sortable), ...filtered]
    .filter((column) => !served.some(([first, second]) => first === 'company_id' && second === column))
    .map((column) => `${name}: ${column}`);
}

async function indexesOf(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<{ table_name: string; columns: string[] }>(
    `select c.relname as table_name,
            array_agg(a.attname::text order by k.place) as columns
     from pg_index i
     join pg_class c on c.oid = i.indrelid
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'live'
     cross join lateral unnest(i.indkey) with ordinality as k (attribute, place)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attribute
     group by i.indexrelid, c.relname`,
  );
  return new Map(
    [...Map.groupBy(rows, ({ table_name }) => table_name)].map(([name, found]) => [
      name,
      found.map((one) => one.columns),
    ]),
  );
}
