import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { PaymentTerms } from '../installment/terms.ts';
import { cents, zeroCents } from '../values/cents.ts';
import { type CivilDate, partsOfDate } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { daysInMonth, weekdayOf } from './calendar.ts';
import type { DueDays, Frequency } from './due-dates.ts';
import {
  checkDueDays,
  dueDatesAfter,
  dueDatesFrom,
  firstDueDate,
  halfPeriodDays,
  openingDueDates,
} from './due-dates.ts';

const day = (text: string): Day => dayOf(text as CivilDate);
const series = (frequency: Frequency, days: number[], startDate: string | null = null): DueDays => ({
  frequency,
  days,
  startDate: startDate === null ? null : day(startDate),
});
const weekly = (weekday: number) => series('weekly', [weekday]);
const everyTwoWeeks = (weekday: number, startDate: string | null = null) =>
  series('everyTwoWeeks', [weekday], startDate);
const twiceMonthly = (one: number, other: number) => series('twiceMonthly', [one, other]);
const monthly = (dayOfMonth: number) => series('monthly', [dayOfMonth]);
const singleTerm = series('singleTerm', []);

const texts = (days: readonly Day[]): string[] => days.map(dateOf);
const list = (dates: string): string[] => dates.split(', ');
const first = (dueDays: DueDays, after: string, bufferDays: number | null = null) =>
  dateOf(firstDueDate(dueDays, day(after), bufferDays));
const opening = (dueDays: DueDays, after: string, count: number) =>
  texts(dueDatesFrom(dueDays, firstDueDate(dueDays, day(after), null), count));

describe('the series of the textbook', () => {
  test('weekly on Mondays', () => {
    assert.deepEqual(opening(weekly(1), '2027-03-10', 4), list('2027-03-15, 2027-03-22, 2027-03-29, 2027-04-05'));
  });

  test('every two weeks on Fridays', () => {
    assert.deepEqual(
      opening(everyTwoWeeks(5), '2027-03-10', 8),
      list('2027-03-12, 2027-03-26, 2027-04-09, 2027-04-23, 2027-05-07, 2027-05-21, 2027-06-04, 2027-06-18'),
    );
  });

  test('every two weeks: 26 dates a year, three in July and December 2027', () => {
    const dates = opening(everyTwoWeeks(5), '2027-03-10', 26);
    assert.equal(dates.filter((date) => date.startsWith('2027-07')).length, 3);
    assert.equal(dates.filter((date) => date.startsWith('2027-12')).length, 3);
  });

  test('twice monthly on the 15th and the last day', () => {
    assert.deepEqual(
      opening(twiceMonthly(15, 31), '2027-01-20', 6),
      list('2027-01-31, 2027-02-15, 2027-02-28, 2027-03-15, 2027-03-31, 2027-04-15'),
    );
  });

  test('twice monthly on the 14th and the 30th, in either order', () => {
    const dates = list('2027-01-30, 2027-02-14, 2027-02-28, 2027-03-14, 2027-03-30, 2027-04-14');
    assert.deepEqual(opening(twiceMonthly(14, 30), '2027-01-20', 6), dates);
    assert.deepEqual(opening(twiceMonthly(30, 14), '2027-01-20', 6), dates);
  });

  test('monthly on the last day', () => {
    assert.deepEqual(
      opening(monthly(31), '2027-12-01', 7),
      list('2027-12-31, 2028-01-31, 2028-02-29, 2028-03-31, 2028-04-30, 2028-05-31, 2028-06-30'),
    );
  });

  test('monthly on the 30th', () => {
    assert.deepEqual(opening(monthly(30), '2028-01-29', 4), list('2028-01-30, 2028-02-29, 2028-03-30, 2028-04-30'));
  });
});

