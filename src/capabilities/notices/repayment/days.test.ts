// The days on which a notification goes out, against a calendar that was counted by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { datesOn, firstDateFrom, noticeDay } from './days.ts';
import type { DayType } from './words.ts';

const day = (date: string) => dayOf(date as CivilDate);
const on = (date: string, offset: number, dayType: DayType, closed: readonly string[] = []) =>
  dateOf(noticeDay(day(date), { day: offset, dayType }, closed));
const about = (today: string, offset: number, dayType: DayType, closed: readonly string[] = []) =>
  datesOn(day(today), { day: offset, dayType }, closed).map(dateOf);

describe('the day of a notification', () => {
  test('counts calendar days as they come', () => {
    assert.equal(on('2026-03-15', -7, 'calendar'), '2026-03-08');
    assert.deepEqual(about('2026-03-08', -7, 'calendar'), ['2026-03-15']);
    assert.deepEqual(about('2026-03-20', 5, 'calendar'), ['2026-03-15']);
  });

  // 15 March 2026 is a Sunday. Before it lie 13, 12, 11, 10, 9 and 6, 5 March: the seventh open day is Thursday the 5th.
  test('counts open days over weekends', () => {
    assert.equal(on('2026-03-15', -7, 'business'), '2026-03-05');
    assert.equal(on('2026-03-15', 0, 'business'), '2026-03-16');
    assert.equal(on('2026-03-13', 1, 'business'), '2026-03-16');
  });

  test('speaks on one open day of all dates that a weekend gives it, and on a closed day of none', () => {
    assert.deepEqual(about('2026-03-13', -1, 'business'), ['2026-03-14', '2026-03-15', '2026-03-16']);
    assert.deepEqual(about('2026-03-14', -1, 'business'), []);
  });

  test('leaves out holidays, and days on which the company is closed', () => {
    // 25 December is a holiday of banks, a Friday; the company is closed on the 24th of every year.
    assert.equal(on('2026-12-28', -1, 'business'), '2026-12-24');
    assert.equal(on('2026-12-28', -1, 'business', ['12-24']), '2026-12-23');
  });

  test('finds the first date of which it speaks on a day or later', () => {
    const first = (today: string, offset: number, dayType: DayType) =>
      dateOf(firstDateFrom(day(today), { day: offset, dayType }, []));
    assert.equal(first('2026-03-08', -7, 'calendar'), '2026-03-15');
    // On Friday the 13th it speaks of the weekend and of Monday; on Saturday of nothing, and on Monday of Tuesday.
    assert.equal(first('2026-03-13', -1, 'business'), '2026-03-14');
    assert.equal(first('2026-03-14', -1, 'business'), '2026-03-17');
  });

  test('speaks of each date on exactly one day', () => {
    for (const [offset, closed] of [
      [-60, []],
      [-7, ['12-24']],
      [0, []],
      [1, []],
      [30, ['2026-12-31']],
    ] as const) {
      for (let date = day('2026-11-01'); date < day('2027-02-01'); date += 1) {
        const rule = { day: offset, dayType: 'business' } as const;
        assert.ok(datesOn(noticeDay(date, rule, closed), rule, closed).includes(date), `${offset} ${dateOf(date)}`);
      }
    }
  });
});
