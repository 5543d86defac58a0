// Asks every endpoint in worlds that others have used.
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { House } from './house.ts';
import { type Recorded, recordedDuring } from './recorded-statements.ts';
import { aWorld, bodyOf, headersOf, pathOf, readyFor, type World } from './world.ts';

/**
 * Asks one endpoint after the other in one world. A fresh one is made where the world as others left it is in the way:
 * making one for each would take longer than all that is asked.
 */
export function inUsedWorlds(
  house: House,
): <T extends { readonly status: number }>(ask: (world: World) => Promise<T>) => Promise<T> {
  let used: World | undefined;
  return async (ask) => {
    const answer = used && (await ask(used).catch(() => undefined));
    if (answer !== undefined && answer.status < 300) return answer;
    used = await aWorld(house, { works: false });
    return ask(used);
  };
}

/** So that each finds its object. */
export const deletesLast = (endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

/** What an endpoint sends to the database, and what it answers. */
export async function statementsOf(
  world: World,
  endpoint: Endpoint,
): Promise<{ statements: readonly Recorded[]; status: number }> {
  const ids = await readyFor(endpoint, world);
  const options = { body: bodyOf(endpoint), headers: headersOf(endpoint) };
  let status = 0;
  const statements = await recordedDuring(async () => {
    ({ status } = await world.company.test.call(endpoint.method, pathOf(endpoint, ids), options));
  });
  return { statements, status };
}
