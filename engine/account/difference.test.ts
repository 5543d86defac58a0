import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { replay } from '../installment/replay.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dateOf, dayOf } from '../values/day.ts';
import { difference } from './difference.ts';

const on = (date: string) => dayOf(date as CivilDate);

/** 300.00 without interest in three instalments; it is found later that the first payment was in time. */
const { terms, facts } = readLoan({
  terms: {
    principal: 300,
    interest: { rate: 0 },
    payments: { day: 1, count: 3 },
    fees: { late: { graceDays: 5, flat: 10 } },
  },
  facts: [
    { kind: 'activation', on: '2027-01-15' },
    { id: 'P1', kind: 'payment', on: '2027-02-01', amount: 100, recordedAt: '2027-02-10T00:00:00Z' },
  ],
});
const through = on('2027-02-08');
const before = replay(terms, facts.slice(0, 1), { through });
const after = replay(terms, facts, { through });
const { status, postings, steps, obligations, fees, events } = difference(before, after);

test('what is posted is the later books less the earlier ones, by day, cause and account', () => {
  assert.deepEqual(
    postings.map(({ amount, account, ...posting }) => [dateOf(posting.on), posting.cause, account, amount]),
    [
      ['2027-02-01', 'payment:P1', 'clearing', 100_00],
      ['2027-02-01', 'payment:P1', 'principal.due', -100_00],
      ['2027-02-02', 'overdue:1', 'principal.due', 100_00],
      ['2027-02-02', 'overdue:1', 'principal.overdue', -100_00],
      ['2027-02-07', 'late:1', 'feeIncome.late', 10_00],
      ['2027-02-07', 'late:1', 'fees.late.notDue', -10_00],
    ],
  );
});

test('lines, obligations and fees that went, came or changed', () => {
  const shown = (changes: readonly { key: string; before: unknown; after: unknown }[]) =>
    changes.map((change) => [change.key.split(' ').at(-1), change.before !== null, change.after !== null]);
  assert.deepEqual(shown(steps), [
    ['overdue:1', true, false],
    ['late:1', true, false],
    ['payment:P1', false, true],
  ]);
  assert.deepEqual(shown(obligations), [['instalment:1', true, true]]);
  assert.equal(obligations[0]!.before!.principalOpen, 100_00);
  assert.equal(obligations[0]!.after!.principalOpen, 0);
  assert.deepEqual(
    fees.map((fee) => [fee.before?.key, fee.after]),
    [['late:1', null]],
  );
});

test('events that are no longer so, and those that now are', () => {
  const types = (list: readonly { type: string }[]) => list.map(({ type }) => type).sort();
  assert.deepEqual(types(events.gone), ['loan.latefee.booked', 'loan.obligation.statuschanged', 'loan.overdue']);
  assert.deepEqual(types(events.come), ['loan.obligation.statuschanged', 'payment.applied']);
});

test('the status, when it is another, as it was and as it is', () => {
  assert.equal(status, null);
  const paid = replay(terms, [...facts, { ...facts[1]!, id: 'P2', amount: 200_00 } as never], { through });
  assert.deepEqual(difference(before, paid).status, { before: 'active', after: 'paidOff' });
  assert.deepEqual(difference(paid, before).status, { before: 'paidOff', after: 'active' });
  const none = difference(after, after);
  assert.deepEqual([none.postings, none.steps, none.obligations, none.fees], [[], [], [], []]);
});

test('causes of a day stand in the order in which they happen, not of their ids', () => {
  const paid = (id: string, number: number) => {
    const act = { time: '12:00:00', number, amount: 10 };
    return { id, kind: 'payment', on: '2027-02-01', recordedAt: '2027-02-01T12:00:00Z', ...act };
  };
  const { terms: agreed, facts: known } = readLoan({
    terms: { principal: 300, interest: { rate: 0 }, payments: { day: 1, count: 3 } },
    facts: [{ kind: 'activation', on: '2027-01-15' }, paid('Z', 2), paid('A', 3)],
  });
  const all = replay(agreed, known, { through });
  const { postings: come } = difference(replay(agreed, known.slice(0, 1), { through }), all);
  const causes = come.filter(({ on: day }) => day === on('2027-02-01')).map(({ cause }) => cause);
  assert.deepEqual([...new Set(causes)].slice(-2), ['payment:Z', 'payment:A']);
  const { postings: gone } = difference(all, replay(agreed, known.slice(0, 1), { through }));
  assert.deepEqual(
    gone.map(({ cause }) => cause),
    come.map(({ cause }) => cause),
  );
});
