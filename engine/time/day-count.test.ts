import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CivilDate, partsOfDate } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { isLeapYear, yearOf } from './calendar.ts';
import type { DayCount } from './day-count.ts';
import { basisOf, weightBetween as weigh } from './day-count.ts';

const all: DayCount[] = [
  'actual/365',
  'actual/360',
  'actual/365.25',
  'noLeap/365',
  'actual/actual',
  '30/360',
  '30E/360',
  '30E/360 ISDA',
];
const cumulative = all.filter((dayCount) => dayCount.startsWith('30'));
const additive = all.filter((dayCount) => !cumulative.includes(dayCount));

const weightBetween = (dayCount: DayCount, from: Day, to: Day, start: Day, termination: Day) =>
  weigh(dayCount, from, to, { start, end: null, termination, series: null });

const day = (text: string): Day => dayOf(text as CivilDate);
const never = day('2199-06-15');
/** The weight of a whole period. */
const weight = (dayCount: DayCount, from: string, to: string, termination: Day = never) =>
  weightBetween(dayCount, day(from), day(to), day(from), termination);

test('each count has its basis', () => {
  assert.deepEqual(all.map(basisOf), [365, 360, 1461, 365, 133_590, 360, 360, 360]);
});

test('only the 30/360 counts are cumulative', () => {
  assert.deepEqual(cumulative, ['30/360', '30E/360', '30E/360 ISDA']);
});

describe('tricky pairs', () => {
  // from, to, actual, US with the February rule, 30E, 30E ISDA, days in common years, days in leap years
  const table = [
    ['2027-01-30', '2027-02-28', 29, 28, 28, 30, 29, 0],
    ['2027-01-31', '2027-02-28', 28, 28, 28, 30, 28, 0],
    ['2027-02-27', '2027-03-31', 32, 34, 33, 33, 32, 0],
    ['2027-02-28', '2027-03-31', 31, 30, 32, 30, 31, 0],
    ['2028-02-28', '2028-03-31', 32, 33, 32, 32, 0, 32],
    ['2028-02-29', '2028-03-31', 31, 30, 31, 30, 0, 31],
    ['2028-02-28', '2028-02-29', 1, 1, 1, 2, 0, 1],
    ['2027-02-28', '2028-02-28', 365, 358, 360, 358, 307, 58],
    ['2027-02-28', '2028-02-29', 366, 360, 361, 360, 307, 59],
    ['2028-02-29', '2029-02-28', 365, 360, 359, 360, 58, 307],
    ['2027-08-30', '2027-08-31', 1, 0, 0, 0, 1, 0],
    ['2027-08-31', '2027-09-30', 30, 30, 30, 30, 30, 0],
    ['2027-10-15', '2027-10-31', 16, 16, 15, 15, 16, 0],
    ['2027-12-15', '2028-03-15', 91, 90, 90, 90, 17, 74],
  ] as const;
  for (const [from, to, actual, us, european, isda, common, leap] of table) {
    test(`${from} to ${to}`, () => {
      assert.equal(weight('actual/365', from, to), actual);
      assert.equal(weight('actual/360', from, to), actual);
      assert.equal(weight('actual/365.25', from, to), 4 * actual);
      assert.equal(weight('actual/actual', from, to), 366 * common + 365 * leap);
      assert.equal(weight('30/360', from, to), us);
      assert.equal(weight('30E/360', from, to), european);
      assert.equal(weight('30E/360 ISDA', from, to), isda);
    });
  }
});

