import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type CivilDate, dateOfDayNumber, dayNumberMax, dayNumberMin, parseCivilDate } from './civil-date.ts';
import { addSeconds, compare, type Instant, instantOfMicros, microsOfInstant, parseInstant } from './instant.ts';
import { dateInZone, instantOfLocal, isZone } from './zone.ts';

const newYork = 'America/New_York';

function instant(text: string): Instant {
  const parsed = parseInstant(text);
  assert.ok(parsed !== undefined, `${text} is an instant`);
  return parsed;
}

function date(text: string): CivilDate {
  const parsed = parseCivilDate(text);
  assert.ok(parsed !== undefined, `${text} is a date`);
  return parsed;
}

test('zones are IANA names, not offsets or anything else', () => {
  for (const name of [newYork, 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/UTC', 'US/Eastern', 'Pacific/Apia']) {
    assert.equal(isZone(name), true, name);
  }
  for (const name of [
    '',
    '+05:00',
    '-0530',
    'Mars/Olympus',
    'America',
    'America/New_York ',
    '../etc/passwd',
    'local',
  ]) {
    assert.equal(isZone(name), false, name);
  }
});

test('an unknown zone throws rather than being taken for another', () => {
  assert.throws(() => dateInZone(instant('2024-01-01'), 'Mars/Olympus'), RangeError);
});

// New York by hand. Clocks went from 02:00 EST (-05:00) to 03:00 EDT (-04:00) on 2024-03-10 at 07:00 UTC, and from
// 02:00 EDT back to 01:00 EST on 2024-11-03 at 06:00 UTC.
const localInNewYork: readonly [local: string, expected: string, why: string][] = [
  ['2024-01-15 00:00:00', '2024-01-15T05:00:00Z', 'winter'],
  ['2024-07-15 00:00:00', '2024-07-15T04:00:00Z', 'summer'],
  ['2024-03-10 00:00:00', '2024-03-10T05:00:00Z', 'the day of 23 hours begins in winter time'],
  ['2024-03-10 01:59:59', '2024-03-10T06:59:59Z', 'the last second before the gap'],
  ['2024-03-10 02:00:00', '2024-03-10T07:00:00Z', 'the gap begins: 03:00 summer time'],
  ['2024-03-10 02:30:00', '2024-03-10T07:30:00Z', 'in the gap: 03:30 summer time'],
  ['2024-03-10 03:00:00', '2024-03-10T07:00:00Z', 'the first moment after the gap'],
  ['2024-03-11 00:00:00', '2024-03-11T04:00:00Z', 'the next day begins in summer time'],
  ['2024-11-03 00:59:59', '2024-11-03T04:59:59Z', 'before the overlap'],
  ['2024-11-03 01:00:00', '2024-11-03T05:00:00Z', 'the overlap begins: the first of the two'],
  ['2024-11-03 01:59:59', '2024-11-03T05:59:59Z', 'the overlap ends: the first of the two'],
  ['2024-11-03 02:00:00', '2024-11-03T07:00:00Z', 'after the overlap'],
  ['2024-11-04 00:00:00', '2024-11-04T05:00:00Z', 'after the day of 25 hours'],
];

for (const [local, expected, why] of localInNewYork) {
  test(`${local} in New York is ${expected}: ${why}`, () => {
    const [day = '', time = ''] = local.split(' ');
    assert.equal(instantOfLocal({ date: date(day), time, zone: newYork }), instant(expected));
  });
}

test('a day in New York lasts from its midnight to the last microsecond before the next', () => {
  for (const [day, hours] of [
    ['2024-03-10', 23],
    ['2024-11-03', 25],
    ['2024-05-05', 24],
  ] as const) {
    const start = instantOfLocal({ date: date(day), time: '00:00:00', zone: newYork });
    const end = instantOfMicros(microsOfInstant(addSeconds(start, hours * 3600)) - 1n);
    assert.equal(dateInZone(start, newYork), day);
    assert.equal(dateInZone(end, newYork), day);
    assert.equal(dateInZone(instantOfMicros(microsOfInstant(start) - 1n), newYork), addDays(date(day), -1));
    assert.equal(dateInZone(addSeconds(end, 1), newYork), addDays(date(day), 1));
  }
});

test('where midnight is skipped, the day begins with its first moment', () => {
  const start = instantOfLocal({ date: date('2018-11-04'), time: '00:00:00', zone: 'America/Sao_Paulo' });
  assert.equal(start, instant('2018-11-04T01:00:00-02:00'));
});

test('a whole skipped day moves forward into the next', () => {
  // Samoa skipped 2011-12-30 when it crossed the date line.
  const local = instantOfLocal({ date: date('2011-12-30'), time: '12:00:00', zone: 'Pacific/Apia' });
  assert.equal(dateInZone(local, 'Pacific/Apia'), '2011-12-31');
});

test('offsets of seconds, before railway time, are kept', () => {
  const noon = instantOfLocal({ date: date('1850-01-01'), time: '12:00:00', zone: newYork });
  assert.equal(noon, instant('1850-01-01T16:56:02Z'));
});

test('the ends of the calendar stay inside it', () => {
  const [first, last] = [instant('0001-01-01'), instant('9999-12-31T23:59:59.999999Z')];
  assert.equal(dateInZone(first, newYork), '0001-01-01');
  assert.equal(dateInZone(last, 'Pacific/Auckland'), '9999-12-31');
  assert.equal(instantOfLocal({ date: date('0001-01-01'), time: '00:00:00', zone: 'Asia/Tokyo' }), first);
  const lastEvening = instantOfLocal({ date: date('9999-12-31'), time: '23:59:59', zone: newYork });
  assert.equal(lastEvening, instant('9999-12-31T23:59:59Z'));
});

test('a time that no clock shows throws', () => {
  for (const time of ['24:00:00', '12:60:00', '12:00', '1:00:00', '']) {
    assert.throws(() => instantOfLocal({ date: date('2024-01-01'), time, zone: newYork }), RangeError, time);
  }
});

const zones = [newYork, 'America/Chicago', 'America/St_Johns', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const anyZone = fc.constantFrom(...zones, 'Pacific/Apia', 'Pacific/Honolulu', 'Africa/Casablanca', 'UTC');
const anySecond = fc.integer({ min: Date.UTC(1900, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
const instantOfSecond = (second: number) => instantOfMicros(BigInt(second) * 1_000_000n);

/** For comparison: the wall clock as Intl writes it. Swedish dates are ISO dates. */
function wallClock(moment: Instant, zone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const [date = '', time = ''] = format.format(Number(microsOfInstant(moment) / 1000n)).split(' ');
  return { date, time };
}

test('the day in a zone is the one on its wall calendar', () => {
  fc.assert(
    fc.property(anySecond.map(instantOfSecond), anyZone, (moment, zone) => {
      assert.equal(dateInZone(moment, zone), wallClock(moment, zone).date);
    }),
    { numRuns: 1000 },
  );
});

test('reading the wall clock and going back gives the moment, or the earlier one that shows the same', () => {
  fc.assert(
    fc.property(anySecond.map(instantOfSecond), anyZone, (moment, zone) => {
      const shown = wallClock(moment, zone);
      const back = instantOfLocal({ date: date(shown.date), time: shown.time, zone });
      assert.deepEqual(wallClock(back, zone), shown);
      assert.ok(compare(back, moment) <= 0);
    }),
    { numRuns: 1000 },
  );
});

test('every hour of twenty years of New York goes to the wall clock and back', () => {
  let overlaps = 0;
  const end = Date.UTC(2030, 0, 1) / 1000;
  for (let second = Date.UTC(2010, 0, 1) / 1000; second < end; second += 3600) {
    const moment = instantOfSecond(second);
    const day = dateInZone(moment, newYork);
    const midnight = instantOfLocal({ date: day, time: '00:00:00', zone: newYork });
    assert.ok(compare(midnight, moment) <= 0);
    const hour = Number((microsOfInstant(moment) - microsOfInstant(midnight)) / 3_600_000_000n);
    if (hour === 24) overlaps += 1;
    assert.ok(hour <= 24);
  }
  assert.equal(overlaps, 20);
});

test('no local day begins before the one before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: dayNumberMin + 1, max: dayNumberMax }), anyZone, (dayNumber, zone) => {
      const day = dateOfDayNumber(dayNumber)!;
      const start = instantOfLocal({ date: day, time: '00:00:00', zone });
      const startBefore = instantOfLocal({ date: addDays(day, -1), time: '00:00:00', zone });
      assert.ok(compare(startBefore, start) <= 0);
    }),
  );
});
