// Statements that the server keeps, while a migration of a later release runs beside.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { testServer } from '../../../tests/support/server.ts';

describe('a statement that the server keeps', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let path: string;
  before(async () => {
    api = (await aCompany()).test;
    path = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });

  async function migrate(text: string): Promise<void> {
    const client = new pg.Client({ ...testServer().owner, database: house().database });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }

  /** So many at once that there are several connections, each of which has prepared them. */
  const atOnce = (work: () => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 6 }, async () => (await work()).status));

  test('is prepared anew once a column was added to what it reads: reads and commands go on', async () => {
    const agreed = { amountFinanced: 1200, interestRates: [{ rate: 0.1 }], paymentFrequency: 'monthly' };
    const atOrigination = { ...agreed, specificDays: [15], duration: 6 };
    const loan = await api.made(path, { loanTypeId: 'ext-installment', status: 'originated', atOrigination });
    const read = () => api.get(`${path}/${loan.id}`);
    const change = () => api.put(`${path}/${loan.id}`, { nickname: 'Kitchen' });
    const all = Array(6).fill(200);
    for (const column of ['tried', 'tried_again']) {
      assert.deepEqual(await atOnce(read), all);
      assert.equal((await change()).status, 200);
      await migrate(`alter table test.loans add column ${column} text`);
      assert.equal((await change()).status, 200);
      assert.deepEqual(await atOnce(read), all);
    }
  });
});
