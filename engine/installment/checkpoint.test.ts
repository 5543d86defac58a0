import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FactRefused } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import { readLoan } from '../calc/read-loan.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { replay } from './replay.ts';

const on = (date: string) => dayOf(date as CivilDate);

const loan = (facts: readonly object[], terms: object = {}) =>
  readLoan({
    terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 }, ...terms },
    facts: [{ kind: 'activation', on: '2027-02-15' }, ...facts],
  });

describe('replaying', () => {
  test('a checkpoint of other rules, or of a later day, is refused', () => {
    const { terms, facts } = loan([]);
    const from = replay(terms, facts, { through: on('2027-03-10') });
    assert.throws(() => replay(terms, [], { through: on('2027-04-10'), from: { ...from, rules: 0 } }), /rules 0/);
    assert.throws(() => replay(terms, [], { through: on('2027-03-09'), from }), /after the day/);
  });

  test('a checkpoint that was stored as JSON goes on as if it never had been', () => {
    const { terms, facts } = loan([{ kind: 'payment', on: '2027-03-20', amount: 350.5 }], {
      fees: { late: { graceDays: 5, flat: 10 }, origination: { amount: 30, charged: 'spread' } },
    });
    const through = on('2027-06-01');
    const from = replay(terms, facts, { through: on('2027-03-10') });
    const stored = JSON.parse(JSON.stringify(from));
    assert.deepEqual(replay(terms, facts, { through, from: stored }), replay(terms, facts, { through, from }));
    assert.deepEqual(
      replay(terms, facts, { through, from: stored }).position,
      replay(terms, facts, { through }).position,
    );
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
