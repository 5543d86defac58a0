// A stress run on a cluster that runs already (scripts/on-cluster.ts), in a database of its own.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropDatabases, makeClusterDatabase, type Nodes } from '../../../scripts/cluster/make-cluster.ts';
import type { Receiver } from '../receiver.ts';
import type { GivenCluster, Place } from './state.ts';

const told = process.env.TENOR_STRESS_CLUSTER;

export const isOnCluster = told !== undefined;

export async function placeOnCluster(
  root: string,
  environment: Record<string, string>,
  receiver: Receiver,
): Promise<Place> {
  const { nodes, restart }: Pick<GivenCluster, 'restart'> & { nodes: Nodes } = JSON.parse(String(told));
  const dataDirectory = join(root, 'data');
  mkdirSync(dataDirectory);
  const database = `stress_${process.pid}`;
  const url = await makeClusterDatabase(nodes, database);
  const ofDatabase = { DATABASE_URL: url, ENCRYPTION_KEY: '07'.repeat(32) };
  for (const command of [['migrate'], ['database', 'distribute']]) {
    const env = { PATH: process.env.PATH, ...ofDatabase };
    execFileSync(process.execPath, ['cli/tenor.mjs', ...command], { env, stdio: 'ignore' });
  }
  const cluster = { url, restart, drop: () => dropDatabases(nodes, database) };
  return { dataDirectory, environment: { ...environment, ...ofDatabase }, receiver, cluster };
}
