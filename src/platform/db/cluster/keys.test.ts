// Whether a cluster can keep the keys of the tables, read from the schema of one server: what a table's class means for
// its keys, and what no class has.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { tables } from '#app/capabilities.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import type { TableClass, TableClasses } from '../tables.ts';

interface Key {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Where a foreign key points. */
  readonly parent: string | null;
  readonly parent_columns: readonly string[] | null;
  /** It clears or moves the child's columns with its parent's. */
  readonly moves: boolean;
}

const keysIn = `
  select k.relname as name, t.relname as table, null as parent, null as parent_columns, false as moves,
    array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
  from pg_index i join pg_class k on k.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where i.indisunique and t.relnamespace = 'live'::regnamespace
  union all
  select f.conname, t.relname, p.relname,
    array(select a.attname::text from unnest(f.confkey) with ordinality k(num, at)
      join pg_attribute a on a.attrelid = p.oid and a.attnum = k.num order by k.at),
    f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd', 'c'),
    array(select a.attname::text from unnest(f.conkey) with ordinality k(num, at)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num order by k.at)
  from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and f.connamespace = 'live'::regnamespace`;

const columnOf = (lies: TableClass | undefined): string | undefined =>
  lies !== undefined && 'column' in lies ? lies.column : undefined;

function faultOf(key: Key, classes: TableClasses): string | undefined {
  const own = classes[key.table];
  const column = columnOf(own);
  if (key.parent === null) {
    if (column === undefined || key.columns.includes(column)) return undefined;
    return `is unique without ${column}, by which its rows lie`;
  }
  const parent = classes[key.parent];
  const parentColumn = columnOf(parent);
  if (key.moves) return 'clears or moves columns: clear them in the code';
  if (parent?.kind === 'reference') return undefined;
  if (parent?.kind === 'coordinator') {
    return own?.kind === 'coordinator' ? undefined : 'points to a table of the coordinator from other nodes';
  }
  if (column === undefined) return 'points to rows that are spread from one that is not';
  if (own?.kind !== parent?.kind) return 'points to rows that lie elsewhere';
  const at = key.columns.indexOf(column);
  if (at >= 0 && key.parent_columns?.[at] === parentColumn) return undefined;
  return `does not name ${column}, by which both lie, in the same place`;
}

const ofTables = `in (select oid from pg_class where relnamespace = 'live'::regnamespace and relkind = 'r')`;

/** What a cluster does not know, by the catalogue that has it. */
const unknown: Readonly<Record<string, string>> = {
  'a trigger': `select tgname as name from pg_trigger where not tgisinternal and tgrelid ${ofTables}`,
  'a rule': `select rulename as name from pg_rules where schemaname = 'live'`,
  'a policy': `select policyname as name from pg_policies where schemaname = 'live'`,
  'a table that inherits': `select inhrelid::regclass::text as name from pg_inherits where inhrelid ${ofTables}`,
  'a column that counts by itself': `select attname as name from pg_attribute
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid ${ofTables} and (attidentity <> '' or pg_get_expr(adbin, adrelid) like 'nextval%')`,
  'a table without a primary key': `select relname as name from pg_class
    where oid ${ofTables} and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
  'a column by which rows lie that may be empty or has an order of its own': `select attname as name
    from pg_attribute join pg_class c on c.oid = attrelid join unnest($1::text[]) place on place = relname || '.' || attname
    where attrelid ${ofTables} and (not attnotnull or attcollation <> 0 and attcollation <> (select oid from pg_collation where collname = 'default'))`,
};

describe('the schema', () => {
  let client: pg.Client;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(() => client?.end());
  const { house } = useHouse({ works: false });
  before(async () => {
    client = new pg.Client(house().service.database.server);
    await client.connect();
    await client.query('begin; set local search_path to live');
  });

  const faults = async (): Promise<string[]> => {
    const { rows } = await client.query<Key>(keysIn);
    assert.ok(rows.length > 200);
    return rows.flatMap((key) => {
      const fault = faultOf(key, tables);
      return fault === undefined ? [] : [`${key.table} > ${key.name} ${fault}`];
    });
  };
  const places = Object.entries(tables).flatMap(([table, lies]) =>
    columnOf(lies) ? [`${table}.${columnOf(lies)}`] : [],
  );
  const found = async (question: string): Promise<string[]> => {
    const { rows } = await client.query(question, question.includes('$1') ? [places] : []);
    return rows.map(({ name }) => name);
  };
  const having = async <T>(change: string, look: () => Promise<T>): Promise<T> => {
    await client.query(`savepoint before; ${change}`);
    const seen = await look();
    await client.query('rollback to before');
    return seen;
  };

  test('has keys that the nodes of a cluster can keep', async () => {
    assert.deepEqual(await faults(), []);
  });

  const wrongKeys: Readonly<Record<string, RegExp>> = {
    'create unique index wrong on loans (external_id)': /^loans > wrong is unique without person_id/,
    'alter table loans add constraint wrong foreign key (person_id) references people (person_id) on delete set null':
      /wrong clears or moves/,
    'create unique index one on people (external_id, person_id); alter table loans add constraint wrong foreign key (person_id, external_id) references people (external_id, person_id)':
      /wrong does not name person_id/,
    'alter table external_ids add constraint wrong foreign key (subject_id) references people (person_id)':
      /wrong points to rows that lie elsewhere/,
    'alter table roles add constraint wrong foreign key (name) references people (person_id)':
      /wrong points to rows that are spread from one that is not/,
    'alter table event_keys add constraint wrong foreign key (key) references people (person_id)':
      /wrong points to rows that are spread from one that is not/,
    'alter table loans add constraint wrong foreign key (nickname) references event_keys (company_id)':
      /wrong points to a table of the coordinator/,
  };
  for (const [change, said] of Object.entries(wrongKeys)) {
    test(`would be refused after: ${change}`, async () => {
      assert.match((await having(change, faults)).join('\n'), said);
    });
  }

  const wrongThings: Readonly<Record<string, string>> = {
    'a trigger':
      'create trigger wrong before update on loans for each row execute function suppress_redundant_updates_trigger()',
    'a rule': 'create rule wrong as on delete to loans do instead nothing',
    'a policy': 'create policy wrong on loans as restrictive using (true)',
    'a table that inherits': 'create table wrong (primary key (person_id, id)) inherits (loans)',
    'a column that counts by itself': 'alter table loans add column wrong bigserial',
    'a table without a primary key': 'create table wrong (id text)',
    'a column by which rows lie that may be empty or has an order of its own':
      'alter table outbox drop constraint outbox_pkey, alter column subject_id drop not null',
  };
  for (const [what, question] of Object.entries(unknown)) {
    test(`has nowhere ${what}`, async () => {
      assert.deepEqual(await found(question), []);
      assert.notDeepEqual(await having(String(wrongThings[what]), () => found(question)), []);
    });
  }
});
