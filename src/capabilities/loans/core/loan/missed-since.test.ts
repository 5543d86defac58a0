// Since when a loan is late, and what the servicer before said of it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { missedSince } from './missed-since.ts';

describe('since when a loan is late', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('is the due date that was missed first since it was last current, and stays through a charge-off', async () => {
    const life = await aLife(company, { agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }] } });
    const since = async (): Promise<string | null> => {
      const { pools } = house().service.database;
      const query = 'select missed_since::text as since from loan_standing where loan_id = $1';
      return (await pools.test.query(query, [life.path.split('/').at(-1)])).rows[0].since;
    };
    // 100.00 are due on the 15th from February on.
    await life.moveTo('2026-04-20');
    assert.equal(await since(), '2026-02-15');
    await life.pay(100);
    assert.equal(await since(), '2026-02-15', 'the oldest is paid, and the loan is late as before');
    await life.pay(200);
    assert.equal(await since(), null);
    await life.moveTo('2026-06-20');
    assert.equal(await since(), '2026-05-15');
    await life.act('charge-off', { chargedOffReason: 'age' });
    await life.pay(300);
    assert.equal(await since(), '2026-05-15');
    await life.pay(600);
    assert.equal(await since(), null, 'nothing is owed any more');
  });

  test('is said of the time before by whoever boards the loan, and changed later', async () => {
    const life = await aLife(company, { agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }] } });
    const shown = async () => {
      const { defaultedAtBoarding, firstMissedDueDate } = await life.read('');
      return [defaultedAtBoarding, firstMissedDueDate];
    };
    assert.deepEqual(await shown(), [null, null]);
    await life.api.put(life.path, { defaultedAtBoarding: true, firstMissedDueDate: '2024-03-15' });
    assert.deepEqual(await shown(), [true, '2024-03-15']);
    await life.api.put(life.path, { nickname: 'Old' });
    assert.deepEqual(await shown(), [true, '2024-03-15'], 'what is not sent stays');
    refusedAt(await life.api.put(life.path, { firstMissedDueDate: '2199-01-01' }), 'firstMissedDueDate');
  });

  test('is never later than it was, unless nothing is late', () => {
    const late = { standing: 'active', paidOffOn: null } as const;
    const [march, may] = ['2026-03-15', '2026-05-15'] as CivilDate[] as [CivilDate, CivilDate];
    assert.equal(missedSince(march, late, dayOf(may)), march);
    assert.equal(missedSince(may, late, dayOf(march)), march);
    assert.equal(missedSince(may, late, null), null);
    assert.equal(missedSince(march, { ...late, standing: 'chargedOff' }, null), march);
    assert.equal(missedSince(march, { ...late, paidOffOn: dayOf(may) }, dayOf(march)), null);
  });
});
