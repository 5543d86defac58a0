import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CivilDate, dateOfParts, dayNumberMax, dayNumberMin, partsOfDate } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { parseInstant } from '../values/instant.ts';
import {
  clampedDay,
  dateNumberOf,
  dayOfParts,
  daysInMonth,
  effectiveDay,
  firstOfYear,
  following,
  holidaysPublishedUntil,
  isHoliday,
  isOpen,
  monthsLater,
  openDaysFrom,
  type ReceiptRules,
  weekdayOf,
  yearMonthDay,
  yearOf,
} from './calendar.ts';

const day = (text: string): Day => dayOf(text as CivilDate);
const datesIn = (year: number, test: (day: Day) => boolean): string[] => {
  const found: string[] = [];
  for (let at = firstOfYear(year); at < firstOfYear(year + 1); at += 1) if (test(at)) found.push(dateOf(at).slice(5));
  return found;
};

const anyDay = fc.integer({ min: dayNumberMin, max: dayNumberMax });
const loanDay = fc.integer({ min: day('1978-01-01'), max: day('2200-12-31') });

describe('parts of a date', () => {
  test('agree with the dates written as text, on any day', () => {
    fc.assert(
      fc.property(anyDay, (at) => {
        const parts = partsOfDate(dateOf(at));
        assert.deepEqual(yearMonthDay(at), parts);
        assert.equal(yearOf(at), parts.year);
        assert.equal(dateNumberOf(at), Number(dateOf(at).replaceAll('-', '')));
        assert.equal(dayOfParts(parts.year, parts.month, parts.day), at);
      }),
      { numRuns: 2000 },
    );
  });

  test('agree on every day of four centuries', () => {
    let [year, month, dayOfMonth] = [1899, 12, 31];
    for (let at = day('1900-01-01'); at <= day('2299-12-31'); at += 1) {
      const isMonthOver = dayOfMonth === daysInMonth(year, month);
      [year, month, dayOfMonth] = isMonthOver
        ? [month === 12 ? year + 1 : year, (month % 12) + 1, 1]
        : [year, month, dayOfMonth + 1];
      if (dateNumberOf(at) !== year * 10_000 + month * 100 + dayOfMonth || dayOfParts(year, month, dayOfMonth) !== at) {
        assert.fail(`${dateOf(at)} is read as ${dateNumberOf(at)}`);
      }
    }
  });

  test('hold at both ends of the calendar', () => {
    assert.deepEqual(yearMonthDay(dayNumberMin), { year: 1, month: 1, day: 1 });
    assert.deepEqual(yearMonthDay(dayNumberMax), { year: 9999, month: 12, day: 31 });
    assert.equal(dayOfParts(1, 1, 1), dayNumberMin);
    assert.equal(dayOfParts(9999, 12, 31), dayNumberMax);
  });

  test('the year begins on 1 January', () => {
    fc.assert(
      fc.property(anyDay, (at) => {
        const first = firstOfYear(yearOf(at));
        assert.ok(first <= at && at < firstOfYear(yearOf(at) + 1));
        assert.equal(dateOf(first).slice(5), '01-01');
      }),
    );
  });

  test('weekdays begin with Monday', () => {
    assert.equal(weekdayOf(day('1970-01-01')), 4);
    assert.equal(weekdayOf(day('1969-12-29')), 1);
    assert.equal(weekdayOf(day('2027-01-31')), 7);
    assert.equal(weekdayOf(day('2028-01-01')), 6);
    fc.assert(
      fc.property(anyDay, (at) => {
        const oracle = new Date(0);
        oracle.setUTCFullYear(partsOfDate(dateOf(at)).year, yearMonthDay(at).month - 1, yearMonthDay(at).day);
        assert.equal(weekdayOf(at) % 7, oracle.getUTCDay());
      }),
    );
  });
});

describe('months later', () => {
  const series = (from: [number, number], anchor: number, count: number) =>
    Array.from({ length: count }, (_, n) => dateOf(monthsLater(from[0], from[1], n, anchor)));

  test('the last day of the month stays the last day', () => {
    assert.deepEqual(series([2027, 12], 31, 7), [
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
    ]);
  });

  test('the 30th stands in by the last day of February', () => {
    assert.deepEqual(series([2028, 1], 30, 4), ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']);
  });

  test('an anniversary of 29 February is 28 February in common years', () => {
    const birthdays = [0, 12, 24, 36, 48].map((n) => dateOf(monthsLater(2028, 2, n, 29)));
    assert.deepEqual(birthdays, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  test('never drift from the anchor, forwards or backwards', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const anchor = fc.integer({ min: 1, max: 31 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1800, max: 2200 }),
        month,
        fc.integer({ min: -600, max: 600 }),
        anchor,
        (y, m, n, a) => {
          const { year, month, day: dayOfMonth } = partsOfDate(dateOf(monthsLater(y, m, n, a)));
          assert.equal((year - y) * 12 + month - m, n);
          assert.equal(dayOfMonth, Math.min(a, daysInMonth(year, month)));
          assert.equal(dateOfParts({ year, month, day: dayOfMonth }), dateOf(clampedDay(year, month, a)));
        },
      ),
    );
  });
});

describe('holidays', () => {
  const closed = (year: number) => datesIn(year, (at) => weekdayOf(at) < 6 && !isOpen(at));

  const table: Record<number, string> = {
    2026: '01-01, 01-19, 02-16, 05-25, 06-19, 09-07, 10-12, 11-11, 11-26, 12-25',
    2027: '01-01, 01-18, 02-15, 05-31, 07-05, 09-06, 10-11, 11-11, 11-25',
    2028: '01-17, 02-21, 05-29, 06-19, 07-04, 09-04, 10-09, 11-23, 12-25',
    2029: '01-01, 01-15, 02-19, 05-28, 06-19, 07-04, 09-03, 10-08, 11-12, 11-22, 12-25',
    2030: '01-01, 01-21, 02-18, 05-27, 06-19, 07-04, 09-02, 10-14, 11-11, 11-28, 12-25',
  };
  for (const [year, dates] of Object.entries(table)) {
    test(`close the banks in ${year} on the published days`, () => {
      assert.deepEqual(closed(Number(year)), dates.split(', '));
    });
  }

  test('are those of the last published year, which is in this table', () => {
    assert.equal(holidaysPublishedUntil, Math.max(...Object.keys(table).map(Number)));
  });

  test('on a Saturday leave the Friday open', () => {
    assert.ok(isHoliday(day('2026-07-04')));
    assert.ok(isOpen(day('2026-07-03')));
    assert.ok(isOpen(day('2027-12-31')));
  });

  test('on a Sunday close the Monday', () => {
    assert.ok(isHoliday(day('2027-07-04')));
    assert.ok(isHoliday(day('2027-07-05')));
    assert.ok(!isHoliday(day('2027-07-06')));
  });

  test('count from the year in which the banks first closed', () => {
    assert.ok(isOpen(day('2020-06-19')));
    assert.ok(!isHoliday(day('2021-06-19')));
    assert.ok(!isOpen(day('2022-06-20')));
    assert.ok(isOpen(day('1985-01-21')));
    assert.ok(!isOpen(day('1986-01-20')));
  });

  test('are eleven a year, those on Saturdays included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2022, max: 2200 }), (year) => {
        const named = datesIn(year, (at) => isHoliday(at) && !(weekdayOf(at) === 1 && isHoliday(at - 1)));
        assert.equal(named.length, 11);
      }),
      { numRuns: 50 },
    );
  });
});

