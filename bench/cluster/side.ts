// One of the databases that are compared, with its service, people and loans. While another one is measured, its service
// is stopped (SIGSTOP), so that it takes no processor time.
import { execFileSync } from 'node:child_process';
import {
  allOf,
  dropDatabases,
  makeClusterDatabase,
  makePlainDatabase,
  nodesOf,
  within,
} from '../../scripts/cluster/make-cluster.ts';
import type { Cleanup } from '../cleanup.ts';
import { driveRound, type Round } from '../load.ts';
import { copyOf, copyTemplate, makeTemplate } from '../loans/template.ts';
import { seedPeople } from '../seed.ts';
import { coldMemoryMb, databaseOf, makePlace, type Place, startService, withDatabase } from '../service.ts';
import { projectRoot } from '../versions/checkout.ts';
import { spentBy } from '../versions/processor.ts';
import type { Asked, Question } from '../versions/side.ts';
import { placesPerSecond } from './places.ts';

export interface Database {
  readonly name: string;
  /** The addresses of its nodes, the coordinator first. */
  readonly addresses: string;
  readonly isPlain: boolean;
}

const loanCount = 300;

export interface ClusterSide extends Asked {
  readonly place: Place;
  /** The first process of each node, the coordinator's first. All of them run on this machine. */
  readonly nodes: readonly number[];
}

export interface ClusterRound extends Round {
  /** Processor time of each node for a request, in microseconds. */
  readonly nodesMicros: readonly number[];
}

export async function setSide({ name, addresses, isPlain }: Database, cleanup: Cleanup): Promise<ClusterSide> {
  const nodes = nodesOf(addresses);
  const database = `bench_${name.replaceAll(' ', '_')}_${process.pid}`;
  cleanup.add(() => dropDatabases(nodes, database));
  const databaseUrl = isPlain
    ? await makePlainDatabase(nodes.coordinator, database)
    : await makeClusterDatabase(nodes, database);
  const place = { ...makePlace(cleanup), databaseUrl };
  const tenor = (...words: string[]) =>
    execFileSync(process.execPath, ['cli/tenor.mjs', ...words], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, ...databaseOf(place) },
    });
  tenor('migrate');
  if (!isPlain) tenor('database', 'distribute');
  const warm = await startService(place, cleanup);
  const cold = await startService(place, cleanup, { memoryMb: coldMemoryMb });
  const template = await makeTemplate(warm, { months: 6, duration: 60 });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count: loanCount });
    await client.query('vacuum analyze');
  });
  // After the copies, whose names no list can open, so that the newest are these.
  const people = await seedPeople(warm);
  const side = {
    name,
    place,
    nodes: await Promise.all(allOf(nodes).map(firstProcessOf)),
    warm,
    cold,
    people,
    loans: Array.from({ length: loanCount }, (_, i) => copyOf(template, i + 1)),
  };
  pause(side);
  // A stopped process does not react to the signal that ends it.
  cleanup.add(async () => goOn(side));
  return side;
}

const firstProcessOf = (address: string): Promise<number> =>
  within(address, async (client) => {
    const { rows } = await client.query(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
    return rows[0].pid;
  });

const spentByNodes = ({ nodes }: ClusterSide): number[] => nodes.map((node) => spentBy(node, node).database);

const signal = ({ warm, cold }: Asked, name: NodeJS.Signals): void => {
  for (const { child } of [warm, cold]) child.kill(name);
};
/** What a relay does beside an idle service would be counted with the others. */
const pause = (side: Asked): void => signal(side, 'SIGSTOP');
const goOn = (side: Asked): void => signal(side, 'SIGCONT');

export async function ask(
  side: ClusterSide,
  { asks, isCold }: Question,
  load: { readonly connections: number; readonly seconds: number },
  round: number,
): Promise<ClusterRound> {
  goOn(side);
  try {
    const service = isCold === true ? side.cold : side.warm;
    const target = { ...service, name: side.name };
    const before = spentByNodes(side);
    const driven = await driveRound(
      { ...target, setupClient: (client, index, count) => asks(side, client, index, count) },
      load,
      round,
    );
    const nodesMicros = spentByNodes(side).map((micros, i) => (micros - (before[i] ?? 0)) / driven.requests);
    return { ...driven, nodesMicros };
  } finally {
    pause(side);
  }
}

export async function givePlaces(side: ClusterSide): Promise<number> {
  try {
    return await withDatabase(side.place, (client) => placesPerSecond(client, () => goOn(side)));
  } finally {
    pause(side);
  }
}
