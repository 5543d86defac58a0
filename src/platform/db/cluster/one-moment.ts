// One moment for all nodes of a cluster. Each node has a snapshot of its own: they are taken together, while no write can
// end. Writes wait for that as long as it takes the ones under way to end, and some tens of milliseconds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { isLostRace } from '../../sqlstate.ts';
import { hasCitus } from './spread.ts';

interface Spread {
  readonly names: readonly string[];
  /** A table of each group that lies on the same nodes. */
  readonly oneOfEach: readonly string[];
}

/**
 * Begins a transaction that reads everything as it was at one moment. `other` is a second session, used where the tables
 * are spread over a cluster.
 */
export async function beginOneMoment(client: ClientBase, other: ClientBase): Promise<void> {
  const { names, oneOfEach } = await tablesSpread(client);
  const begin = 'begin isolation level repeatable read read only';
  if (names.length === 0) return void (await client.query(begin));
  await withoutWrites(other, names, async () => {
    await client.query(begin);
    // A second connection to a node would have a snapshot of its own.
    await client.query('set local citus.max_adaptive_executor_pool_size = 1');
    for (const name of oneOfEach) await client.query(`select 1 from ${name} limit 1`);
  });
}

async function tablesSpread(client: ClientBase): Promise<Spread> {
  if (!(await hasCitus(client))) return { names: [], oneOfEach: [] };
  const { rows } = await client.query<{ name: string; group: number; method: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, p.colocationid as group, p.partmethod as method
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
    order by 1`);
  const sharded = rows.filter(({ method }) => method === 'h');
  const groups = new Map(sharded.map(({ group, name }) => [group, name]));
  return { names: rows.map(({ name }) => name), oneOfEach: [...groups.values()] };
}

const attempts = 10;

/** A write that holds one table and waits for another is a deadlock with us: if the server ends us, we begin again. */
async function withoutWrites(other: ClientBase, names: readonly string[], work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await other.query('begin');
      await other.query(`lock table ${names.join(', ')} in share mode`);
      break;
    } catch (error) {
      await other.query('rollback');
      if (!isLostRace(error) || attempt === attempts) throw error;
      await sleep(100 * attempt);
    }
  }
  try {
    await work();
  } finally {
    await other.query('rollback');
  }
}