describe('the first due date', () => {
  test('is strictly after the activation', () => {
    assert.equal(first(monthly(15), '2027-01-15'), '2027-02-15');
    assert.equal(first(monthly(31), '2027-02-28'), '2027-03-31');
    assert.equal(first(weekly(3), '2027-03-10'), '2027-03-17');
    assert.equal(first(twiceMonthly(1, 15), '2027-12-15'), '2028-01-01');
  });

  test('is at least the buffer after it', () => {
    assert.equal(first(monthly(15), '2027-01-05', 10), '2027-01-15');
    assert.equal(first(monthly(15), '2027-01-05', 11), '2027-02-15');
    assert.equal(first(monthly(15), '2027-01-15', 0), '2027-02-15');
    assert.equal(first(everyTwoWeeks(5), '2027-03-10', 3), '2027-03-19');
  });

  test('every two weeks lies on the series through the start date, before it too', () => {
    assert.equal(first(everyTwoWeeks(5, '2027-03-19'), '2027-03-10'), '2027-03-19');
    assert.equal(first(everyTwoWeeks(5, '2027-03-12'), '2027-03-12'), '2027-03-26');
    assert.equal(first(everyTwoWeeks(5, '2027-06-18'), '2027-03-10'), '2027-03-12');
    assert.equal(first(everyTwoWeeks(5, '2027-03-19'), '2027-03-10', 10), '2027-04-02');
  });

  test('does not exist for a single term', () => {
    assert.throws(() => firstDueDate(singleTerm, 0, null), RangeError);
  });
});

describe('later due dates', () => {
  test('begin with the first, even when that is no day of the series', () => {
    assert.deepEqual(
      texts(dueDatesFrom(monthly(15), day('2027-01-20'), 3)),
      list('2027-01-20, 2027-02-15, 2027-03-15'),
    );
    assert.deepEqual(dueDatesFrom(monthly(15), day('2027-01-20'), 0), []);
    assert.deepEqual(texts(dueDatesFrom(singleTerm, day('2027-01-20'), 3)), ['2027-01-20']);
  });

  test('keep the week of their anchor', () => {
    const after = (anchor: string) => texts(dueDatesAfter(everyTwoWeeks(5), day('2027-03-13'), 2, day(anchor)));
    assert.deepEqual(after('2027-03-12'), list('2027-03-26, 2027-04-09'));
    assert.deepEqual(after('2027-03-05'), list('2027-03-19, 2027-04-02'));
    assert.deepEqual(after('2028-03-10'), list('2027-03-26, 2027-04-09'));
  });

  test('are none for a single term', () => {
    assert.deepEqual(dueDatesAfter(singleTerm, 0, 3, 0), []);
  });
});

