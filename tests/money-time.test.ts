// Money over weeks of a test clock, by the simulator: what comes back is tried again twice and no more, disputes of a
// card are lost and won, and a clock that jumps a month brings what thirty days bring. The loan earns 1.00 a day, a
// returned payment costs 20.00 (tests/support/round-loan.ts).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { type Client, useHouse } from './support/house.ts';
import { aCard, anAccount } from './support/instruments.ts';
import { aRoundLoan, type RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';
import type { Shown } from './support/told.ts';

describe('over weeks', () => {
  const { aCompany } = useHouse({ config: { syncTimeoutMs: 60_000 } });
  interface Life {
    readonly api: Client;
    readonly loan: RoundLoan;
    transactions(): Promise<Shown[]>;
    pay(body: object, amount: number, more?: object): Promise<Shown>;
  }
  async function begin(): Promise<Life> {
    const { test: api } = await aCompany();
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const instruments = `/people/${loan.personId}/payment-instruments`;
    return {
      api,
      loan,
      transactions: async () => (await api.get(`${loan.path}/transactions?limit=100`)).body.data,
      async pay(body, amount, more = {}) {
        const [{ id }] = await api.made(instruments, body);
        assert.equal((await api.put(`${instruments}/${id}`, { status: 'active', verified: true })).status, 200);
        const payment = { type: 'oneTime', amount, paymentInstrumentId: id, ...more };
        const made = await api.made(`${loan.path}/transactions`, payment);
        const isSent = async () =>
          (await api.get(`${loan.path}/transactions/${made.id}`)).body.data.status !== 'initiated';
        await eventually('the order was answered', isSent);
        return made;
      },
    };
  }
  const account = (accountNumber: string) => anAccount({ accountNumber, routingNumber: '110000013' });
  const card = (code: string) => aCard({ cardNumber: null, token: `sim_card_${code}`, accountNumberLastFour: '0002' });
  const brief = ({ status, retryAttempt, actualAmount }: Shown) => [status, retryAttempt ?? null, actualAmount];

  test('a payment without funds is tried again twice, for the same amount, and not a third time; one fee in all', async () => {
    const { api, loan, pay, transactions } = await begin();
    await pay(account('910100200025'), 100, { retryIfReturned: true });
    await moveClock(api, '2026-03-30T17:00:00Z');
    const all = (await transactions()).map(brief).sort((a, b) => Number(a[1]) - Number(b[1]));
    assert.deepEqual(all, [
      ['failed', null, 100],
      ['failed', 1, 100],
      ['failed', 2, 100],
    ]);
    const fees: Shown[] = (await api.get(`${loan.path}/fees`)).body.data;
    assert.equal(fees.filter(({ amount }) => amount === 20).length, 1, JSON.stringify(fees));
  });

  for (const [code, status, chargeback] of [
    ['90', 'chargeback', 'lost'],
    ['92', 'succeeded', 'won'],
  ] as const) {
    test(`a card payment that is disputed after twenty days, and ${chargeback}, is ${status} at the end`, async () => {
      const { api, loan, pay } = await begin();
      const { id } = await pay(card(code), 500);
      const shown = async () => (await api.get(`${loan.path}/transactions/${id}`)).body.data;
      await moveClock(api, '2026-02-20T17:00:00Z');
      assert.equal((await shown()).status, 'succeeded');
      await moveClock(api, '2026-02-23T17:00:00Z');
      const disputed = await shown();
      assert.equal(disputed.status, 'inDispute');
      const [open] = disputed.chargebackDetails.chargebacks;
      assert.match(open.id, /^TC-/);
      assert.deepEqual([open.status, open.amount, open.respondBy], ['open', 500, '2026-03-24']);
      await moveClock(api, '2026-04-10T17:00:00Z');
      const end = await shown();
      assert.deepEqual([end.status, end.chargebackDetails.chargebacks[0].status], [status, chargeback]);
      // The twin never saw the payment, or paid from outside on the same day.
      const twin = await begin();
      if (chargeback === 'won') await twin.loan.pay(500);
      await moveClock(twin.api, '2026-04-10T17:00:00Z');
      assert.equal(await loan.owed(), await twin.loan.owed());
    });
  }

  test('a clock that jumps a month brings what thirty single days bring', async () => {
    const lives = [await begin(), await begin()] as const;
    for (const { api, loan, pay } of lives) {
      await pay(account('910100200025'), 100, { retryIfReturned: true });
      const { id: paymentInstrumentId } = (await api.get(`/people/${loan.personId}/payment-instruments`)).body.data[0];
      for (const [amount, scheduledDate] of [
        [40, '2026-02-21'],
        [50, '2026-03-02'],
      ]) {
        await api.made(`${loan.path}/transactions`, { type: 'oneTime', amount, paymentInstrumentId, scheduledDate });
      }
    }
    const [jumping, walking] = lives;
    await moveClock(jumping.api, '2026-03-04T17:00:00Z');
    for (let day = 3; day <= 32; day++) {
      await moveClock(walking.api, new Date(Date.UTC(2026, 1, day, 17)).toISOString());
    }
    const told = async ({ loan, transactions }: Life) => ({
      owed: await loan.owed(),
      all: (await transactions()).map((one) => [
        ...brief(one),
        ...[one.timestamps.effectiveDate, one.timestamps.failedAt, one.timestamps.appliedAt, one.achReturnCode],
      ]),
      fees: ((await loan.read('/fees')) as unknown as Shown[]).map(({ amount, effectiveDate }) => [
        amount,
        effectiveDate,
      ]),
    });
    const [jumped, walked] = [await told(jumping), await told(walking)];
    assert.ok(jumped.all.length >= 4, JSON.stringify(jumped));
    assert.deepEqual(jumped, walked);
  });
});
