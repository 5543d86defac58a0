import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { ReturnRates, standingOf } from './return-rates.ts';
import { entriesOf, sample } from './test-files.ts';

const day = (text: string): CivilDate => text as CivilDate;

describe('return rates', () => {
  test('must stay below their limits, and warn at 80 percent of them', () => {
    // 0.5 % of 4,000 debits are 20, and 80 % of that are 16.
    const unauthorized = (returned: number) => standingOf('unauthorized', returned, 4_000);
    assert.deepEqual([15, 16, 19, 20].map(unauthorized), ['fine', 'warning', 'warning', 'above']);
    // 3 %: 120 and 96. 15 %: 600 and 480.
    assert.deepEqual(
      [95, 96, 119, 120].map((returned) => standingOf('administrative', returned, 4_000)),
      ['fine', 'warning', 'warning', 'above'],
    );
    assert.deepEqual(
      [479, 480, 599, 600].map((returned) => standingOf('all', returned, 4_000)),
      ['fine', 'warning', 'warning', 'above'],
    );
    assert.equal(standingOf('all', 0, 0), 'fine');
    assert.equal(standingOf('unauthorized', 1, 1), 'above');
  });

  const counted = async (order: readonly ('sent' | 'returned')[]) => {
    const rates = new ReturnRates();
    for (const name of order) {
      const on = day(name === 'sent' ? '2027-05-13' : '2027-05-18');
      for (const entry of await entriesOf(sample(name))) rates.add(entry, on);
    }
    return rates;
  };

  test('count debits by the company and the day on which they were sent, prenotes apart, credits not at all', async () => {
    const rates = await counted(['sent', 'returned']);
    // Five debits of money were sent, one of them came back (R01); the prenote came back too (R03).
    const [one] = rates.through(day('2027-05-18'));
    assert.deepEqual(one, {
      companyId: '1987654321',
      sent: 5,
      returned: { unauthorized: 0, administrative: 0, all: 1 },
      verifying: { sent: 1, returned: { unauthorized: 0, administrative: 1, all: 1 } },
    });
    // The sixty days that end with 2027-07-11 begin with 2027-05-13.
    assert.equal(rates.through(day('2027-07-11')).length, 1);
    assert.equal(rates.through(day('2027-07-12')).length, 0);
    assert.equal(rates.through(day('2027-05-12')).length, 0);
  });

  test('are the same in whatever order files come, and count a return once', async () => {
    const right = (await counted(['sent', 'returned'])).through(day('2027-05-18'));
    for (const order of [
      ['returned', 'sent'],
      ['sent', 'returned', 'returned'],
    ] as const)
      assert.deepEqual((await counted(order)).through(day('2027-05-18')), right);
  });
});
