// What a company reads of its funding account, and what the proof of a banking day finds.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { anAccount } from '../../../../tests/support/instruments.ts';
import { aRoundLoan } from '../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';

describe('the funding account of a company', () => {
  const { aCompany, house } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  /** A payment of 500.00 on a Monday noon in New York, which was accepted. */
  async function paid(on: Client, accountNumber: string): Promise<void> {
    const loan = await aRoundLoan(on);
    await loan.at('2026-02-02T17:00:00Z');
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await on.made(path, anAccount({ accountNumber }));
    await on.put(`${path}/${id}`, { status: 'active', verified: true });
    const made = await on.made(`${loan.path}/transactions`, { type: 'oneTime', amount: 500, paymentInstrumentId: id });
    const isPending = async () => (await on.get(`${loan.path}/transactions/${made.id}`)).body.data.status === 'pending';
    await eventually('it was accepted', isPending);
  }
  const balances = async (on: Client): Promise<Shown[]> =>
    (await on.get('/companies/current/funding-account-balances')).body.data;
  const proofs = async (on: Client): Promise<Shown[]> => (await on.get('/companies/current/daily-proofs')).body.data;

  test('has nothing at first, then what is on its way, then what has settled; each banking day is proved', async () => {
    assert.deepEqual([await balances(api), await proofs(api)], [[], []]);
    await paid(api, '900000000017');
    const seen = async () => {
      const [one, ...more] = await balances(api);
      assert.deepEqual(more, []);
      const { ledgerAmount, collectionsInTransitAmount, status, fundingAccountId } = one;
      return { ledgerAmount, collectionsInTransitAmount, status, fundingAccountId };
    };
    const here = { fundingAccountId: 'simulator', status: 'sufficient' };
    assert.deepEqual(await seen(), { ...here, ledgerAmount: 0, collectionsInTransitAmount: 500 });
    await moveClock(api, '2026-02-09T15:00:00Z');
    assert.deepEqual(await seen(), { ...here, ledgerAmount: 499.57, collectionsInTransitAmount: 0 });
    const all = await proofs(api);
    const days = ['2026-02-06', '2026-02-05', '2026-02-04', '2026-02-03', '2026-02-02'];
    assert.deepEqual(
      all.map(({ day, number, isClean }) => [day, number, isClean]),
      days.map((day, i) => [day, days.length - i, true]),
    );
    assert.deepEqual(
      all[0].balances.filter(({ amount }: Shown) => amount !== 0),
      [
        // What the two trial deposits to the account have cost.
        { account: 'FE', amount: 0.43 },
        { account: 'LC', amount: -500 },
        { account: 'PR', amount: 499.57 },
      ],
    );
  });

  test('that comes back the same week is needed again: what is missing is said', async () => {
    const { test: own } = await aCompany();
    await paid(own, '910100200025');
    await moveClock(own, '2026-02-06T15:00:00Z');
    const [one] = await balances(own);
    assert.deepEqual(
      [one.ledgerAmount, one.requiredAmount, one.shortfallAmount, one.status],
      [0, 100, 100, 'insufficient'],
    );
  });

  test('of which the provider tells another amount, or the same return twice, has a break of that name', async () => {
    for (const [account, kind, count] of [
      ['921200000013', 'amount', 1],
      // Both trial deposits come back twice too.
      ['921100000016', 'returnTwice', 3],
    ] as const) {
      const { test: own } = await aCompany();
      await paid(own, account);
      await moveClock(own, '2026-02-12T15:00:00Z');
      const [last] = await proofs(own);
      assert.equal(last.isClean, false);
      assert.deepEqual(
        last.findings.map((one: Shown) => [one.kind, one.count, one.amount]),
        [[kind, count, kind === 'amount' ? 499.99 : 500]],
      );
    }
  });

  test('is proved to the cent: a balance that was changed behind it is found', async () => {
    const { test: own } = await aCompany();
    await paid(own, '900000000019');
    const { companyId } = own.realm;
    await house().service.database.pools.test.query(
      `update cash_balances set amount_cents = amount_cents + 1 where company_id = $1 and account = 'CT'`,
      [companyId],
    );
    await moveClock(own, '2026-02-02T23:00:00Z');
    const [last] = await proofs(own);
    assert.deepEqual(
      last.findings.map((one: Shown) => [one.kind, one.amount]),
      [
        ['proof', 0.01],
        ['proof', 0.01],
      ],
    );
  });

  test('is confirmed by the calendar only after its returns were read', async () => {
    const { test: own } = await aCompany();
    // No notice of it ever comes, and it comes back: only the list says so.
    await paid(own, '910100200033');
    const { pools } = house().service.database;
    await pools.test.query('update simulated_notices set due_at = null where company_id = $1', [own.realm.companyId]);
    await moveClock(own, '2026-02-06T15:00:00Z');
    const { rows } = await pools.test.query(
      `select state from payment_attempts where company_id = $1 and subject_kind = 'transaction'`,
      [own.realm.companyId],
    );
    assert.deepEqual(rows, [{ state: 'returned' }]);
  });
});
