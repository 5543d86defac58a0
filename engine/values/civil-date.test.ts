import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  type CivilDate,
  dateOfDayNumber,
  dateOfParts,
  dayNumberMax,
  dayNumberMin,
  dayNumberOf,
  daysInMonth,
  firstOfMonth,
  isLeapYear,
  isMonthEnd,
  monthEndBefore,
  parseCivilDate,
  partsOfDate,
} from './civil-date.ts';

const anyDate = fc.integer({ min: dayNumberMin, max: dayNumberMax }).map((n) => dateOfDayNumber(n)!);

function date(text: string): CivilDate {
  const parsed = parseCivilDate(text);
  assert.ok(parsed !== undefined, `${text} is a date`);
  return parsed;
}

test('every day from 1900 to 2100 is numbered and written as Date.UTC does it', () => {
  const firstDay = Date.UTC(1900, 0, 1) / 86_400_000;
  const lastDay = Date.UTC(2100, 11, 31) / 86_400_000;
  assert.equal(lastDay - firstDay + 1, 73_414);
  for (let day = firstDay; day <= lastDay; day += 1) {
    const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
    assert.equal(dateOfDayNumber(day), expected);
    assert.equal(dayNumberOf(date(expected)), day);
  }
});

test('any day of the calendar agrees with Date.UTC', () => {
  fc.assert(
    fc.property(anyDate, (day) => assert.equal(dayNumberOf(day), Date.parse(`${day}T00:00:00Z`) / 86_400_000)),
    { numRuns: 5000 },
  );
});

test('the calendar begins on 0001-01-01 and ends on 9999-12-31', () => {
  assert.equal(dateOfDayNumber(dayNumberMin), '0001-01-01');
  assert.equal(dateOfDayNumber(dayNumberMax), '9999-12-31');
  for (const outside of [dayNumberMin - 1, dayNumberMax + 1, 0.5, Number.NaN, 2 ** 60]) {
    assert.equal(dateOfDayNumber(outside), undefined);
  }
});

test('leap years: every fourth, not every hundredth, but every four hundredth', () => {
  assert.deepEqual([2023, 2024, 1900, 2000, 2100, 4].map(isLeapYear), [false, true, false, true, false, true]);
});

test('months have their lengths', () => {
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth({ year: 2024, month }));
  assert.deepEqual(lengths, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  assert.equal(daysInMonth({ year: 2023, month: 2 }), 28);
  assert.throws(() => daysInMonth({ year: 2023, month: 13 }), RangeError);
});

test('the date of a date-time is taken as written, whatever day it is elsewhere', () => {
  assert.equal(parseCivilDate('1980-02-29T23:30:00-05:00'), '1980-02-29');
  assert.equal(parseCivilDate('1980-02-29T00:00:00.000Z'), '1980-02-29');
  assert.equal(parseCivilDate('1980-02-29 10:15'), '1980-02-29');
});

const refused = ['2023-02-29', '2023-00-10', '2023-13-01', '2023-04-31', '2023-01-00', '0000-01-01', '2023-1-1', ''];
for (const text of [...refused, '01/02/2023', '2023-02-28T25:00:00Z', '2023-02-28junk', ' 2023-02-28']) {
  test(`'${text}' is no date`, () => assert.equal(parseCivilDate(text), undefined));
}

test('parts make a date only when the calendar has it', () => {
  assert.equal(dateOfParts({ year: 2024, month: 2, day: 29 }), '2024-02-29');
  assert.equal(dateOfParts({ year: 987, month: 6, day: 5 }), '0987-06-05');
  assert.equal(dateOfParts({ year: 2024.5, month: 2, day: 1 }), undefined);
  assert.equal(dateOfParts({ year: 10_000, month: 1, day: 1 }), undefined);
});

test('taking a date apart and putting it together is the identity', () => {
  fc.assert(
    fc.property(anyDate, (day) => {
      assert.equal(dateOfParts(partsOfDate(day)), day);
      assert.equal(parseCivilDate(day), day);
    }),
  );
});

test('adding days and counting days between are inverse', () => {
  const near = fc.integer({ min: -200_000, max: 200_000 });
  fc.assert(
    fc.property(fc.integer({ min: -400_000, max: 400_000 }), near, (start, days) => {
      const from = dateOfDayNumber(start)!;
      const to = addDays(from, days);
      assert.equal(dayNumberOf(to) - dayNumberOf(from), days);
      assert.equal(addDays(to, -days), from);
    }),
  );
});

test('days are added over month ends and leap days', () => {
  assert.equal(addDays(date('2024-02-28'), 1), '2024-02-29');
  assert.equal(addDays(date('2023-02-28'), 1), '2023-03-01');
  assert.equal(addDays(date('2024-01-01'), -1), '2023-12-31');
});

test('a day outside the calendar throws', () => {
  assert.throws(() => addDays(date('9999-12-31'), 1), RangeError);
  assert.throws(() => addDays(date('0001-01-01'), -1), RangeError);
  assert.throws(() => addDays(date('2024-01-01'), 0.5), RangeError);
});

test('the order of texts is the order of days', () => {
  fc.assert(fc.property(anyDate, anyDate, (a, b) => assert.equal(a < b, dayNumberOf(a) < dayNumberOf(b))));
});

test('a month has its first day, its last one, and the last one of the month before', () => {
  const dates = ['2024-02-29', '0001-02-01', '9999-12-31'] as CivilDate[];
  assert.deepEqual(dates.map(firstOfMonth), ['2024-02-01', '0001-02-01', '9999-12-01']);
  assert.deepEqual(dates.map(isMonthEnd), [true, false, true]);
  assert.deepEqual(dates.map(monthEndBefore), ['2024-01-31', '0001-01-31', '9999-11-30']);
});
