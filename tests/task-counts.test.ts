// Asks a cluster how it would run each statement of every endpoint: as one task, on the node where its rows lie, or as
// one for each shard. tests/one-place.test.ts reads the same from the texts, without a cluster.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { endpoints } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { isAsked } from './support/asked-endpoints.ts';
import { endpointsThatAskAllNodes } from './support/asks-all-nodes.ts';
import { useHouse } from './support/house.ts';
import type { Recorded } from './support/recorded-statements.ts';
import { testServer } from './support/server.ts';
import { deletesLast, inUsedWorlds, statementsOf } from './support/used-worlds.ts';
import type { World } from './support/world.ts';

const onACluster =
  testServer().cluster === null ? { skip: 'Only a cluster plans tasks: see scripts/on-cluster.ts.' } : {};

describe('a cluster', () => {
  const { house } = useHouse({ works: false });

  test('runs each statement of an endpoint on one shard, but those that may ask all nodes', onACluster, async (t) => {
    const client = new pg.Client({ ...testServer().owner, database: house().database });
    await client.connect();
    const counts = { one: 0, several: 0, refused: 0 };
    const faults: string[] = [];
    try {
      await client.query('set search_path to test');
      const asked = inUsedWorlds(house());
      for (const endpoint of deletesLast(endpoints)
        .filter(({ openTo }) => openTo === 'permitted')
        .filter(isAsked)) {
        const { statements } = await asked((world) => sentBy(world, endpoint));
        for (const statement of statements) {
          const tasks = await tasksOf(client, statement).catch((error: Error) => error.message);
          const fault = faultOf(endpoint, statement, tasks);
          if (fault !== undefined) faults.push(fault);
          counts[typeof tasks === 'string' ? 'refused' : tasks <= 1 ? 'one' : 'several'] += 1;
        }
      }
    } finally {
      await client.end();
    }
    t.diagnostic(`statements: ${counts.one} of one task, ${counts.several} of several, ${counts.refused} refused`);
    assert.deepEqual(faults, []);
  });
});

async function sentBy(world: World, endpoint: Endpoint): Promise<{ statements: Recorded[]; status: number }> {
  const { statements, status } = await statementsOf(world, endpoint);
  return {
    statements: statements.filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text)),
    status,
  };
}

/** 0 for what touches no table of the cluster. */
async function tasksOf(client: pg.Client, { text, values }: Recorded): Promise<number> {
  const { rows } = await client.query(`explain (costs off) ${text}`, [...values]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)));
}

function faultOf(endpoint: Endpoint, { text }: Recorded, tasks: number | string): string | undefined {
  if (typeof tasks === 'string') return `${endpoint.name} is refused (${tasks}): ${text}`;
  const allowed = endpointsThatAskAllNodes[endpoint.name]?.tables ?? [];
  if (tasks <= 1 || allowed.some((table) => text.includes(`"${table}"`))) return undefined;
  return `${endpoint.name} takes ${tasks} tasks: ${text}`;
}
