// Finds the rows that one call of the service writes by comparing all tables before and after. The limit is made of
// them: the same rows with the same values, in one statement that commits by itself.
import type pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

interface Table {
  readonly name: string;
  /** The person to whom the row belongs. */
  readonly owner: string;
  readonly columns: readonly Column[];
}

/** A new row or a changed one. A changed row has its key and the changed columns only. */
export interface Write {
  readonly table: string;
  readonly kind: 'insert' | 'update';
  readonly values: readonly { readonly name: string; readonly type: string; readonly value: string | null }[];
  readonly key: readonly { readonly name: string; readonly type: string; readonly value: string }[];
}

/** Every table of a mode that has rows of a person. */
const tablesOf = `
  select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    coalesce(a.attnum = any(k.conkey), false) as is_key
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = 'live'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`;

async function tablesWithOwner(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(tablesOf);
  return [...Map.groupBy(rows, (row) => row.name as string)].flatMap(([name, all]) => {
    const columns = all.map((row) => ({ name: row.column, type: row.type, isKey: row.is_key }));
    const owner = ['person_id', 'subject_id'].find((column) => columns.some((one) => one.name === column));
    return owner === undefined || ofPlaces.has(name) ? [] : [{ name, owner, columns }];
  });
}

type Snapshot = ReadonlyMap<string, Row>;

async function snapshot(client: pg.Client, tables: readonly Table[], personId: string): Promise<Map<string, Snapshot>> {
  const found = new Map<string, Snapshot>();
  for (const { name, owner, columns } of tables) {
    const texts = columns.map((column) => `"${column.name}"::text as "${column.name}"`);
    const { rows } = await client.query(`select ${texts.join(', ')} from live.${name} where ${owner} = $1`, [personId]);
    const keys = columns.filter(({ isKey }) => isKey);
    found.set(name, new Map(rows.map((row) => [JSON.stringify(keys.map((key) => row[key.name])), row])));
  }
  return found;
}

/** Background work gives places later, so they are not part of the call. */
const ofPlaces = new Set(['waiting_commits', 'placed_commits', 'event_shapes', 'waiting_audit']);

export async function rowsWritten(client: pg.Client, personId: string, call: () => Promise<unknown>): Promise<Write[]> {
  const tables = await tablesWithOwner(client);
  const before = await snapshot(client, tables, personId);
  await call();
  const after = await snapshot(client, tables, personId);
  return tables.flatMap((table) => {
    const was = before.get(table.name) as Snapshot;
    return [...(after.get(table.name) as Snapshot)].flatMap(([key, row]) => writeOf(table, was.get(key), row));
  });
}

function writeOf({ name: table, columns }: Table, before: Row | undefined, after: Row): Write[] {
  const cells = columns.map((column) => ({ ...column, value: after[column.name] as string | null }));
  const key = cells.filter(({ isKey }) => isKey) as Write['key'] as never;
  const inserted = cells.filter(({ value }) => value !== null);
  if (before === undefined) return [{ table, kind: 'insert', values: inserted, key }];
  const values = cells.filter(({ name, value }) => value !== before[name]);
  return values.length === 0 ? [] : [{ table, kind: 'update', values, key }];
}

/** How the values are given, in SQL. Where rows have keys, every call needs values of its own. */
export interface Givers {
  constant(value: string): string;
  /** A number that is unique within its loan or its person. */
  number(value: string): string;
  eventId(): string;
  /** 32 bytes. */
  hash(): string;
  /** A text with ids in it. */
  withIds(value: string): string;
}

/** The ids of the call that was looked at: of its borrower, its loan, and what it made. */
export type Ids = readonly string[];

/** A call that was looked at: what the limit does again. */
export interface Seen {
  /** The schema of the limit's tables. */
  readonly schema: 'bench' | 'frozen';
  readonly writes: readonly Write[];
  readonly ids: Ids;
  readonly answer: string;
}

interface Statement extends Omit<Seen, 'answer'> {
  /** A source of rows, for inserts that are done once for each of them. */
  readonly each?: string;
}

/** One statement that does all the writes. */
export function statementOf({ schema, writes, ids, each = '' }: Statement, give: Givers): string {
  const cell = (table: string, { name, type, value }: Write['values'][number]): string => {
    if (value === null) return `null::${type}`;
    if (name === 'number' || (table === 'event_commits' && name === 'position'))
      return `${give.number(value)}::${type}`;
    if (table === 'events' && name === 'id') return give.eventId();
    if (table === 'idempotency' && name === 'key_hash') return `${give.hash()}::${type}`;
    return `${ids.some((id) => value.includes(id)) ? give.withIds(value) : give.constant(value)}::${type}`;
  };
  const parts = writes.map(({ table, kind, values, key }) => {
    if (kind === 'insert') {
      const names = values.map(({ name }) => name).join(', ');
      return `insert into ${schema}.${table} (${names}) select ${values.map((one) => cell(table, one)).join(', ')} ${each}`;
    }
    const sets = values.map((one) => `${one.name} = ${cell(table, one)}`).join(', ');
    const where = key.map((one) => `${one.name} = ${cell(table, one)}`).join(' and ');
    return `update ${schema}.${table} set ${sets} where ${where}`;
  });
  const last = parts.pop();
  return `with ${parts.map((part, i) => `w${i} as (${part})`).join(', ')} ${last}`;
}

/**
 * Makes the tables of the limit like those of the service: with the same columns, checks, indexes, foreign keys and
 * rows.
 */
export async function makeTables(client: pg.Client, writes: readonly Write[]): Promise<void> {
  const names = new Set(['people', 'loans', ...writes.map(({ table }) => table)]);
  await client.query('create schema if not exists bench');
  for (const name of names) {
    await client.query(`create table bench.${name} (like live.${name} including all);
      insert into bench.${name} select * from live.${name}`);
  }
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'live'::regnamespace`);
  for (const { name, definition } of rows) {
    const table = name.replace('live.', '');
    if (names.has(table)) {
      await client.query(`alter table bench.${table} add ${definition.replaceAll('live.', 'bench.')}`);
    }
  }
  await client.query('vacuum analyze');
}
