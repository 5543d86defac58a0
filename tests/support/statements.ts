// The statements that a call sends to the database, and the plans that the server makes for them.
import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg';
import { Packet } from '#platform/db/packet.ts';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

export async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    const { query: original } = client;
    watched.set(client, original);
    client.query = ((...args: unknown[]) => {
      const query = args[0];
      sent.push(
        ...(query instanceof Packet
          ? query.sendings.map(({ text, values }) => ({ text, values: [...values] }))
          : [query as Statement]),
      );
      return Reflect.apply(original, client, args);
    }) as typeof original;
  };
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
  return sent;
}

/** The plan as JSON text, to search for words in. */
export async function planOf(pool: Pool, { text, values }: Statement): Promise<string> {
  const { rows } = await pool.query({ text: `explain (format json) ${text}`, values });
  return JSON.stringify(rows[0]);
}

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** How many rows of a table the server reads to answer. */
export async function rowsReadBy(pool: Pool, { text, values }: Statement, table: string): Promise<number> {
  const { rows } = await pool.query({ text: `explain (analyze, format json) ${text}`, values });
  const readBy = (node: Node): number => {
    const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    const below = (node.Plans ?? []).reduce((sum, plan) => sum + readBy(plan), 0);
    return below + (node['Relation Name'] === table ? own : 0);
  };
  return readBy(rows[0]['QUERY PLAN'][0].Plan);
}

/** The server does this by itself within a minute or so. Until then it plans as for an empty table. */
export async function analyze(server: ClientConfig, table: string): Promise<void> {
  const owner = new pg.Client(server);
  await owner.connect();
  await owner.query(`analyze ${table}`).finally(() => owner.end());
}
