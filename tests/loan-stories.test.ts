// The lives of loans from beginning to end, over HTTP. The numbers were computed by hand, month by month, with interest
// cut to cents at each due date; those of the second story are in engine/README.md too.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { aPerson, type Company, useHouse } from './support/house.ts';
import { agreement, aLife, type Life, ledgerOf, splitOf } from './support/loan-life.ts';
import { moveClock, setClock } from './support/test-clock.ts';

const late = { fees: { late: { graceDays: 10, percent: 0.05, minAmount: 10 } } };
const dueDays = ['02-15', '03-15', '04-15', '05-15', '06-15', '07-15', '08-15', '09-15', '10-15', '11-15', '12-15'];

describe('a loan', () => {
  const { aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const idsAndAmounts = async (life: Life) =>
    (await life.read('/obligations')).obligations.map((o: { id: string; obligationAmount: number }) => o.id);

  test('paid on time ends at exactly zero', async () => {
    const life = await aLife(company);
    for (const day of dueDays) {
      await life.moveTo(`2026-${day}`);
      await life.pay(432.2);
      assert.equal((await life.standing()).overdue, 0);
    }
    await life.moveTo('2027-01-15');
    const last = await life.pay(432.12);
    assert.deepEqual(splitOf(last), { principal: 426.69, interest: 5.43, fees: 0, over: 0 });
    assert.deepEqual(await life.standing(), { status: 'paidOff', outstanding: 0, overdue: 0, paid: 5186.32 });
    await life.act('close');
    assert.equal((await life.read()).isClosed, true);
    await ledgerOf(life);
  });

  test('paid late bears a fee and is cured', async () => {
    const life = await aLife(company, { type: late });
    await life.moveTo('2026-02-15');
    assert.deepEqual(splitOf(await life.pay(432.2)), { principal: 380.95, interest: 51.25, fees: 0, over: 0 });
    await life.moveTo('2026-03-16');
    assert.equal((await life.standing()).overdue, 432.2);
    assert.equal((await life.read('/obligations')).daysOverdue, 1);
    await life.moveTo('2026-03-26');
    const { outstandingBalances } = await life.read('/balances');
    // 5 % of 432.20 are 21.61.
    assert.equal(outstandingBalances.outstandingLateFeesAmount, 21.61);
    await life.moveTo('2026-03-29');
    assert.deepEqual(splitOf(await life.pay(432.2)), { principal: 381.39, interest: 50.81, fees: 0, over: 0 });
    await life.moveTo('2026-04-15');
    // April: 53.59, of which 2.19 for the fourteen days that March was late; the fee is added.
    const april = (await life.read('/obligations?dueDate=2026-04-15')).obligations[0];
    assert.equal(april.obligationAmount, 453.81);
    const paid = splitOf(await life.pay(453.81));
    assert.equal(paid.fees, 21.61);
    assert.deepEqual(
      [(await life.standing()).overdue, (await life.read('/obligations')).isOverdue, (await life.read()).status],
      [0, false, 'active'],
    );
    await ledgerOf(life);
  });

  test('paid ahead is not late, and ends earlier by what it saves', async () => {
    const life = await aLife(company);
    await life.moveTo('2026-02-14');
    await life.pay(432.2);
    await life.moveTo('2026-02-16');
    assert.equal((await life.standing()).overdue, 0);
    assert.equal((await life.read('/obligations')).isOverdue, false);
  });

  test('overpaid gives the rest back', async () => {
    const life = await aLife(company);
    await life.moveTo('2026-01-30');
    // Ten days of 14.99 % on 4,800.00: 19.7128…, cut.
    const payoff = await life.read('/payoff?date=2026-01-30');
    assert.equal(payoff.payoffAmount, 4819.71);
    const paid = await life.pay(4900, { allowOverpayment: true });
    assert.deepEqual(splitOf(paid), { principal: 4800, interest: 19.71, fees: 0, over: 80.29 });
    const refused = await life.api.post(`${life.path}/reimburse`, { reimbursementAmount: 80.3, isExternal: true });
    assert.equal(refused.status, 400, JSON.stringify(refused.body));
    await life.act('reimburse', { reimbursementAmount: 80.29, isExternal: true });
    assert.equal((await life.read('/balances')).paidBalances.paidReimbursementsAmount, 80.29);
    assert.equal((await life.read()).status, 'paidOff');
    await ledgerOf(life);
  });

  test('whose payment fails after three days owes again what it owed', async () => {
    const life = await aLife(company, { type: { ...late, fees: { ...late.fees, nsfAmount: 25 } } });
    await life.moveTo('2026-02-15');
    const unpaid = await idsAndAmounts(life);
    const paid = await life.pay(432.2, { status: 'pending' });
    assert.deepEqual(splitOf(paid), { principal: 380.95, interest: 51.25, fees: 0, over: 0 });
    await life.moveTo('2026-02-18');
    assert.equal((await life.standing()).overdue, 0);
    const failed = await life.api.put(`${life.path}/transactions/${paid.id}`, { status: 'failed' });
    assert.equal(failed.status, 200, JSON.stringify(failed.body));
    assert.deepEqual(splitOf(failed.body.data), { principal: 0, interest: 0, fees: 0, over: 0 });
    assert.equal((await life.standing()).overdue, 432.2);
    assert.equal((await life.read('/obligations')).daysOverdue, 3);
    assert.deepEqual(await idsAndAmounts(life), unpaid, 'obligations stay the same ones');
    const fees = await life.read('/fees');
    assert.deepEqual(
      fees.map(({ amount }: { amount: number }) => amount),
      [25],
    );
    await ledgerOf(life);
  });

  test('whose payment is backdated half a year, over a change of the rate, is as if it had come then', async () => {
    const [life, twin] = [await aLife(company, { type: late }), await aLife(await aCompany(), { type: late })];
    const lower = { interestRate: { annualRate: 0.0999, effectiveDate: '2026-05-01' } };
    await Promise.all([life.moveTo('2026-02-20'), twin.moveTo('2026-02-20')]);
    await twin.pay(1000);
    await Promise.all([life.moveTo('2026-05-01'), twin.moveTo('2026-05-01')]);
    await Promise.all([life.act('rates', lower), twin.act('rates', lower)]);
    await Promise.all([life.moveTo('2026-08-20'), twin.moveTo('2026-08-20')]);
    const paid = await life.pay(1000);
    const ids = await idsAndAmounts(life);
    const path = `transactions/${paid.id}/backdate`;
    const would = (await life.act(path, { effectiveDate: '2026-02-20', previewMode: true })).difference;
    const before = (await life.standing()).outstanding;
    const moved = await life.act(path, { effectiveDate: '2026-02-20' });
    // February: 51.25 and 380.95; five days of 14.99 % on 4,800.00, all of it still owed: 9.85; the rest is principal.
    assert.deepEqual(splitOf(moved), { principal: 938.9, interest: 61.1, fees: 0, over: 0 });
    assert.deepEqual(
      [would.outstandingAmount.before, would.outstandingAmount.after],
      [before, (await life.standing()).outstanding],
    );
    await twin.act('refresh');
    assert.deepEqual(await life.standing(), await twin.standing());
    for (const what of ['/balances', '/obligations', '/expected-payments', '/rates']) {
      assert.deepEqual(comparable(await life.read(what)), comparable(await twin.read(what)), what);
    }
    assert.deepEqual(await idsAndAmounts(life), ids, 'obligations stay the same ones');
    await ledgerOf(life);
  });

  test('frozen for two months comes back as it was', async () => {
    const life = await aLife(company);
    await life.moveTo('2026-02-01');
    await life.act('freeze');
    await life.moveTo('2026-04-01');
    assert.deepEqual(await life.standing(), { status: 'frozen', outstanding: 4823.65, overdue: 0, paid: 0 });
    await life.act('unfreeze', { shiftDueDates: true });
    await life.moveTo('2026-04-15');
    // Twelve days before the freeze and fourteen after it: the interest of 26 days.
    const [first] = (await life.read('/obligations?dueDate=2026-04-15')).obligations;
    assert.equal(first.obligationAmount, 432.2);
    assert.deepEqual(splitOf(await life.pay(432.2)), { principal: 380.95, interest: 51.25, fees: 0, over: 0 });
    await ledgerOf(life);
  });

  test('left unpaid is accelerated, charged off and recovered, by itself', async () => {
    const type = { delinquency: { accelerationDueWithin: 60, chargeOffDueWithin: 120 } };
    const life = await aLife(company, { type });
    await life.moveTo('2026-04-15');
    assert.equal((await life.read()).status, 'active');
    await life.moveTo('2026-04-16');
    assert.equal((await life.read()).status, 'accelerated');
    await life.moveTo('2026-06-15');
    const off = await life.read();
    assert.equal(off.status, 'chargedOff');
    const { chargedOffBalances } = await life.read('/balances');
    // 146 days of 14.99 % on 4,800.00 in pieces, each cut: February 51.25, March 55.19, April 61.10 and its day, …
    assert.equal(chargedOffBalances.chargedOffPrincipalAmount, 4800);
    const recovered = await life.pay(1000);
    assert.equal(recovered.paidPrincipalAmount + recovered.paidInterestAmount, 1000);
    assert.equal((await life.read()).status, 'chargedOff');
    const rest = (await life.read('/payoff')).payoffAmount;
    await life.pay(rest);
    assert.deepEqual(await life.standing().then(({ status, outstanding }) => [status, outstanding]), ['paidOff', 0]);
    await ledgerOf(life);
  });

  test('whose charge-off is reversed goes on as if it had never been', async () => {
    const [life, twin] = [await aLife(company), await aLife(await aCompany())];
    await Promise.all([life.moveTo('2026-03-01'), twin.moveTo('2026-03-01')]);
    await life.act('charge-off', { chargedOffReason: 'by mistake' });
    await Promise.all([life.moveTo('2026-03-20'), twin.moveTo('2026-03-20')]);
    await life.act('reverse-charge-off');
    await twin.act('refresh');
    assert.deepEqual(await life.standing(), await twin.standing());
    const shapes = async (one: Life) =>
      (await one.read('/obligations')).obligations.map((o: Record<string, unknown>) => [o.dueDate, o.obligationAmount]);
    assert.deepEqual(await shapes(life), await shapes(twin));
    await ledgerOf(life);
  });

  test('in Los Angeles is paid yesterday at 05:30 UTC, and due on its days across both changes of the clock', async () => {
    const west = await aCompany({ timezone: 'America/Los_Angeles' });
    const life = await aLife(west);
    await life.moveTo('2026-02-16T05:30:00Z');
    const paid = await life.pay(432.2);
    assert.equal(paid.timestamps.effectiveDate, '2026-02-15');
    assert.deepEqual(splitOf(paid), { principal: 380.95, interest: 51.25, fees: 0, over: 0 });
    // The clock went forward on 8 March and back on 1 November: midnight is 07:00 UTC, then 08:00 again.
    for (const [before, after, dueDate] of [
      ['2026-03-15T06:59:00Z', '2026-03-15T07:01:00Z', '2026-03-15'],
      ['2026-11-15T07:59:00Z', '2026-11-15T08:01:00Z', '2026-11-15'],
    ] as const) {
      const isDue = async (): Promise<boolean> => {
        const [one] = (await life.read(`/obligations?dueDate=${dueDate}`)).obligations;
        return one !== undefined && !one.isOpen;
      };
      await life.moveTo(before);
      assert.equal(await isDue(), false, before);
      await life.moveTo(after);
      assert.equal(await isDue(), true, after);
    }
  });
});

describe('an index rate that is changed in the past', () => {
  // Eight requests at once wait for one borrower: on a slow disk longer than a client would.
  const { aCompany } = useHouse({ lockWaitMs: 20_000 });

  test('changes a thousand loans that follow it, and no other', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-20T15:00:00Z');
    const { id: loanTypeId } = await api.made('/loan-types', { name: 'Follows the index' });
    await api.made(`/loan-types/${loanTypeId}/index-rates`, { rate: 0.05, effectiveDate: '2026-01-01' });
    const { id: personId } = await api.made('/people', aPerson());
    const loans = `/people/${personId}/loans`;
    const boarded = async (rate: object): Promise<string> => {
      const atOrigination = { ...agreement, interestRates: [rate] };
      const { id } = await api.made(loans, { loanTypeId, status: 'originated', atOrigination });
      await api.made(`${loans}/${id}/activate`, {});
      return id;
    };
    const following: string[] = [];
    for (let i = 0; i < 1000; i += 8) {
      const some = Array.from({ length: Math.min(8, 1000 - i) }, () => boarded({ rate: 0.05, interestType: 'spread' }));
      following.push(...(await Promise.all(some)));
    }
    const fixed = await boarded({ rate: 0.1 });
    const untouched = (await api.get(`${loans}/${fixed}`)).body.data;
    await moveClock(api, '2026-02-10T15:00:00Z');
    const { operationId } = await api.made(`/loan-types/${loanTypeId}/index-rates`, {
      rate: 0.09,
      effectiveDate: '2026-01-31',
    });
    const ended = await eventually('it comes to pass', async () => {
      const { data } = (await api.get(`/operations/${operationId}`)).body;
      return data.state === 'succeeded' ? data : undefined;
    });
    assert.deepEqual(ended.progress, { done: 1000, total: 1000 });
    for (const id of [following[0], following[500], following[999]]) {
      const { outstandingBalances } = (await api.get(`${loans}/${id}/balances`)).body.data;
      // 4,800.00 at 10 % for eleven days, 14.4657…, and at 14 % for ten, 18.4109…: together 32.87.
      assert.equal(outstandingBalances.outstandingInterestAmount, 32.87);
    }
    assert.deepEqual((await api.get(`${loans}/${fixed}`)).body.data, untouched);
  });
});