describe('open days after and before', () => {
  const table = [
    // Over a weekend with a holiday behind it: Friday, Tuesday, Wednesday.
    ['2027-05-27', 3, '2027-06-02'],
    ['2027-06-02', -3, '2027-05-27'],
    ['2027-05-30', 1, '2027-06-01'],
    ['2027-05-30', -1, '2027-05-28'],
    ['2027-05-30', 0, '2027-05-30'],
  ] as const;
  for (const [date, count, found] of table) {
    test(`${count} from ${date}`, () => assert.equal(dateOf(openDaysFrom(day(date), count)), found));
  }
});

describe('shifting to an open day', () => {
  const table = [
    ['2027-01-31', '2027-02-01'],
    ['2027-05-31', '2027-06-01'],
    ['2027-07-04', '2027-07-06'],
    ['2028-01-01', '2028-01-03'],
    ['2027-03-10', '2027-03-10'],
  ] as const;
  for (const [date, after] of table) {
    test(date, () => {
      assert.equal(dateOf(following(day(date))), after);
    });
  }

  test('finds the next open day, and keeps an open one', () => {
    fc.assert(
      fc.property(loanDay, (at) => {
        const next = following(at);
        assert.ok(isOpen(next));
        assert.ok(at <= next && next - at <= 4);
        for (let between = at; between < next; between += 1) assert.ok(!isOpen(between));
        assert.equal(following(next), next);
      }),
    );
  });
});

describe('the day on which money counts', () => {
  const newYork: ReceiptRules = { zone: 'America/New_York', cutOff: null, closedDays: 'asIs' };
  const counts = (instant: string, rules: Partial<ReceiptRules> = {}) =>
    dateOf(effectiveDay(parseInstant(instant)!, { ...newYork, ...rules }));

  test('is the day on the wall clock of the zone', () => {
    assert.equal(counts('2026-11-01T04:30:00Z'), '2026-11-01');
    assert.equal(counts('2026-11-01T04:30:00Z', { zone: 'America/Chicago' }), '2026-10-31');
    assert.equal(counts('2026-11-01T04:30:00Z', { zone: 'America/Los_Angeles' }), '2026-10-31');
    assert.equal(counts('2026-11-01T04:30:00Z', { zone: 'Pacific/Honolulu' }), '2026-10-31');
  });

  test('is the next day from the cut-off on', () => {
    const rules = { cutOff: '17:00:00' };
    assert.equal(counts('2027-03-10T21:59:59.999999Z', rules), '2027-03-10');
    assert.equal(counts('2027-03-10T22:00:00Z', rules), '2027-03-11');
    assert.equal(counts('2027-07-01T20:59:59Z', rules), '2027-07-01');
    assert.equal(counts('2027-07-01T21:00:00Z', rules), '2027-07-02');
    assert.equal(counts('2027-03-10T22:00:00Z', { cutOff: '00:00:00' }), '2027-03-11');
  });

  test('is an open one where closed days do not count', () => {
    const rules = { cutOff: '17:00:00', closedDays: 'following' } as const;
    assert.equal(counts('2027-07-02T20:00:00Z', rules), '2027-07-02');
    assert.equal(counts('2027-07-02T21:00:00Z', rules), '2027-07-06');
    assert.equal(counts('2027-07-04T16:00:00Z', rules), '2027-07-06');
    assert.equal(counts('2027-07-05T23:00:00Z', rules), '2027-07-06');
    assert.equal(counts('2027-07-02T21:00:00Z', { cutOff: '17:00:00' }), '2027-07-03');
  });

  test('stays past the cut-off in the hour that the clocks show twice', () => {
    const rules = { cutOff: '01:30:00' };
    assert.equal(counts('2026-11-01T05:29:59Z', rules), '2026-11-01');
    assert.equal(counts('2026-11-01T05:30:00Z', rules), '2026-11-02');
    assert.equal(counts('2026-11-01T06:10:00Z', rules), '2026-11-02'); // 01:10 again
  });
});
