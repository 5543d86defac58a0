import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { replay } from '../installment/replay.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dateOf, dayOf } from '../values/day.ts';
import { nextActionAt, nextActionOn } from './next-action.ts';

const on = (date: string) => dayOf(date as CivilDate);

const loan = (facts: readonly object[], terms: object = {}) =>
  readLoan({
    terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 }, ...terms },
    facts: [{ kind: 'activation', on: '2027-02-15' }, ...facts],
  });

describe('next action', () => {
  test('the due date, then the day after it, then the late fee, then a fact given for later', () => {
    const late = { fees: { late: { graceDays: 5, flat: 10 } } };
    const { terms, facts } = loan([{ kind: 'payment', on: '2027-03-20', time: '09:30', amount: 100 }], late);
    const after = (day: string) => {
      const state = replay(terms, facts, { through: on(day) });
      return [nextActionOn(terms, state), nextActionAt(terms, state, facts, 'America/New_York')] as const;
    };
    assert.equal(dateOf(after('2027-02-20')[0]!), '2027-03-01');
    assert.equal(dateOf(after('2027-03-01')[0]!), '2027-03-02');
    assert.equal(dateOf(after('2027-03-02')[0]!), '2027-03-07');
    assert.equal(dateOf(after('2027-03-07')[0]!), '2027-04-01');
    assert.equal(after('2027-03-07')[1], '2027-03-20T13:30:00.000000+00:00', 'after the change to summer time');
    assert.equal(after('2027-03-01')[1], '2027-03-02T05:00:00.000000+00:00', 'before it');
  });

  test('where midnight is skipped, the first moment of the day', () => {
    const { terms, facts } = loan([], { payments: { frequency: 'singleTerm', endDate: '2027-04-30' } });
    const state = replay(terms, facts, { through: on('2027-04-20') });
    // In Cairo clocks change from 24:00 on the last Thursday of April to 01:00 on Friday, 2027-04-30.
    assert.equal(nextActionAt(terms, state, facts, 'Africa/Cairo'), '2027-04-29T22:00:00.000000+00:00');
  });

  test('nothing when nothing can happen any more', () => {
    const { terms, facts } = loan([{ kind: 'payment', on: '2027-02-20', amount: 1300 }]);
    const state = replay(terms, facts, { through: on('2027-02-20') });
    assert.equal(nextActionAt(terms, state, facts, 'UTC'), null);
  });

  test('a fact given for later counts at its time of day, at noon when it has none', () => {
    const at = (time: object) => {
      const { terms, facts } = loan([{ kind: 'payment', on: '2027-02-20', amount: 1, ...time }]);
      return nextActionAt(terms, replay(terms, facts, { through: on('2027-02-16') }), facts, 'UTC');
    };
    assert.equal(at({}), '2027-02-20T12:00:00.000000+00:00');
    assert.equal(at({ time: '23:59:58' }), '2027-02-20T23:59:58.000000+00:00');
    assert.equal(at({ time: '00:01:02' }), '2027-02-20T00:01:02.000000+00:00');
  });
});