describe('years and ends', () => {
  test('10,000.00 at 8.25 % earns what the textbook says', () => {
    const cents = (dayCount: DayCount) =>
      Math.floor((1_000_000 * 825 * weight(dayCount, '2027-12-15', '2028-03-15')) / (basisOf(dayCount) * 10_000));
    assert.equal(cents('actual/365'), 20_568);
    assert.equal(cents('actual/360'), 20_854);
    assert.equal(cents('actual/actual'), 20_522);
    assert.equal(cents('30/360'), 20_625);
    assert.equal(cents('30E/360'), 20_625);
    assert.equal(weight('actual/actual', '2027-12-15', '2028-03-15') / basisOf('actual/actual'), 16_616 / 66_795);
  });

  test('a year is a year, leap or not, under actual/actual, noLeap/365 and 30/360', () => {
    for (const dayCount of ['actual/actual', 'noLeap/365', '30/360', '30E/360', '30E/360 ISDA'] as const) {
      for (const year of [2027, 2028]) {
        assert.equal(weight(dayCount, `${year}-01-01`, `${year + 1}-01-01`), basisOf(dayCount), `${dayCount} ${year}`);
      }
    }
  });

  test('a leap year earns 366/365 under actual/365, and four years four under actual/365.25', () => {
    assert.equal(weight('actual/365', '2028-01-01', '2029-01-01'), 366);
    assert.equal(weight('actual/365.25', '2025-01-01', '2029-01-01'), 4 * basisOf('actual/365.25'));
  });

  test('noLeap/365: the day from 28 to 29 February weighs nothing', () => {
    assert.equal(weight('noLeap/365', '2028-02-28', '2028-02-29'), 0);
    assert.equal(weight('noLeap/365', '2028-02-29', '2028-03-01'), 1);
    assert.equal(weight('noLeap/365', '2028-02-28', '2028-03-01'), 1);
    assert.equal(weight('noLeap/365', '2027-02-28', '2027-03-01'), 1);
    assert.equal(weight('noLeap/365', '2027-03-01', '2033-03-01'), 6 * 365);
    assert.equal(weight('noLeap/365', '2096-03-01', '2104-02-28'), 8 * 365 - 1); // 2100 has no leap day
  });

  test('30E/360 ISDA: the end of the loan in February is not a 30th', () => {
    assert.equal(weight('30E/360 ISDA', '2027-08-31', '2028-02-29'), 180);
    assert.equal(weight('30E/360 ISDA', '2027-08-31', '2028-02-29', day('2028-02-29')), 179);
    assert.equal(weight('30E/360 ISDA', '2027-08-31', '2028-03-31', day('2028-03-31')), 210);
  });

  test('30E/360 ISDA: a period that begins on the last due date begins at nothing', () => {
    const last = day('2027-02-28');
    assert.equal(weightBetween('30E/360 ISDA', last, last, last, last), 0);
    assert.equal(weightBetween('30E/360 ISDA', last, last + 1, last, last), 1);
  });

  test('due dates on the 31st', () => {
    const dates = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'];
    const periods = (dayCount: DayCount) => dates.slice(1).map((to, k) => weight(dayCount, dates[k]!, to));
    assert.deepEqual(periods('30/360'), [28, 30, 30, 30, 30, 30]);
    assert.deepEqual(periods('30E/360'), [28, 32, 30, 30, 30, 30]);
  });

  test('30/360 in parts still makes the whole, because it counts from the start of the period', () => {
    const [start, middle, end] = [day('2027-01-15'), day('2027-01-31'), day('2027-02-15')];
    assert.equal(weight('30/360', '2027-01-15', '2027-01-31') + weight('30/360', '2027-01-31', '2027-02-15'), 31);
    assert.equal(weightBetween('30/360', start, middle, start, never), 16);
    assert.equal(weightBetween('30/360', middle, end, start, never), 14);
  });
});

