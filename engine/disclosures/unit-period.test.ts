import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '../values/civil-date.ts';
import { type Day, dayOf } from '../values/day.ts';
import { type SinglePaymentUnit, timesInUnitPeriods } from './unit-period.ts';

/** `2027-01-10 02-10 2028-01-10`: a date without a year is in the year of the date before. */
function days(text: string): Day[] {
  let year = '';
  return text.split(' ').map((date) => {
    if (date.length === 10) year = date.slice(0, 5);
    return dayOf((date.length === 10 ? date : year + date) as CivilDate);
  });
}

const daysAfter = (start: string, ...numbers: readonly number[]): Day[] => numbers.map((n) => days(start)[0]! + n);

/** One advance at the start. */
const from = (start: string, payments: readonly Day[], unit: SinglePaymentUnit = 'months') =>
  timesInUnitPeriods(days(start)[0]!, days(start), payments, unit);

const named = ({ interval, multiple }: { interval: string; multiple: number }): string => `${multiple} ${interval}`;

/** `1 6/30`, `2`. */
const timesOf = (times: ReturnType<typeof timesInUnitPeriods>, side: 'payments' | 'advances' = 'payments'): string =>
  times[side].map(({ whole, part }) => (part === 0 ? `${whole}` : `${whole} ${part}/${times.parts}`)).join(', ');

describe('the unit-period is', () => {
  const unitPeriods: readonly [what: string, start: string, payments: Day[], unitPeriod: string, perYear: string][] = [
    ['a day', '2027-03-01', daysAfter('2027-03-01', 30, 31, 32, 33), '1 day', '365/1'],
    ['a week', '2027-03-01', daysAfter('2027-03-01', 9, 16, 23), '1 week', '52/1'],
    ['two weeks, also through February', '2027-02-01', daysAfter('2027-02-01', 14, 28, 42), '2 week', '26/1'],
    ['three weeks', '2027-03-01', daysAfter('2027-03-01', 21, 42), '3 week', '52/3'],
    ['four weeks, though one of them is a month', '2027-02-10', days('2027-03-10 04-07 05-05'), '4 week', '13/1'],
    ['a month, though one of them is four weeks', '2027-02-10', days('2027-03-10 04-10'), '1 month', '12/1'],
    ['a semimonth', '2027-01-20', days('2027-02-15 03-01 03-15 04-01'), '1 semimonth', '24/1'],
    ['a semimonth of unequal halves', '2027-01-31', days('2027-02-10 02-28 03-10 03-31'), '1 semimonth', '24/1'],
    ['a quarter', '1978-05-23', days('1978-10-01 1979-01-01 04-01'), '3 month', '4/1'],
    ['five months', '2027-01-31', days('2027-06-30 11-30'), '5 month', '12/5'],
    ['a year', '2027-12-10', days('2028-02-10 2029-02-10 2030-02-10'), '12 month', '1/1'],
    ['the most frequent', '2027-01-10', days('2027-02-10 03-10 05-10 07-10 09-10'), '2 month', '6/1'],
    ['the shorter of equally frequent ones', '2027-01-10', days('2027-02-10 03-10 05-10 07-10'), '1 month', '12/1'],
    ['a period longer than a year never', '2027-01-10', days('2028-04-10 2029-07-10 2030-10-10'), '12 month', '1/1'],
    ['not what occurs once: 14 and 40 days', '2027-03-01', daysAfter('2027-03-01', 14, 54), '4 week', '13/1'],
    ['else near the average: 40 and 60 days', '2027-01-01', daysAfter('2027-01-01', 40, 100), '7 week', '52/7'],
    ['else near the average: 29 and 32 days', '2027-05-02', daysAfter('2027-05-02', 29, 61), '1 month', '12/1'],
    ['the shorter of equally near ones', '2027-01-01', daysAfter('2027-01-01', 10, 21), '1 week', '52/1'],
  ];
  for (const [what, start, payments, unitPeriod, perYear] of unitPeriods) {
    test(what, () => {
      const found = from(start, payments).unitPeriod;
      assert.equal(named(found), unitPeriod);
      assert.equal(`${found.perYear.numerator}/${found.perYear.denominator}`, perYear);
    });
  }

  test('also that of the advances, of which the first one after the start ends a period too', () => {
    const payments = days('2028-01-10 02-10 03-10');
    const advances = days('2027-01-10 04-10 07-10 10-10');
    assert.equal(named(timesInUnitPeriods(advances[0]!, advances, payments, 'months').unitPeriod), '3 month');
    const later = advances.slice(1);
    assert.equal(named(timesInUnitPeriods(advances[0]!, later, payments, 'months').unitPeriod), '3 month');
    assert.equal(named(timesInUnitPeriods(advances[1]!, later, payments, 'months').unitPeriod), '1 month');
  });

  test('found with a single payment too, if there are several advances', () => {
    const advances = days('2027-01-10 02-10 03-10');
    assert.equal(named(timesInUnitPeriods(advances[0]!, advances, days('2027-07-10'), 'months').unitPeriod), '1 month');
  });

  test('else near the average of the periods of both sides: 10, 40 and 60 days', () => {
    const advances = daysAfter('2027-01-01', 0, 10);
    const payments = daysAfter('2027-01-01', 40, 100);
    assert.equal(named(timesInUnitPeriods(advances[0]!, advances, payments, 'months').unitPeriod), '5 week');
  });

  test('not changed by what is paid at the start or before, or twice on a day', () => {
    const payments = days('2026-12-20 2027-01-10 02-07 03-07 03-07 04-04');
    assert.equal(named(from('2027-01-10', payments).unitPeriod), '4 week');
  });
});

