// Requests enter the database at several addresses, as they do on a cluster: in turn, past one that is down.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readSettings } from '#platform/config.ts';
import { eventually } from './support/eventually.ts';
import { aHouse, type Client, type House } from './support/house.ts';
import { aProxy, type Wire } from './support/proxy.ts';
import { testServer } from './support/server.ts';

describe('requests with addresses of their own', () => {
  let [one, other]: Wire[] = [];
  let house: House;
  let client: Client;

  before(async () => {
    const { owner } = testServer();
    [one, other] = [await aProxy(owner), await aProxy(owner)];
    house = await aHouse({ requestsThrough: [one.at, other.at] });
    client = (await house.aCompany()).test;
  });

  after(async () => {
    await house?.close();
    await one?.close();
    await other?.close();
  });

  const wires = (): [Wire, Wire] => [one as Wire, other as Wire];
  const person = () => client.post('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const statuses = async (count: number): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, person))).map(({ status }) => status);

  const held = (): number => {
    const { live, test: ofTest } = house.service.database.pools;
    return live.totalCount + ofTest.totalCount;
  };
  const open = (): number => wires().reduce((sum, { connections }) => sum + connections, 0);

  /** The service has heard of it: what is sent on a connection before that fails. */
  async function isDown(wire: Wire): Promise<void> {
    await wire.refuse();
    await eventually('the lost connections are known', () => wire.connections === 0 && held() === open());
  }

  test('go to the addresses in turn, and nothing else goes there', async () => {
    const [first, second] = wires();
    assert.deepEqual(new Set(await statuses(12)), new Set([201]));
    assert.ok(first.connections > 0 && second.connections > 0, `${first.connections}, ${second.connections}`);
    assert.ok(Math.abs(first.connections - second.connections) <= 1, 'each has its part');
    assert.equal(open(), held());
  });

  test('are all served while one address refuses, and come back to it', async () => {
    const [first, second] = wires();
    await isDown(first);
    assert.deepEqual(new Set(await statuses(12)), new Set([201]));
    assert.equal(first.connections, 0);
    await first.accept();
    await isDown(second);
    assert.deepEqual(new Set(await statuses(12)), new Set([201]), 'where all have refused, all are tried');
    assert.ok(first.connections > 0);
    await second.accept();
  });

  test('answer 503 when no address is left, while the work behind them goes on, and recover', async () => {
    const [first, second] = wires();
    await Promise.all([isDown(first), isDown(second)]);
    const refused = await person();
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.deepEqual(await house.service.database.atServer.unscoped('test').rows(oneRow()), [{ one: 1 }]);
    await Promise.all([first.accept(), second.accept()]);
    await eventually('served again', async () => (await person()).status === 201);
  });

  const oneRow = () => house.service.database.unscoped('test').db.selectNoFrom((select) => select.lit(1).as('one'));
});

test('the addresses of requests are checked, and need the address of the coordinator', () => {
  const ENCRYPTION_KEY = 'ab'.repeat(32);
  const url = (port: number) => `postgres://u@h:${port}/d`;
  const right = readSettings({ DATABASE_URL: url(1), ENCRYPTION_KEY, REQUESTS_DATABASE_URL: `${url(2)}, ${url(3)}` });
  assert.deepEqual(right.wrong, []);
  assert.deepEqual(right.config.requestsDatabaseUrls, [url(2), url(3)]);
  assert.match(readSettings({ REQUESTS_DATABASE_URL: url(2) }).wrong.join(), /goes with DATABASE_URL/);
  const wrong = readSettings({ DATABASE_URL: url(1), ENCRYPTION_KEY, REQUESTS_DATABASE_URL: `${url(2)},h:5` });
  assert.match(wrong.wrong.join(), /REQUESTS_DATABASE_URL must be addresses/);
});
