// The bank in the proof of a day, and what waits for its statements.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankOf, readStatement } from '../../../../tests/support/bank.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { anAccount } from '../../../../tests/support/instruments.ts';
import { aRoundLoan } from '../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';

describe('the side of the bank in the proof of a day', () => {
  const { aCompany, house } = useHouse();

  /** A payment of 500.00 on Monday 2026-02-02, noon in New York, and two trial deposits of together 0.43. */
  async function paid(on: Client): Promise<string> {
    const loan = await aRoundLoan(on);
    await loan.at('2026-02-02T17:00:00Z');
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await on.made(path, anAccount({ accountNumber: '900000000017' }));
    await on.put(`${path}/${id}`, { status: 'active', verified: true });
    const made = await on.made(`${loan.path}/transactions`, { type: 'oneTime', amount: 500, paymentInstrumentId: id });
    const one = `${loan.path}/transactions/${made.id}`;
    await eventually('it was accepted', async () => (await on.get(one)).body.data.status === 'pending');
    return one;
  }
  const statusOf = async (on: Client, path: string): Promise<string> => (await on.get(path)).body.data.status;
  const lastProof = async (on: Client): Promise<Shown> =>
    (await on.get('/companies/current/daily-proofs')).body.data[0];
  const findings = async (on: Client) =>
    (await lastProof(on)).findings.map(({ kind, amount }: Shown) => [kind, amount]);

  test('holds a payment back until the statement of the day on which it settled was read', async () => {
    const { test: api } = await aCompany();
    const payment = await paid(api);
    const { id } = await bankOf(house(), api, { carrierId: 'simulator' });
    // It settles on Tuesday the 3rd, and no ordinary return can come after Thursday the 5th, 17:00.
    await readStatement(api, id, 0, [['2026-02-02', '1.00', 'X']]);
    await moveClock(api, '2026-02-06T15:00:00Z');
    assert.equal(await statusOf(api, payment), 'pending');
    assert.deepEqual(await findings(api), [
      ['statement', null],
      ['theirsNotOurs', 1],
    ]);
    await readStatement(api, id, 1, [
      ['2026-02-03', '500.00'],
      ['2026-02-03', '-0.43'],
    ]);
    await moveClock(api, '2026-02-06T23:00:00Z');
    assert.equal(await statusOf(api, payment), 'succeeded');
    const { balances } = await lastProof(api);
    assert.equal(balances.find(({ account }: Shown) => account === 'BK').amount, 500.57);
  });

  test('waits for nothing where no statement was ever read, or where the company wants no waiting', async () => {
    const { test: api } = await aCompany();
    const payment = await paid(api);
    const { id } = await bankOf(house(), api, { carrierId: 'simulator', confirmationsWait: false });
    await readStatement(api, id, 0, [['2026-02-02', '1.00', 'X']]);
    await moveClock(api, '2026-02-06T15:00:00Z');
    assert.equal(await statusOf(api, payment), 'succeeded');
  });

  test('finds a balance that was changed behind it', async () => {
    const { test: api } = await aCompany();
    await paid(api);
    const { id } = await bankOf(house(), api, { carrierId: 'simulator' });
    await readStatement(api, id, 0, [['2026-02-02', '1.00', 'X']]);
    await house().service.database.pools.test.query(
      `update bank_accounts set closing_cents = closing_cents + 1 where company_id = $1`,
      [api.realm.companyId],
    );
    await moveClock(api, '2026-02-02T23:00:00Z');
    assert.deepEqual(await findings(api), [
      ['proof', 0.01],
      ['theirsNotOurs', 1],
    ]);
  });
});
