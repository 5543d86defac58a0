// How work without a request is put into commits. One server shares a commit among many persons; on a cluster such a
// commit would need all nodes, so there it holds one person, and several are under way at once.
import pg from 'pg';
import type { Server } from '../connection.ts';

export interface Grouping {
  /** How many persons a commit may hold; what it is done for may want fewer. */
  readonly personsMax: number;
  /** How many such commits may be under way at once. */
  readonly commitsAtOnce: number;
  /** A statement may look into an index for each of many companies: the rows lie on one server. */
  readonly looksForEach: boolean;
}

/** One commit after the other, each as large as the work likes. */
export const oneAfterTheOther: Grouping = {
  personsMax: Number.POSITIVE_INFINITY,
  commitsAtOnce: 1,
  looksForEach: true,
};
const onePersonEach: Grouping = { personsMax: 1, commitsAtOnce: 4, looksForEach: false };

/** What the database takes: it is asked once, when it is opened. */
export async function groupingOf(server: Server): Promise<Grouping> {
  const client = new pg.Client(server);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`,
    );
    if (!rows[0].isCluster) return oneAfterTheOther;
    const spread = await client.query('select from pg_dist_partition limit 1');
    return spread.rows.length > 0 ? onePersonEach : oneAfterTheOther;
  } finally {
    await client.end();
  }
}
