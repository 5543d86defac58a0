// Promises to pay: made, kept, broken, and decided anew when what was paid is corrected.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { told } from '../../../../../tests/support/told.ts';

/** A Tuesday. */
const start = '2026-01-20T15:00:00Z';

describe('promises to pay', () => {
  const { aCompany, house } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const aLoan = (): Promise<Life> => aLife(company, { start });
  const plans = 'promise-to-pay-plans';
  const promise = (life: Life, body: object): Promise<Answer> => life.api.post(`${life.path}/${plans}`, body);
  const promised = async (life: Life, body: object): Promise<string> => (await life.act(plans, body)).id;
  const seen = (life: Life, id: string): Promise<Shown> => life.read(`/${plans}/${id}`);
  const standing = async (life: Life, id: string) => {
    const { status, isOverdue, periods } = await seen(life, id);
    return [status, isOverdue, ...periods.map(({ paidAmount }: Shown) => paidAmount)];
  };
  const fail = async ({ api, path }: Life, { id }: Shown): Promise<void> => {
    const answer = await api.put(`${path}/transactions/${id}`, { status: 'failed', failureReason: 'R01' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const listed = async (query: string): Promise<string[]> =>
    (await company.test.get(`/${plans}?${query}`)).body.data.map(({ id }: Shown) => id);

  test('are kept by what is paid, the oldest period first; and broken anew by what comes back', async () => {
    const life = await aLoan();
    // What was paid before the promise does not keep it.
    await life.pay(500);
    const schedule = [
      { dueDate: '2026-01-23', amount: 100 },
      { dueDate: '2026-01-30', amount: 150 },
    ];
    const preview = await promise(life, { schedule, previewMode: true });
    assert.deepEqual([preview.body.data.id, await life.read(`/${plans}`)], [null, []]);
    const id = await promised(life, { schedule });
    assert.deepEqual(await standing(life, id), ['scheduled', false, 0, 0]);
    assert.equal((await promise(life, { amount: 5 })).body.data.promiseToPayPlanId, id);
    const owed = (await life.standing()).outstanding;
    // 100.00 and 20.00 of the second.
    const first = await life.pay(120);
    assert.equal((await life.standing()).outstanding, owed - 120);
    assert.deepEqual(await standing(life, id), ['scheduled', false, 100, 20]);
    await life.moveTo('2026-01-24');
    assert.deepEqual(await standing(life, id), ['active', false, 100, 20]);
    await life.moveTo('2026-01-29');
    await life.pay(130);
    assert.deepEqual(await standing(life, id), ['kept', false, 100, 150]);
    // The first payment comes back: by 01-23 nothing had come, and of the 250.00 only 130.00 are there.
    await fail(life, first);
    assert.deepEqual(await standing(life, id), ['broken', false, 100, 30]);
    await life.moveTo('2026-02-02');
    assert.deepEqual(await standing(life, id), ['broken', true, 100, 30]);
    // It is there by now, but it came too late.
    await life.pay(120);
    assert.deepEqual(await standing(life, id), ['broken', false, 100, 150]);
    // It was recorded late: it had come in time.
    await life.pay(100, { effectiveDate: '2026-01-23' });
    await life.pay(20, { effectiveDate: '2026-01-30' });
    assert.deepEqual(await standing(life, id), ['kept', false, 100, 150]);
    const events = await told(house(), life.api, `events=loan.promisetopay.statuschanged&personId=${life.personId}`);
    assert.deepEqual(
      events.map(({ promiseStatus }) => promiseStatus),
      ['scheduled', 'active', 'kept', 'broken', 'kept'],
    );
  });

  test('are broken the day after, or after the days of grace; a later one may follow', async () => {
    const life = await aLoan();
    const id = await promised(life, { amount: 100, graceDays: 2 });
    assert.deepEqual(await standing(life, id), ['active', false, 0]);
    await life.pay(99.99);
    await life.moveTo('2026-01-21');
    assert.deepEqual(await standing(life, id), ['active', true, 99.99]);
    assert.deepEqual(await listed('isOverdue=true&status=active'), [id]);
    await life.moveTo('2026-01-23');
    assert.deepEqual(await standing(life, id), ['broken', true, 99.99]);
    const next = await promised(life, { amount: 10, startDate: '2026-02-01' });
    assert.deepEqual(await listed('status=scheduled&startDateAfter=2026-01-31&endDateBefore=2026-02-02'), [next]);
    assert.deepEqual(await listed('startDateAfter=2026-02-01'), []);
    // What kept it comes back before it was to begin.
    const payment = await life.pay(10);
    assert.equal((await seen(life, next)).status, 'kept');
    await fail(life, payment);
    assert.equal((await seen(life, next)).status, 'scheduled');
  });

  test('are kept where nothing is owed any more', async () => {
    const life = await aLoan();
    const id = await promised(life, { amount: 100, startDate: '2026-02-01' });
    await life.act('transactions', { type: 'serviceCredit', amount: 4800 });
    assert.deepEqual(await standing(life, id), ['kept', false, 0]);
  });

  test('have dates that follow from what is described', async () => {
    const dates = async (body: object): Promise<string[]> => {
      const { body: answer } = await promise(await aLoan(), { amount: 5, previewMode: true, ...body });
      return answer.data.periods.map(({ dueDate }: Shown) => dueDate);
    };
    assert.deepEqual(await dates({}), ['2026-01-20']);
    assert.deepEqual(await dates({ frequency: 'weekly', duration: 2 }), ['2026-01-20', '2026-01-27']);
    assert.deepEqual(await dates({ frequency: 'weekly', specificDays: [5], duration: 2 }), [
      '2026-01-23',
      '2026-01-30',
    ]);
    assert.deepEqual(await dates({ frequency: 'everyTwoWeeks', startDate: '2026-01-22', duration: 2 }), [
      '2026-01-22',
      '2026-02-05',
    ]);
    assert.deepEqual(await dates({ frequency: 'monthly', startDate: '2026-01-31', duration: 3 }), [
      ...['2026-01-31', '2026-02-28', '2026-03-31'],
    ]);
    assert.deepEqual(await dates({ frequency: 'twiceMonthly', specificDays: [1, 15], duration: 2 }), [
      ...['2026-02-01', '2026-02-15'],
    ]);
  });

  test('are refused by field, and shown to their borrower', async () => {
    const life = await aLoan();
    const part = { dueDate: '2026-02-01', amount: 5 };
    for (const beside of [
      { startDate: '2026-02-01' },
      { frequency: 'weekly' },
      { specificDays: [1] },
      { duration: 1 },
    ]) {
      refusedAt(await promise(life, { schedule: [part], ...beside }), Object.keys(beside)[0] as string);
    }
    refusedAt(await promise(life, { schedule: [part], amount: 5 }), 'amount');
    refusedAt(await promise(life, { schedule: [part, part] }), 'schedule[1].dueDate');
    refusedAt(await promise(life, { schedule: [{ ...part, amount: 0 }] }), 'schedule[0].amount');
    refusedAt(await promise(life, {}), 'amount');
    refusedAt(await promise(life, { amount: 0 }), 'amount');
    refusedAt(await promise(life, { amount: 5, startDate: '2026-01-19' }), 'startDate');
    refusedAt(await promise(life, { amount: 5, frequency: 'monthly', startDate: '9999-12-31' }), 'startDate');
    refusedAt(await promise(life, { amount: 5, duration: 2 }), 'duration');
    refusedAt(await promise(life, { amount: 5, frequency: 'twiceMonthly' }), 'specificDays');
    refusedAt(await promise(life, { amount: 5, frequency: 'weekly', specificDays: [9] }), 'specificDays');
    const id = await promised(life, { amount: 5 });
    const borrower = await aBorrower(house(), life.api, life.personId);
    assert.equal((await borrower.get(`${life.path}/${plans}/${id}`)).body.data.status, 'active');
    assert.equal((await borrower.post(`${life.path}/${plans}/${id}/cancel`, {})).status, 403);
  });
});
