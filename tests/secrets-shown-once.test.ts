// What is shown once is kept nowhere: a repeat with the same Idempotency-Key tells that it was done, to whoever asks, and
// the secret is in no kept answer. Asked of every endpoint that says that it shows one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { withApp } from './support/app-codes.ts';
import { standingClock } from './support/clock.ts';
import { type Answer, type Client, type House, useHouse } from './support/house.ts';
import { aUser, signedIn } from './support/signed-in.ts';
import { aWorld, bodyOf, headersOf, pathOf, readyFor } from './support/world.ts';

const showing = endpoints.filter(({ showsSecret }) => showsSecret);
const openTo = (whom: Endpoint['openTo']): Endpoint[] => showing.filter((endpoint) => endpoint.openTo === whom);

/** The bodies of the answers that are kept of a company. */
async function keptBodies({ service }: House, { realm }: Client): Promise<(Buffer | null)[]> {
  const reader = service.database.reader(realm);
  const rows = await reader.rows(reader.db.selectFrom('idempotency').select(['body', 'recorded_at']));
  return rows.toSorted((a, b) => a.recorded_at - b.recorded_at).map(({ body }) => body);
}

type Calls = Pick<Client, 'call'>;

/** The first caller gets the secret, and all of them hear afterwards that it was shown. */
async function mustShowOnce(endpoint: Endpoint, path: string, callers: readonly [Calls, ...Calls[]]): Promise<void> {
  const headers = { ...headersOf(endpoint), 'idempotency-key': `once ${endpoint.name}` };
  const ask = ({ call }: Calls): Promise<Answer> =>
    call(endpoint.method, path, { body: bodyOf(endpoint) ?? {}, headers });
  const first = await ask(callers[0]);
  assert.ok(first.status < 300, `${endpoint.name}: ${JSON.stringify(first.body)}`);
  const { id } = first.body.data ?? first.body;
  for (const caller of callers) {
    const { status, body } = await ask(caller);
    assert.deepEqual([status, body.errorType], [409, 'SecretShownOnce'], endpoint.name);
    assert.deepEqual(body.data ?? {}, id === undefined ? {} : { id }, endpoint.name);
  }
}

describe('a secret that is shown once', () => {
  const clock = standingClock();
  const { house } = useHouse();
  const { house: laterHouse, aCompany: aLaterCompany } = useHouse({ clock, works: false });

  test('is asked of all who show one', () => {
    assert.deepEqual(openTo('everybody'), [], 'who asks without credentials has no kept answers');
    assert.ok(openTo('permitted').length > 0 && openTo('signedIn').length > 0);
  });

  for (const endpoint of openTo('permitted')) {
    test(`${endpoint.method} ${endpoint.path}: is not repeated to the key that asked`, async () => {
      const world = await aWorld(house());
      const api = world.company.test;
      const path = pathOf(endpoint, await readyFor(endpoint, world));
      await mustShowOnce(endpoint, path, [api]);
      assert.equal((await keptBodies(house(), api)).at(-1), null);
    });
  }

  for (const endpoint of openTo('signedIn')) {
    test(`${endpoint.method} ${endpoint.path}: is not repeated to the user, in this session or another`, async () => {
      const { test: api } = await aLaterCompany();
      const email = 'ada@example.com';
      await aUser(laterHouse(), api, { email });
      const own = await signedIn(laterHouse(), api, email);
      const other = await signedIn(laterHouse(), api, email);
      // Codes for recovery stand for a factor, which ends the other sessions.
      const needsFactor = endpoint.name === 'secondFactors.newRecoveryCodes';
      if (needsFactor) await withApp(own, clock);
      await mustShowOnce(endpoint, endpoint.path, needsFactor ? [own] : [own, other]);
      assert.deepEqual(await keptBodies(laterHouse(), api), [null]);
    });
  }
});