describe('time is counted back from the later date', () => {
  const series: readonly [what: string, start: string, payments: Day[], times: string][] = [
    ['in months and days of 30', '2027-03-09', days('2027-04-15 05-15 06-15'), '1 6/30, 2 6/30, 3 6/30'],
    ['with less than a month first', '2027-01-20', days('2027-02-15 03-15 04-15'), '0 26/30, 1 26/30, 2 26/30'],
    ['with 30 days left as with a month', '2027-01-01', days('2027-03-31 04-30 05-31'), '3, 4, 5'],
    ['from last day to last day', '2027-12-31', days('2028-01-31 02-29 03-31 04-30'), '1, 2, 3, 4'],
    ['from last day to last day, odd start', '2027-01-15', days('2027-02-28 03-31 04-30'), '1 16/30, 2 16/30, 3 16/30'],
    ['from the 30th, with the last of February', '2028-01-30', days('2028-02-29 03-30 04-30'), '1, 2, 3'],
    ['from the 29th, with the last of February', '2027-01-29', days('2027-02-28 03-29 04-29'), '1, 2, 3'],
    ['from the 30th, odd start', '2027-01-15', days('2027-03-30 04-30 05-30'), '2 15/30, 3 15/30, 4 15/30'],
    ['from the 30th, started on the 31st', '2027-01-31', days('2027-03-30 04-30 05-30'), '1 28/30, 2 28/30, 3 28/30'],
    ['from the 28th, which is also a last day', '2027-01-28', days('2027-02-28 03-28 04-28'), '1, 2, 3'],
    [
      'from the 30th, if all of them are last days by chance',
      '2027-03-10',
      days('2027-04-30 06-30 09-30 11-30'),
      '0 50/60, 1 50/60, 3 20/60, 4 20/60',
    ],
    ['over New Year', '2026-12-20', days('2027-02-10 03-10 04-10'), '1 21/30, 2 21/30, 3 21/30'],
    ['in quarters of 90 days', '1978-05-23', days('1978-10-01 1979-01-01 04-01'), '1 39/90, 2 39/90, 3 39/90'],
    [
      'in semimonths of 15 days',
      '2027-01-20',
      days('2027-02-15 03-01 03-15 04-01'),
      '1 11/15, 2 12/15, 3 11/15, 4 12/15',
    ],
    ['in semimonths, to last days', '2027-01-31', days('2027-02-15 02-28 03-15 03-31 04-15 04-30'), '1, 2, 3, 4, 5, 6'],
    ['in weeks of seven days', '2027-03-01', daysAfter('2027-03-01', 17, 31, 45), '1 3/14, 2 3/14, 3 3/14'],
    ['in days', '2027-03-01', daysAfter('2027-03-01', 5, 6, 7), '5, 6, 7'],
    [
      'in years and months',
      '2026-12-01',
      days('2028-03-01 2029-03-01 2030-03-01'),
      '1 1095/4380, 2 1095/4380, 3 1095/4380',
    ],
    [
      'in years and days of 365',
      '2026-12-11',
      days('2028-03-01 2029-03-01 2030-03-01'),
      '1 960/4380, 2 960/4380, 3 960/4380',
    ],
    [
      'in years to 29 February, odd start',
      '2027-12-11',
      days('2028-02-29 2029-02-28 2030-02-28'),
      '0 960/4380, 1 960/4380, 2 960/4380',
    ],
    ['in years to 29 February', '2027-02-28', days('2028-02-29 2029-02-28 2030-02-28'), '1, 2, 3'],
  ];
  for (const [what, start, payments, times] of series) {
    test(what, () => assert.equal(timesOf(from(start, payments)), times));
  }

  test('for advances by the dates of the advances', () => {
    const times = timesInUnitPeriods(
      days('1978-07-01')[0]!,
      days('1978-09-05 1979-01-05'),
      days('1978-08-01 09-01'),
      'months',
    );
    assert.equal(timesOf(times, 'advances'), '2 4/30, 6 4/30');
    assert.equal(timesOf(times, 'payments'), '1, 2');
  });

  test('and what moves before the start moves on it', () => {
    const times = timesInUnitPeriods(
      days('2027-02-10')[0]!,
      days('2027-01-10'),
      days('2027-01-20 03-10 04-10'),
      'months',
    );
    assert.equal(timesOf(times, 'advances'), '0');
    assert.equal(timesOf(times, 'payments'), '0, 1, 2');
  });
});