describe('the due dates with which a loan begins', () => {
  const terms = (over: Partial<PaymentTerms>): PaymentTerms => ({
    ...monthly(15),
    count: 4,
    amount: null,
    schedule: null,
    bufferDays: null,
    endDate: null,
    rounding: { unit: cents(1), mode: 'up' },
    amortization: 'level',
    interestOnly: 0,
    balloon: zeroCents,
    plannedAdvances: [],
    ...over,
  });
  const dates = (over: Partial<PaymentTerms>, count: number) =>
    texts(openingDueDates(terms(over), day('2027-01-10'), count));

  test('are so many days of the series', () => {
    assert.deepEqual(dates({}, 3), list('2027-01-15, 2027-02-15, 2027-03-15'));
    assert.deepEqual(dates({ bufferDays: 20 }, 2), list('2027-02-15, 2027-03-15'));
    assert.deepEqual(dates({}, 0), []);
  });

  test('end on the end date, in place of the last', () => {
    assert.deepEqual(dates({ endDate: day('2027-05-01') }, 4), list('2027-01-15, 2027-02-15, 2027-03-15, 2027-05-01'));
    assert.deepEqual(dates({ endDate: day('2027-04-20') }, 3), list('2027-01-15, 2027-02-15, 2027-04-20'));
    assert.deepEqual(dates({ endDate: day('2027-04-20') }, 1), ['2027-04-20']);
  });

  test('drop days of the series on or after the end date', () => {
    assert.deepEqual(dates({ endDate: day('2027-03-15') }, 9), list('2027-01-15, 2027-02-15, 2027-03-15'));
    assert.deepEqual(dates({ endDate: day('2027-03-10') }, 9), list('2027-01-15, 2027-02-15, 2027-03-10'));
    assert.deepEqual(dates({ endDate: day('2027-01-12') }, 9), ['2027-01-12']);
  });

  test('are all days up to the end date when neither count nor amount is given', () => {
    const over = { count: null, endDate: day('2027-04-01') };
    assert.deepEqual(dates(over, 1), list('2027-01-15, 2027-02-15, 2027-03-15, 2027-04-01'));
    assert.deepEqual(dates({ ...over, amount: cents(1) }, 2), ['2027-01-15', '2027-04-01']);
  });

  test('keep the week of the start date', () => {
    assert.deepEqual(
      dates({ ...everyTwoWeeks(5, '2027-01-22'), endDate: day('2027-02-20') }, 9),
      list('2027-01-22, 2027-02-05, 2027-02-19, 2027-02-20'),
    );
  });

  test('are the end date alone for a single term', () => {
    assert.deepEqual(dates({ ...singleTerm, count: null, endDate: day('2027-07-10') }, 1), ['2027-07-10']);
    assert.throws(() => dates(singleTerm, 1), RangeError);
  });

  test('are those that the lender supplied, all of them', () => {
    const schedule = ['2027-02-01', '2027-02-20', '2027-05-01'].map((on) => ({ on: day(on), amount: null }));
    assert.deepEqual(dates({ schedule, endDate: day('2027-04-01') }, 2), list('2027-02-01, 2027-02-20, 2027-05-01'));
  });
});

test('half a period', () => {
  const half = (frequency: Frequency, days: number[] = []) => halfPeriodDays({ frequency, days });
  const all = ['monthly', 'twiceMonthly', 'everyTwoWeeks', 'weekly', 'quarterly', 'halfYearly', 'yearly'] as const;
  assert.deepEqual(
    all.map((one) => half(one)),
    [15, 7, 7, 3, 45, 91, 182],
  );
  assert.deepEqual([half('everyNWeeks', [1, 4]), half('everyNWeeks', [1, 5]), half('singleTerm')], [14, 17, 0]);
});

describe('checking the days', () => {
  test('accepts what the interface offers', () => {
    const good = [weekly(1), weekly(7), everyTwoWeeks(5), everyTwoWeeks(5, '2027-03-12'), monthly(1), monthly(31)];
    for (const dueDays of [...good, singleTerm, twiceMonthly(15, 31), twiceMonthly(30, 14), twiceMonthly(27, 28)]) {
      assert.equal(checkDueDays(dueDays), undefined, JSON.stringify(dueDays));
    }
  });

  const bad: [DueDays, RegExp][] = [
    [weekly(0), /weekday is 1/],
    [weekly(8), /weekday is 1/],
    [weekly(1.5), /weekday is 1/],
    [weekly(Number.NaN), /weekday is 1/],
    [everyTwoWeeks(9), /weekday is 1/],
    [everyTwoWeeks(5, '2027-03-11'), /on weekday 4, not on weekday 5/],
    [monthly(0), /1 to 31/],
    [monthly(32), /1 to 31/],
    [twiceMonthly(15, 32), /1 to 31/],
    [twiceMonthly(0, 15), /1 to 31/],
    [twiceMonthly(15, 15), /same date/],
    [twiceMonthly(30, 31), /same date/],
    [twiceMonthly(28, 31), /same date/],
    [twiceMonthly(29, 28), /same date/],
    [series('weekly', []), /one day, not 0/],
    [series('monthly', [1, 15]), /one day, not 2/],
    [series('twiceMonthly', [15]), /two days, not 1/],
    [series('singleTerm', [15]), /no days, not 1/],
    [series('monthly', [15], '2027-01-15'), /no start date/],
  ];
  for (const [dueDays, message] of bad) {
    test(`refuses ${dueDays.frequency} ${JSON.stringify(dueDays.days)}${dueDays.startDate === null ? '' : ' with a start date'}`, () => {
      assert.match(checkDueDays(dueDays) ?? 'accepted', message);
    });
  }

  test('accepts a pair exactly when its days differ in every month', () => {
    for (let one = 1; one <= 31; one += 1) {
      for (let other = 1; other <= 31; other += 1) {
        const differs = [28, 29, 30, 31].every((length) => Math.min(one, length) !== Math.min(other, length));
        assert.equal(checkDueDays(twiceMonthly(one, other)) === undefined, differs, `${one}, ${other}`);
      }
    }
  });
});