describe('for any period', () => {
  const anyCount = fc.constantFrom(...all);
  const start = fc.integer({ min: day('1899-06-01'), max: day('2110-01-01') });
  const length = fc.integer({ min: 0, max: 1500 });
  /** Start of the period and three days of it, in order. */
  const period = fc.tuple(start, length, length, length).map(([from, ...lengths]): [Day, Day, Day, Day] => {
    const [a, b, c] = lengths.sort((x, y) => x - y);
    return [from, from + a!, from + b!, from + c!];
  });
  /** Days after the start of the period, or far away. */
  const termDays = fc.oneof(length, fc.constant(100_000));

  test('the weights of two stretches add up to the weight of both', () => {
    fc.assert(
      fc.property(anyCount, period, termDays, (dayCount, [periodStart, a, b, c], days) => {
        const last = periodStart + days;
        const between = (from: Day, to: Day) => weightBetween(dayCount, from, to, periodStart, last);
        assert.equal(between(a, b) + between(b, c), between(a, c));
        assert.equal(between(periodStart, periodStart), 0);
      }),
    );
  });

  test('the weight is the sum of the weights of its days', () => {
    fc.assert(
      fc.property(anyCount, period, (dayCount, [periodStart, from, , to]) => {
        let sum = 0;
        for (let at = from; at < to; at += 1) sum += weightBetween(dayCount, at, at + 1, periodStart, to);
        assert.equal(weightBetween(dayCount, from, to, periodStart, to), sum);
      }),
    );
  });

  test('the additive counts do not ask where the period began', () => {
    fc.assert(
      fc.property(fc.constantFrom(...additive), period, (dayCount, [periodStart, a, b]) => {
        assert.equal(weightBetween(dayCount, a, b, periodStart, b), weightBetween(dayCount, a, b, a, 0));
      }),
    );
  });

  test('actual/actual and noLeap/365 agree with a count day by day', () => {
    fc.assert(
      fc.property(period, ([from, , , to]) => {
        let [actual, noLeap] = [0, 0];
        for (let at = from; at < to; at += 1) {
          actual += isLeapYear(yearOf(at)) ? 365 : 366;
          noLeap += dateOf(at + 1).endsWith('02-29') ? 0 : 1;
        }
        assert.equal(weightBetween('actual/actual', from, to, from, to), actual);
        assert.equal(weightBetween('noLeap/365', from, to, from, to), noLeap);
      }),
      { numRuns: 50 },
    );
  });

  test('the 30/360 counts agree with the formula on dates written as text', () => {
    const isLast = (at: Day) => dateOf(at + 1).endsWith('-01');
    const isLastOfFebruary = (at: Day) => isLast(at) && dateOf(at).slice(5, 7) === '02';
    const formula = (dayCount: DayCount, a: Day, b: Day, last: Day): number => {
      const [from, to] = [partsOfDate(dateOf(a)), partsOfDate(dateOf(b))];
      let [d1, d2] = [from.day, to.day];
      if (dayCount === '30/360') {
        if (isLastOfFebruary(a) && isLastOfFebruary(b)) d2 = 30;
        if (isLastOfFebruary(a)) d1 = 30;
        if (d2 === 31 && d1 >= 30) d2 = 30;
        if (d1 === 31) d1 = 30;
      } else if (dayCount === '30E/360') {
        [d1, d2] = [Math.min(d1, 30), Math.min(d2, 30)];
      } else {
        if (isLast(a)) d1 = 30;
        if (isLast(b) && !(b === last && isLastOfFebruary(b))) d2 = 30;
      }
      return 360 * (to.year - from.year) + 30 * (to.month - from.month) + d2 - d1;
    };
    fc.assert(
      fc.property(fc.constantFrom(...cumulative), start, fc.integer({ min: 1, max: 1500 }), (dayCount, a, days) => {
        for (const last of [a + days, never]) {
          assert.equal(weightBetween(dayCount, a, a + days, a, last), formula(dayCount, a, a + days, last));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('each day weighs 0 to 3 under 30/360, whatever day the period began', () => {
  for (let start = day('2027-01-01'); start < day('2029-01-01'); start += 1) {
    for (let at = start; at < start + 500; at += 1) {
      for (const dayCount of cumulative) {
        const days = weightBetween(dayCount, at, at + 1, start, never);
        if (days < 0 || days > 3) assert.fail(`${dayCount} from ${dateOf(start)}: ${dateOf(at)} weighs ${days}`);
      }
    }
  }
});

test('30E/360 ISDA never goes backwards, wherever the loan ends', () => {
  for (const end of [day('2027-02-28'), day('2028-02-29')]) {
    for (let start = end - 400; start <= end; start += 1) {
      for (let at = start; at < end + 40; at += 1) {
        const days = weightBetween('30E/360 ISDA', at, at + 1, start, end);
        if (days < 0) assert.fail(`from ${dateOf(start)}: ${dateOf(at)} weighs ${days}, the loan ends ${dateOf(end)}`);
      }
    }
  }
});