describe('with a single advance and a single payment', () => {
  const single: readonly [start: string, end: string, unit: SinglePaymentUnit, unitPeriod: string, times: string][] = [
    ['2027-09-10', '2027-10-08', 'months', '1 term, 365/28 a year', '1'],
    ['2027-09-10', '2027-10-10', 'months', '1 term, 12/1 a year', '1'],
    ['2027-09-10', '2027-10-10', 'days', '1 term, 73/6 a year', '1'],
    ['1978-07-15', '1979-01-15', 'months', '1 term, 2/1 a year', '1'],
    ['2026-12-31', '2027-02-28', 'months', '1 term, 6/1 a year', '1'],
    ['2027-03-10', '2028-03-09', 'months', '1 term, 1/1 a year', '1'],
    ['2027-03-10', '2028-03-10', 'days', '12 month, 1/1 a year', '1'],
    ['1978-01-17', '1979-07-17', 'months', '12 month, 1/1 a year', '1 2190/4380'],
    ['2027-03-10', '2029-03-20', 'months', '12 month, 1/1 a year', '2 120/4380'],
  ];
  for (const [start, end, unit, unitPeriod, times] of single) {
    test(`from ${start} to ${end} in ${unit}`, () => {
      const found = from(start, days(end), unit);
      const { numerator, denominator } = found.unitPeriod.perYear;
      assert.equal(`${named(found.unitPeriod)}, ${numerator}/${denominator} a year`, unitPeriod);
      assert.equal(timesOf(found), times);
    });
  }

  test('what is paid at the start is not the payment', () => {
    assert.equal(named(from('2027-09-10', days('2027-09-10 10-08')).unitPeriod), '1 term');
  });

  test('an advance after the start of the term stands within it', () => {
    const times = timesInUnitPeriods(days('2027-09-10')[0]!, days('2027-09-17'), days('2027-10-08'), 'months');
    assert.equal(timesOf(times, 'advances'), '0 7/28');
  });
});
