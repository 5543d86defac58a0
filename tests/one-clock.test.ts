// One clock for each object: in a test realm whose clock was moved, no answer has a stamp of the machine's clock beside
// one of the test clock.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { type Endpoint, pathParams } from '#platform/http/endpoint.ts';
import { useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';
import { aWorld, bodyOf, headersOf, pathOf, readyFor, type World } from './support/world.ts';

/** The clock of the world stands here, or later; no date that an example says is so late. */
const moved = '2098-01-01T00:00:00Z';
const dayMs = 86_400_000;
const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isOfMachine = (instant: string): boolean => Math.abs(Date.parse(instant) - Date.now()) < 2 * dayMs;

type Clock = 'machine' | 'test';
const clockOf = (instant: string): Clock | undefined =>
  instant >= moved ? 'test' : isOfMachine(instant) ? 'machine' : undefined;

/** What an operation has brought about is another object. */
const isApart = (name: string): boolean => name === 'result';

interface Stamped {
  readonly at: string;
  readonly clocks: Map<Clock, string[]>;
}

/** Each object of an answer with its stamps; what has no id is a part of what it is in. */
function objectsIn(value: unknown, at: string, inside: Stamped | undefined, found: Stamped[]): void {
  if (Array.isArray(value)) {
    for (const one of value) objectsIn(one, at, inside, found);
  } else if (typeof value === 'object' && value !== null) {
    const isOwn = inside === undefined || 'id' in value;
    const own: Stamped = isOwn
      ? { at: `${at} ${(value as { object?: string }).object ?? ''}`, clocks: new Map() }
      : inside;
    if (isOwn) found.push(own);
    for (const [name, one] of Object.entries(value)) if (!isApart(name)) objectsIn(one, name, own, found);
  } else if (isInstant(value) && inside !== undefined) {
    const clock = clockOf(value);
    if (clock !== undefined) inside.clocks.set(clock, [...(inside.clocks.get(clock) ?? []), at]);
  }
}

function faultsOf(endpoint: Endpoint, body: unknown): string[] {
  const found: Stamped[] = [];
  objectsIn(body, endpoint.name, undefined, found);
  return found
    .filter(({ clocks }) => clocks.size > 1)
    .map(({ at, clocks }) => `${at}: ${clocks.get('machine')} by the machine, ${clocks.get('test')} by the test clock`);
}

describe('an object has one clock', () => {
  const { house } = useHouse();
  let world: World;
  before(async () => {
    // Set before anything is made: a clock that follows the real time until it is set is another thing.
    const aCompany = async () => {
      const company = await house().aCompany();
      await setClock(company.test, moved);
      return company;
    };
    world = await aWorld({ ...house(), aCompany });
  });

  test('in every answer', async () => {
    const faults = new Set<string>();
    const rank = ({ method }: Endpoint) => ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method);
    const asked = endpoints.filter(
      ({ openTo, stream, name }) => openTo === 'permitted' && !stream && !/^testClock/.test(name),
    );
    for (const endpoint of asked.toSorted((a, b) => rank(a) - rank(b))) {
      if (endpoint.method === 'DELETE' && pathParams(endpoint.path).length === 0) continue;
      const path = pathOf(endpoint, await readyFor(endpoint, world));
      const options = { body: bodyOf(endpoint), headers: headersOf(endpoint) };
      const { status, body } = await world.company.test.call(endpoint.method, path, options);
      if (status < 300) for (const fault of faultsOf(endpoint, body)) faults.add(fault);
    }
    assert.deepEqual([...faults].sort(), []);
  });
});
