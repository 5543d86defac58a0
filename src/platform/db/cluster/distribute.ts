// Spreads the tables over a cluster, each by its class. What is spread already is passed over, so a run that was
// interrupted goes on, and a run after a later release takes the tables that it has added.
import type { ClientBase } from 'pg';
import type { Table } from '../define-table.ts';
import { type Mode, modes } from '../realm.ts';
import type { TableClass, TableClasses } from '../tables.ts';

export interface Step {
  readonly mode: Mode;
  readonly table: string;
  readonly spread: TableClass;
  readonly sql: string;
}

/** What is still to do, in its order: reference tables first, since others may point to them. */
export async function stepsLeft(client: ClientBase, tables: TableClasses): Promise<Step[]> {
  const { rows } = await client.query(`
    select n.nspname as mode, c.relname as table
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace`);
  const done = new Set(rows.map((row) => `${row.mode}.${row.table}`));
  return stepsOf(tables).filter(({ mode, table }) => !done.has(`${mode}.${table}`));
}

const order: readonly TableClass['kind'][] = ['reference', 'subject', 'key', 'coordinator'];

function stepsOf(tables: TableClasses): Step[] {
  const inOrder = Object.entries(tables).sort(([, a], [, b]) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return modes.flatMap((mode) => {
    const firsts = new Map<string, string>();
    return inOrder.map(([table, spread]) => {
      const name = `${mode}.${table}`;
      const group = groupOf(spread);
      if (!firsts.has(group)) firsts.set(group, name);
      const first = firsts.get(group);
      return { mode, table, spread, sql: statementOf(name, spread, first === name ? 'none' : `${first}`) };
    });
  });
}

/** Only columns of one type can lie together. */
function groupOf(spread: TableClass & { readonly columns?: Table['columns'] }): string {
  return 'column' in spread ? `${spread.kind} ${spread.columns?.[spread.column]?.type}` : spread.kind;
}

/** Tables of one group lie together in each mode: the rows of one person are on one node. */
function statementOf(table: string, spread: TableClass, with_: string): string {
  if (spread.kind === 'reference') return `select create_reference_table('${table}')`;
  if (spread.kind === 'coordinator') return `select citus_add_local_table_to_metadata('${table}')`;
  return `select create_distributed_table('${table}', '${spread.column}', colocate_with => '${with_}')`;
}

export async function distribute(client: ClientBase, tables: TableClasses, done: (step: Step) => void): Promise<void> {
  await client.query(`set citus.enable_local_reference_table_foreign_keys to off`);
  for (const step of await stepsLeft(client, tables)) {
    await client.query(step.sql);
    done(step);
  }
  // The follower of release 0.1.0, which knows nothing of several nodes: nobody looks for what it has told any more.
  for (const mode of modes) await client.query(`delete from ${mode}.event_places where name = 'webhooks'`);
}
