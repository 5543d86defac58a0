// When entries leave and settle: the tables of the document, closed days, windows, and the clock that is moved.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOpen } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { type Instant, parseInstant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import fc from 'fast-check';
import { type BankTimes, daysAfter, entryTimes, lastCutOff } from './entry-times.ts';

const zone = 'America/New_York';
const bank: BankTimes = { zone, cutOff: '16:00', sameDayCutOffs: ['09:30', '13:45', '15:45'] };
const day = (text: string) => dayOf(text as CivilDate);
const at = (text: string): Instant => {
  const [date, time] = text.split(' ') as [CivilDate, string];
  return instantOfLocal({ date, time: `${time}:00`, zone });
};
const timesOf = (on: string, now: string, wantsSameDay = false, of = bank) => {
  const { leaves, settles, isSameDay, leavesBy } = entryTimes(of, { on: day(on), wantsSameDay }, at(now));
  return { leaves: dateOf(leaves), settles: dateOf(settles), isSameDay, leavesBy };
};
const pair = (on: string, now: string, wantsSameDay = false) => {
  const { leaves, settles } = timesOf(on, now, wantsSameDay);
  return [leaves, settles];
};

describe('an entry of the ordinary way', () => {
  const cases: readonly (readonly [what: string, on: string, now: string, leaves: string, settles: string])[] = [
    ['paid before the cut-off of a Friday', '2027-05-14', '2027-05-14 14:00', '2027-05-14', '2027-05-17'],
    ['paid when the file is gone', '2027-05-14', '2027-05-14 16:30', '2027-05-17', '2027-05-18'],
    ['paid in the evening, for the day after', '2027-05-15', '2027-05-14 18:30', '2027-05-17', '2027-05-18'],
    ['planned for a Saturday', '2027-05-15', '2027-05-10 09:00', '2027-05-14', '2027-05-17'],
    ['planned for a Tuesday', '2027-06-15', '2027-06-01 09:00', '2027-06-14', '2027-06-15'],
    ['at the second of the cut-off', '2027-05-14', '2027-05-14 16:00', '2027-05-14', '2027-05-17'],
    ['on a Sunday', '2027-05-16', '2027-05-16 12:00', '2027-05-17', '2027-05-18'],
    ['planned for a holiday', '2027-05-31', '2027-05-20 09:00', '2027-05-28', '2027-06-01'],
    ['planned for a Sunday with a holiday behind it', '2027-07-04', '2027-06-20 09:00', '2027-07-02', '2027-07-06'],
    ['planned for a holiday within a week', '2027-11-11', '2027-11-01 09:00', '2027-11-10', '2027-11-12'],
    ['planned for a Saturday before a holiday', '2028-01-15', '2028-01-03 09:00', '2028-01-14', '2028-01-18'],
  ];
  for (const [what, on, now, leaves, settles] of cases) {
    test(what, () => assert.deepEqual(pair(on, now), [leaves, settles]));
  }

  test('leaves and settles on banking days, in this order, never before the day that was authorized', () => {
    const instants = fc.integer({ min: 0, max: 5 * 366 * 24 * 60 }).map((minutes) => {
      const iso = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
      return parseInstant(iso) as Instant;
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -5, max: 40 }), fc.boolean(), (now, ahead, wantsSameDay) => {
        const on = day(now.slice(0, 10)) + ahead;
        const times = entryTimes(bank, { on, wantsSameDay }, now);
        assert.ok(isOpen(times.leaves) && isOpen(times.settles));
        assert.ok(times.settles >= on);
        assert.ok(times.leavesBy >= now);
        assert.ok(times.isSameDay ? times.leaves === times.settles && wantsSameDay : times.leaves < times.settles);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an entry of the same day', () => {
  test('goes with the first window that is open still', () => {
    for (const [now, by] of [
      ['08:00', '09:30'],
      ['09:30', '09:30'],
      ['09:31', '13:45'],
      ['14:00', '15:45'],
    ] as const) {
      const times = timesOf('2027-05-13', `2027-05-13 ${now}`, true);
      assert.deepEqual(times, {
        leaves: '2027-05-13',
        settles: '2027-05-13',
        isSameDay: true,
        leavesBy: at(`2027-05-13 ${by}`),
      });
    }
  });

  test('goes the ordinary way when the last window has closed, or the bank has none', () => {
    assert.deepEqual(pair('2027-05-13', '2027-05-13 15:50', true), ['2027-05-13', '2027-05-14']);
    const none = { ...bank, sameDayCutOffs: [] };
    assert.equal(timesOf('2027-05-13', '2027-05-13 08:00', true, none).isSameDay, false);
  });

  test('waits for the day that was authorized, and for a banking day', () => {
    assert.deepEqual(pair('2027-05-15', '2027-05-14 08:00', true), ['2027-05-14', '2027-05-17']);
    assert.deepEqual(pair('2027-05-15', '2027-05-15 08:00', true), ['2027-05-17', '2027-05-17']);
    assert.equal(timesOf('2027-05-15', '2027-05-15 08:00', true).leavesBy, at('2027-05-17 09:30'));
  });
});

describe('the clock that is moved', () => {
  test('the cut-off is that of the bank on its own clock, in winter and in summer', () => {
    // Clocks go forward on Sunday 2027-03-14: 16:00 is 21:00 in UTC on the Friday before, 20:00 on the Monday after.
    assert.equal(timesOf('2027-03-12', '2027-03-12 12:00').leavesBy, '2027-03-12T21:00:00.000000+00:00');
    assert.equal(timesOf('2027-03-15', '2027-03-15 12:00').leavesBy, '2027-03-15T20:00:00.000000+00:00');
    const late = parseInstant('2027-03-15T20:00:01Z') as Instant;
    assert.equal(dateOf(entryTimes(bank, { on: day('2027-03-15'), wantsSameDay: false }, late).leaves), '2027-03-16');
    // They go back on Sunday 2027-11-07.
    assert.equal(timesOf('2027-11-05', '2027-11-05 12:00').leavesBy, '2027-11-05T20:00:00.000000+00:00');
    assert.equal(timesOf('2027-11-08', '2027-11-08 12:00').leavesBy, '2027-11-08T21:00:00.000000+00:00');
  });

  test('the banking day is that of the bank, not of whoever asks', () => {
    // 22:30 on Thursday in New York is Friday in UTC.
    const night = parseInstant('2027-05-14T02:30:00Z') as Instant;
    assert.equal(dateOf(entryTimes(bank, { on: day('2027-05-13'), wantsSameDay: false }, night).leaves), '2027-05-14');
  });
});

describe('the last moment of a planned entry', () => {
  test('is the cut-off before it settles, or the last window of its day', () => {
    assert.equal(lastCutOff(bank, { on: day('2027-05-15'), wantsSameDay: false }), at('2027-05-14 16:00'));
    assert.equal(lastCutOff(bank, { on: day('2027-05-15'), wantsSameDay: true }), at('2027-05-17 15:45'));
  });
});

describe('what may come back of an entry', () => {
  const table: readonly (readonly [settles: string, ordinary: string, prenote: string, unauthorized: string])[] = [
    ['2027-05-14', '2027-05-18', '2027-05-19', '2027-07-14'],
    ['2027-05-17', '2027-05-19', '2027-05-20', '2027-07-19'],
    ['2027-06-01', '2027-06-03', '2027-06-04', '2027-08-02'],
    ['2027-07-06', '2027-07-08', '2027-07-09', '2027-09-07'],
    ['2027-11-12', '2027-11-16', '2027-11-17', '2028-01-12'],
    ['2028-01-18', '2028-01-20', '2028-01-21', '2028-03-20'],
  ];
  for (const [settles, ordinary, prenote, unauthorized] of table) {
    test(`that settled on ${settles}`, () => {
      const { ordinaryReturn, liveAfterPrenote, unauthorizedReturn } = daysAfter(day(settles));
      assert.deepEqual([ordinaryReturn, liveAfterPrenote, unauthorizedReturn].map(dateOf), [
        ordinary,
        prenote,
        unauthorized,
      ]);
    });
  }
});
