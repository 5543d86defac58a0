// Which payments must be announced, when that is in time, and which moved too late.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMovedTooLate, noticeOf, type Told } from './notices.ts';
import type { Announced } from './plan.ts';
import { type PlannedDay, plannedDays } from './planned-dates.ts';
import { ach, at, cents, day } from './test-plans.ts';

/** Due and planned on that day; the money moves on the banking day that follows. */
const payment = (on: string): PlannedDay => {
  const due = { on: day(on), ordinal: 1, after: day('2027-01-01'), statement: null };
  const [one] = plannedDays(due, { offsets: [0] }, ach);
  return one as PlannedDay;
};

describe('the notice of an amount that varies', () => {
  // Sunday 2027-08-15 moves to Monday the 16th: ten days before is the 6th.
  const august = payment('2027-08-15');
  const told = (sentOn: string, amount = 70_000): Announced => ({
    dueOn: august.due.on,
    ordinal: 1,
    amount: cents(amount),
    sentAt: at(sentOn),
    sentOn: day(sentOn),
  });
  const most = (today: string, amount: number, ...announced: Announced[]) =>
    noticeOf({ above: cents(66_605), announced }, day(today), august, amount).most;

  test('is needed above what is usual alone', () => {
    const rule = { above: cents(66_605), announced: [] };
    assert.equal(noticeOf(rule, day('2027-08-14'), august, 66_605).isNeeded, false);
    assert.equal(noticeOf(rule, day('2027-08-14'), august, 66_606).isNeeded, true);
    assert.equal(noticeOf(null, day('2027-08-14'), august, 99_999).isNeeded, false);
  });

  test('is in time ten days before the money moves, on a closed day as on another', () => {
    assert.equal(most('2027-08-06', 70_000), 70_000, 'it may still be announced');
    assert.equal(most('2027-08-07', 70_000), 66_605);
    assert.equal(most('2027-08-13', 70_000, told('2027-08-06')), 70_000);
    assert.equal(most('2027-08-13', 70_000, told('2027-08-07')), 66_605);
    assert.equal(most('2027-08-13', 72_000, told('2027-08-06')), 70_000, 'no more than it said');
    assert.equal(most('2027-08-13', 70_000, { ...told('2027-08-06'), sentAt: null, sentOn: null }), 66_605);
  });
});

describe('a day that moved', () => {
  const known: Told = { days: [day('2027-06-15'), day('2027-07-15')], payments: [], usual: 66_605 };
  test('is too late less than seven days before the money moves', () => {
    // Sunday 2027-06-20: the money moves on Monday the 21st.
    assert.equal(isMovedTooLate(known, payment('2027-06-20'), day('2027-06-14')), false);
    assert.equal(isMovedTooLate(known, payment('2027-06-20'), day('2027-06-15')), true);
  });
  test('is not one that was planned before, nor one of which nothing was known', () => {
    assert.equal(isMovedTooLate(known, payment('2027-06-15'), day('2027-06-14')), false);
    assert.equal(isMovedTooLate(known, payment('2027-08-15'), day('2027-08-14')), false);
    assert.equal(isMovedTooLate(null, payment('2027-06-20'), day('2027-06-19')), false);
  });
});
