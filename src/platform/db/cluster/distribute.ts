// Spreads the tables over a cluster, each by its class. A table is spread with its rows in one transaction, and what is
// spread already is passed over: a run that was interrupted goes on, and a later release adds its tables.
import type { ClientBase } from 'pg';
import type { Table } from '../define-table.ts';
import type { Following } from '../migrate.ts';
import { type Mode, modes } from '../realm.ts';
import type { TableClass, TableClasses } from '../tables.ts';
import { spreadTables } from './spread.ts';

export interface Step {
  readonly mode: Mode;
  readonly table: string;
  readonly spread: TableClass;
  readonly sql: string;
}

const order: readonly TableClass['kind'][] = ['reference', 'subject', 'key', 'coordinator'];

/** A table names the tables that its foreign keys point to. */
type Parents = ReadonlyMap<string, ReadonlySet<string>>;

/** What is still to do, in its order. */
export async function stepsLeft(client: ClientBase, tables: TableClasses): Promise<Step[]> {
  return stepsBeyond(await spreadTables(client), tables, await parentsOf(client));
}

/** Both modes have the same keys. */
async function parentsOf(client: ClientBase): Promise<Parents> {
  const { rows } = await client.query<{ child: string; parents: string[] }>(
    `select child.relname as child, array_agg(distinct parent.relname::text) as parents
     from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and k.connamespace::regnamespace::text = any($1) and child.oid <> parent.oid group by child.relname`,
    [modes],
  );
  return new Map(rows.map(({ child, parents }) => [child, new Set(parents)]));
}

/** Reference tables come first, since all others may point to them; in each class a parent comes before its children. */
function inOrderOf(tables: TableClasses, parents: Parents): (readonly [string, TableClass])[] {
  const taken = new Map<string, TableClass>();
  const take = (table: string): void => {
    const spread = tables[table];
    if (taken.has(table) || spread === undefined) return;
    for (const parent of parents.get(table) ?? []) take(parent);
    taken.set(table, spread);
  };
  for (const table of Object.keys(tables)) take(table);
  return [...taken].sort(([, a], [, b]) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** The steps for all tables but those that are spread already. */
export function stepsBeyond(done: ReadonlySet<string>, tables: TableClasses, parents: Parents): Step[] {
  const inOrder = inOrderOf(tables, parents);
  const linked = new Set([...parents].flatMap(([child, all]) => [child, ...all]));
  return modes.flatMap((mode) => {
    const isDone = (table: string): boolean => done.has(`${mode}.${table}`);
    const lyingFirst = new Map<string, string>();
    for (const [table, spread] of inOrder) if (isDone(table)) setOnce(lyingFirst, groupOf(spread), table);
    return inOrder
      .filter(([table]) => !isDone(table))
      .map(([table, spread]): Step => {
        const first = lyingFirst.get(groupOf(spread));
        setOnce(lyingFirst, groupOf(spread), table);
        const beside = first === undefined ? 'none' : `${mode}.${first}`;
        const sql = statementOf(`${mode}.${table}`, spread, { beside, isLinked: linked.has(table) });
        return { mode, table, spread, sql };
      });
  });
}

function setOnce(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

/** Only columns of one type can lie together. */
function groupOf(spread: TableClass & { readonly columns?: Table['columns'] }): string {
  return 'column' in spread ? `${spread.kind} ${spread.columns?.[spread.column]?.type}` : spread.kind;
}

interface Lying {
  /** Tables of one group lie together in each mode: the rows of one person are on one node. */
  readonly beside: string;
  /** The extension takes up tables of the coordinator that have keys to one another in one step. */
  readonly isLinked: boolean;
}

function statementOf(table: string, spread: TableClass, { beside, isLinked }: Lying): string {
  if (spread.kind === 'reference') return `select create_reference_table('${table}')`;
  if (spread.kind === 'coordinator')
    return `select citus_add_local_table_to_metadata('${table}'${isLinked ? ', true' : ''})`;
  return `select create_distributed_table('${table}', '${spread.column}', colocate_with => '${beside}')`;
}

/**
 * Foreign keys to reference tables would make the extension take up tables by itself before their turn, and a table
 * with such a key can be spread only where the transaction goes to the shards one after the other.
 */
const inTurn = `set citus.enable_local_reference_table_foreign_keys to off;
  set citus.multi_shard_modify_mode to 'sequential';`;

type Done = (step: Step, rows: number) => void;

/**
 * Each question to all shards costs every one of them, so there are few, unless the operator has chosen a number. Later
 * tables of a group of their own get as many.
 */
export async function settingsLeft(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `select format('%s to %s', words, greatest(${shardsMin}, ${shardsOfNode} * count(*))) as statement
     from unnest(array[format('alter database %I set citus.shard_count', current_database()), 'set citus.shard_count']) words,
       pg_dist_node
     where shouldhaveshards and isactive and not exists (select from pg_dist_partition where partmethod = 'h')
       and (select source from pg_settings where name = 'citus.shard_count') = 'default'
     group by words order by words`,
  );
  return rows.map(({ statement }) => statement);
}

/** As many nodes as this can share the work later, without a shard being divided. */
const shardsMin = 8;
const shardsOfNode = 4;

/** Nothing else may write meanwhile: the caller sees to that. */
export async function distribute(client: ClientBase, tables: TableClasses, done: Done): Promise<void> {
  for (const statement of await settingsLeft(client)) await client.query(statement);
  await client.query(inTurn);
  for (const step of await stepsLeft(client, tables)) done(step, await spreadWithRows(client, step));
  await removeLeftovers(client);
}

async function spreadWithRows(client: ClientBase, { mode, table, sql }: Step): Promise<number> {
  const name = `${mode}.${table}`;
  const count = async (): Promise<number> =>
    Number((await client.query(`select count(*) as rows from ${name}`)).rows[0].rows);
  await client.query('begin');
  try {
    await client.query(`lock table ${name} in exclusive mode`);
    const before = await count();
    await client.query(sql);
    const after = await count();
    if (after !== before) throw new Error(`${name} had ${before} rows and would have ${after}: it was left as it was.`);
    await client.query('commit');
    return before;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The extension keeps the rows of before on the coordinator's disk, where nobody sees them. */
async function removeLeftovers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace::regnamespace::text = any($1) and (p.partmethod = 'h' or p.repmodel = 't') and pg_relation_size(c.oid) > 0`,
    [modes],
  );
  for (const { name } of rows) {
    await client.query(`select truncate_local_data_after_distributing_table('${name}')`);
  }
}

/** On a database that is spread, the tables of a migration are spread in its transaction; elsewhere nothing is done. */
export async function spreading(client: ClientBase, tables: TableClasses): Promise<Following> {
  if ((await spreadTables(client)).size === 0) return async () => {};
  await client.query(inTurn);
  return async (mode) => {
    const { rows } = await client.query('select tablename as name from pg_tables where schemaname = $1', [mode]);
    const made = new Set(rows.map(({ name }) => name));
    for (const step of await stepsLeft(client, tables)) {
      if (step.mode === mode && made.has(step.table)) await client.query(step.sql);
    }
  };
}