describe('any series', () => {
  const weekday = fc.integer({ min: 1, max: 7 });
  const dayOfMonth = fc.integer({ min: 1, max: 31 });
  const anyDay = fc.integer({ min: day('1950-01-01'), max: day('2150-01-01') });
  const anySeries: fc.Arbitrary<DueDays> = fc.oneof(
    weekday.map(weekly),
    weekday.map((on) => everyTwoWeeks(on)),
    anyDay.map((start) => everyTwoWeeks(weekdayOf(start), dateOf(start))),
    dayOfMonth.map(monthly),
    fc
      .tuple(dayOfMonth, dayOfMonth)
      .map(([one, other]) => twiceMonthly(one, other))
      .filter((dueDays) => checkDueDays(dueDays) === undefined),
  );

  /** Checks the dates as text, one day after the other. */
  const isDue = ({ frequency, days, startDate }: DueDays, at: Day, anchor: Day): boolean => {
    const { year, month, day: dayOfMonth } = partsOfDate(dateOf(at));
    if (frequency === 'weekly') return weekdayOf(at) === days[0];
    if (frequency === 'everyTwoWeeks') return (at - (startDate ?? anchor)) % 14 === 0;
    return days.some((anchorDay) => Math.min(anchorDay, daysInMonth(year, month)) === dayOfMonth);
  };

  test('is every day that it should have, in order, and no other', () => {
    fc.assert(
      fc.property(anySeries, anyDay, fc.integer({ min: 0, max: 60 }), (dueDays, activation, bufferDays) => {
        const begin = firstDueDate(dueDays, activation, bufferDays);
        assert.ok(begin > activation && begin >= activation + bufferDays);
        const expected: Day[] = [];
        for (let at = activation + Math.max(1, bufferDays); at <= begin + 800; at += 1) {
          const hasBegun = dueDays.frequency !== 'everyTwoWeeks' || dueDays.startDate !== null || at >= begin;
          if (hasBegun && isDue(dueDays, at, begin)) expected.push(at);
        }
        assert.deepEqual(dueDatesFrom(dueDays, begin, expected.length), expected);
      }),
      { numRuns: 200 },
    );
  });

  test('goes on from any day as it would have from its first', () => {
    fc.assert(
      fc.property(anySeries, anyDay, fc.integer({ min: 0, max: 1500 }), (dueDays, activation, later) => {
        const begin = firstDueDate(dueDays, activation, null);
        const whole = dueDatesFrom(dueDays, begin, 240);
        const expected = whole.filter((at) => at > begin + later).slice(0, 12);
        const found = dueDatesAfter(dueDays, begin + later, expected.length, dueDays.startDate ?? begin);
        assert.deepEqual(found, expected);
        const anchoredLate = dueDatesAfter(dueDays, begin + later, expected.length, whole[200]!);
        assert.deepEqual(anchoredLate, expected);
      }),
      { numRuns: 200 },
    );
  });

  test('never drifts from the days of the month', () => {
    fc.assert(
      fc.property(dayOfMonth, anyDay, (anchorDay, activation) => {
        for (const at of dueDatesFrom(monthly(anchorDay), firstDueDate(monthly(anchorDay), activation, null), 60)) {
          const { year, month, day: dayOfMonth } = partsOfDate(dateOf(at));
          assert.equal(dayOfMonth, Math.min(anchorDay, daysInMonth(year, month)));
        }
      }),
    );
  });
});
