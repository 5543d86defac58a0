// An installment loan is re-aged: within the limits of its type, previewed, done, shown, taken back. 1,200.00 in twelve
// payments of 100.00, due on the 15th from February on, without interest where nothing else is said.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { figureNames } from '../../core/reads/explain-figure.ts';

describe('a re-age of an installment loan', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const free = { monthsOnBooksMin: 0, monthsBetweenMin: 0, paymentsMin: 0 };
  const aLoan = (type: object, agreed: object = {}): Promise<Life> =>
    aLife(company, { type, agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }], ...agreed } });
  const at = (life: Life, date: string) => setClock(life.api, `${date}T17:00:00Z`);
  const refusal = async (life: Life) => {
    const { status, body } = await life.api.post(`${life.path}/re-age`, {});
    assert.deepEqual([status, body.errorType], [409, 'ReAgeNotAllowed'], JSON.stringify(body));
    return [body.data.reason, body.data.allowedFrom ?? body.data.missingAmount ?? null];
  };
  const amounts = ({ schedule }: Shown): [string, number][] =>
    schedule.map(({ date, amount }: Shown) => [date, amount]);
  const overdue = async (life: Life): Promise<number> => (await life.standing()).overdue;

  test('keeps the limits of the loan type: age, distance, number, what was paid', async () => {
    const life = await aLoan({ reAge: { addedPaymentsMax: 3 } });
    await at(life, '2026-10-19');
    assert.deepEqual(await refusal(life), ['tooYoung', '2026-10-20']);
    await at(life, '2026-10-20');
    assert.deepEqual(await refusal(life), ['tooLittlePaid', 300]);
    await life.pay(250);
    assert.deepEqual(await refusal(life), ['tooLittlePaid', 50]);
    await life.pay(50);
    refusedAt(await life.api.post(`${life.path}/re-age`, { addedPayments: 4 }), 'addedPayments');
    assert.equal(await overdue(life), 600);

    const asked = { into: 'payments', addedPayments: 3, sendNotice: true };
    const preview = await life.act('re-age', { ...asked, previewMode: true });
    assert.deepEqual([preview.id, preview.difference.overdueAmount], [null, { before: 600, after: 0 }]);
    assert.equal(await overdue(life), 600);
    const done = await life.act('re-age', asked);
    assert.deepEqual(amounts(done), amounts(preview));
    // 900.00 over the three payments left and three more.
    assert.deepEqual(amounts(done), [
      ['2026-11-15', 150],
      ['2026-12-15', 150],
      ['2027-01-15', 150],
      ['2027-02-15', 150],
      ['2027-03-15', 150],
      ['2027-04-15', 150],
    ]);
    assert.deepEqual(
      [done.hardshipType, done.into, done.addedPayments, done.sendNotice, done.cancelableUntil],
      ['reAge', 'payments', 3, true, '2026-11-15'],
    );
    assert.equal(await overdue(life), 0);
    assert.deepEqual(await refusal(life), ['reAgedLately', '2027-10-20']);

    await life.act(`hardships/${done.id}/cancel`);
    assert.equal(await overdue(life), 600);
    const again = await life.act('re-age', { into: 'end' });
    assert.deepEqual(amounts(again), [
      ['2026-11-15', 100],
      ['2026-12-15', 100],
      ['2027-01-15', 700],
    ]);
    const { obligations } = await life.read('/obligations');
    const [oldest] = obligations.filter(({ dueDate }: Shown) => dueDate === '2026-05-15');
    assert.deepEqual(
      [oldest.obligationAmount, oldest.unassignedAmount, oldest.remainingAmount, oldest.isOverdue],
      [100, 100, 0, false],
    );
  });

  test('is not allowed more often than the type says, nor at all where it says so', async () => {
    const never = await aLoan({ reAge: { timesMax: 0 } });
    await at(never, '2026-02-20');
    assert.deepEqual(await refusal(never), ['never', null]);

    const once = await aLoan({ reAge: { ...free, timesMax: 1, withinMonths: 6 } });
    await at(once, '2026-02-20');
    await once.act('re-age', { into: 'end' });
    await at(once, '2026-03-20');
    assert.deepEqual(await refusal(once), ['reAgedOften', '2026-08-20']);
    await at(once, '2026-08-20');
    await once.act('re-age', {});
    assert.equal(await overdue(once), 0);

    const current = await aLoan({ reAge: free });
    const answer = await current.api.post(`${current.path}/re-age`, {});
    assert.deepEqual([answer.status, answer.body.errorType], [409, 'NothingToDo']);
  });

  test('asks for interest again, and for fees with the next payment; every figure adds up', async () => {
    const late = { graceDays: 5, flatAmount: 10 };
    const life = await aLoan({ reAge: free, fees: { late } }, { interestRates: [{ rate: 0.1095 }] });
    await at(life, '2026-03-20');
    const before = await life.read('/balances');
    const { overdueInterestAmount: owedBefore } = before.overdueBalances;
    assert.ok(owedBefore > 0);
    await life.act('re-age', { into: 'payments', addedPayments: 2 });
    const { overdueBalances, nonDueBalances, outstandingBalances } = await life.read('/balances');
    assert.equal(overdueBalances.overdueTotalAmount, 0);
    const { nonDueInterestAmount } = before.nonDueBalances;
    assert.equal(nonDueBalances.nonDueInterestAmount, Math.round((owedBefore + nonDueInterestAmount) * 100) / 100);
    assert.equal(outstandingBalances.outstandingTotalAmount, before.outstandingBalances.outstandingTotalAmount);
    for (const figure of figureNames) {
      const { amount, parts } = await life.read(`/explain?figure=${figure}`);
      const sum = parts.reduce((total: number, part: Shown) => total + Math.round(part.amount * 100), 0);
      assert.equal(sum, Math.round(amount * 100), figure);
    }
    const { parts } = await life.read('/explain?figure=nonDueInterestAmount');
    assert.ok(parts.some(({ sentence }: Shown) => /taken back out of what was booked/.test(sentence)));
    const { expectedPayments } = await life.read('/expected-payments');
    const [next] = expectedPayments.filter(({ status }: Shown) => status !== 'processed');
    assert.deepEqual([next.date, next.feesAmount], ['2026-04-15', 10]);
    // The second late fee would have come on 2026-03-21.
    await at(life, '2026-04-01');
    assert.equal((await life.read('/fees')).length, 1);
  });

  test('needs payments to come, and leaves a charge that is fixed', async () => {
    const over = await aLoan({ reAge: free });
    await at(over, '2027-01-20');
    refusedAt(await over.api.post(`${over.path}/re-age`, {}), 'addedPayments');
    const done = await over.act('re-age', { addedPayments: 2 });
    assert.deepEqual(amounts(done), [
      ['2027-02-15', 600],
      ['2027-03-15', 600],
    ]);

    const fixed = await aLoan(
      { reAge: free, interest: { precomputedRebate: 'evenly' } },
      { financeChargeAmount: 120, interestRates: undefined },
    );
    await at(fixed, '2026-02-20');
    refusedAt(await fixed.api.post(`${fixed.path}/re-age`, {}), 'into');
    await fixed.act('re-age', { into: 'end' });
    assert.equal(await overdue(fixed), 0);
  });

  test('has the books that its facts make', () => booksAgree(house(), company.test, 3));
});
