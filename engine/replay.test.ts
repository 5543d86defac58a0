import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from './calc/read-loan.ts';
import { FactRefused } from './facts.ts';
import { nextActionAt, nextActionOn } from './next-action.ts';
import { periodsOf } from './periods.ts';
import { preview } from './preview.ts';
import { replay } from './replay.ts';
import { TermsRefused } from './terms.ts';
import type { CivilDate } from './values/civil-date.ts';
import { dateOf, dayOf } from './values/day.ts';

const on = (date: string) => dayOf(date as CivilDate);

const loan = (facts: readonly object[], terms: object = {}) =>
  readLoan({
    terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 }, ...terms },
    facts: [{ kind: 'activation', on: '2027-02-15' }, ...facts],
  });

describe('replay', () => {
  test('a checkpoint of other rules, or of a later day, is refused', () => {
    const { terms, facts } = loan([]);
    const from = replay(terms, facts, { through: on('2027-03-10') });
    assert.throws(() => replay(terms, [], { through: on('2027-04-10'), from: { ...from, rules: 0 } }), /rules 0/);
    assert.throws(() => replay(terms, [], { through: on('2027-03-09'), from }), /after the day/);
  });

  test('facts that contradict the rest are refused by name', () => {
    const { terms, facts } = loan([{ id: 'P1', kind: 'payment', on: '2027-03-01', amount: 10 }]);
    const early = facts.map((fact) => (fact.id === 'P1' ? { ...fact, on: on('2027-02-01') } : fact));
    const through = on('2027-06-01');
    assert.throws(() => replay(terms, early, { through }), new FactRefused('P1', 'stands before the activation'));
    const twice = [...facts, { ...facts[0]!, id: 'again' }];
    assert.throws(() => replay(terms, twice, { through }), new FactRefused('again', 'the loan has begun already'));
  });

  test('terms of which no schedule can be made are refused by path', () => {
    const { terms, facts } = loan([], { payments: { day: 1, amount: 1 } });
    assert.throws(() => replay(terms, facts, { through: on('2027-06-01') }), TermsRefused);
  });

  test('before it begins a loan is pending and owes nothing', () => {
    const { terms, facts } = loan([]);
    const { position, records } = replay(terms, facts, { through: on('2027-02-14') });
    assert.equal(position.standing, 'pending');
    assert.deepEqual(records.steps, []);
  });
});

describe('periods', () => {
  test('tile the time, with the statement on the day after', () => {
    const { terms, facts } = loan([]);
    const rows = periodsOf(replay(terms, facts, { through: on('2027-02-15') })).map((period) => [
      period.ordinal,
      dateOf(period.startDate),
      dateOf(period.endDate),
      dateOf(period.statementDate),
      dateOf(period.dueDate),
    ]);
    assert.deepEqual(rows, [
      [1, '2027-02-15', '2027-02-28', '2027-03-01', '2027-03-01'],
      [2, '2027-03-01', '2027-03-31', '2027-04-01', '2027-04-01'],
      [3, '2027-04-01', '2027-04-30', '2027-05-01', '2027-05-01'],
    ]);
  });
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
    // In Cairo clocks go from 24:00 on the last Thursday of April to 01:00 on Friday, 2027-04-30.
    assert.equal(nextActionAt(terms, state, facts, 'Africa/Cairo'), '2027-04-29T22:00:00.000000+00:00');
  });

  test('nothing when nothing can happen any more', () => {
    const { terms, facts } = loan([{ kind: 'payment', on: '2027-02-20', amount: 1300 }]);
    const state = replay(terms, facts, { through: on('2027-02-20') });
    assert.equal(nextActionAt(terms, state, facts, 'UTC'), null);
  });
});

describe('preview', () => {
  test('what a payment would change, without changing anything', () => {
    const { terms, facts } = loan([]);
    const { facts: more } = loan([{ id: 'what-if', kind: 'payment', on: '2027-02-15', amount: 300 }]);
    const through = on('2027-02-15');
    const { difference, expectedBefore, expectedAfter } = preview(terms, facts, { facts: more.slice(1) }, { through });
    assert.deepEqual(
      difference.postings.map(({ account, amount }) => [account, amount]),
      [
        ['clearing', 300_00],
        ['principal.notDue', -300_00],
      ],
    );
    assert.equal(expectedBefore[0]!.amount - expectedAfter[0]!.amount, 300_00, 'paid ahead');
    assert.equal(replay(terms, facts, { through }).position.principal, 1200_00);
  });
});