describe('the same facts', () => {
  const { aCompany } = useHouse();

  test('give the same books in whatever order they become known', async () => {
    const [a, b] = [await aCompany(), await aCompany()];
    const [first, second] = [await aLife(a, { type: late }), await aLife(b, { type: late })];
    await first.moveTo('2026-02-15');
    await first.pay(432.2);
    await first.moveTo('2026-03-10');
    await first.pay(100);
    await first.moveTo('2026-04-20');
    await first.pay(700);
    await first.moveTo('2026-05-02');
    await first.act('refresh');

    await second.moveTo('2026-04-20');
    await second.pay(700);
    await second.moveTo('2026-05-02');
    await second.pay(100, { effectiveDate: '2026-03-10' });
    const paid = await second.pay(432.2, { effectiveDate: '2026-02-20' });
    await second.act(`transactions/${paid.id}/backdate`, { effectiveDate: '2026-02-15' });

    assert.deepEqual(await second.standing(), await first.standing());
    for (const what of ['/balances', '/obligations', '/expected-payments']) {
      assert.deepEqual(comparable(await second.read(what)), comparable(await first.read(what)), what);
    }
    const sums = async (life: Life) => {
      const byAccount = new Map<string, number>();
      for (const { account, amount } of await ledgerOf(life)) {
        byAccount.set(account, (byAccount.get(account) ?? 0) + Math.round(amount * 100));
      }
      return Object.fromEntries([...byAccount].filter(([, cents]) => cents !== 0).sort());
    };
    assert.deepEqual(await sums(second), await sums(first));
  });
});

/** Without the fields that differ between loans: ids, and when something was written. */
function comparable(shown: unknown): unknown {
  const own = /^(id|periodId|createdAt|updatedAt|deletedAt|calculatedAt|loanFeeId)$/;
  return JSON.parse(JSON.stringify(shown, (key, value) => (own.test(key) ? undefined : value)));
}
