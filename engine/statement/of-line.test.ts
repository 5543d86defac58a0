// What the calendar does after a bill on the day of it is no part of its statement.
//
// A line without interest: 100.00 are bought on 5 January 2027, the statement is made on the first of each month and due on
// the 22nd, and asks for 10.00. Nobody pays. The due date of 22 February passes, so the line is overdue from then on; 7 days
// later, on 1 March, it reaches the limit of days for a charge-off, on the day of its second statement.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activation, buy, day, dollars, draw, drawTerms, lineTerms, pay } from '../line/test-lines.ts';
import { dateOf } from '../values/day.ts';
import { finished } from '../values/steps.ts';
import { statementsThrough } from './made.ts';
import { lineStatements } from './rules.ts';

const delinquency = { ...lineTerms([1, 22]).delinquency, accelerationDueWithin: null, chargeOffDueWithin: 7 };
const terms = lineTerms([1, 22], { delinquency });
const facts = [
  activation('2027-01-05'),
  draw('2027-01-05', 'A', drawTerms('0', { least: 10 })),
  buy('2027-01-05', 'A', 100),
];

const made = (more: typeof facts = []) =>
  finished(
    statementsThrough(lineStatements, {
      terms,
      facts: [...facts, ...more],
      startedOn: day('2027-01-05'),
      through: day('2027-06-01'),
    }),
  );

const balances = ({ statements }: ReturnType<typeof made>) =>
  statements.map(({ statementOn, bridge: { previousBalance, newBalance } }) => [
    dateOf(statementOn),
    previousBalance,
    newBalance,
  ]);

test('a line that is charged off on the day of its statement still owes in it, and there is no other', () => {
  const { statements, nextOn } = made();
  assert.deepEqual(balances({ statements, nextOn }), [
    ['2027-02-01', 0, 10_000],
    ['2027-03-01', 10_000, 10_000],
  ]);
  assert.deepEqual([statements[1]?.activities, nextOn], [[], null]);
});

test('one that is not charged off goes on', () => {
  const { statements } = made([pay('2027-02-25', 10), pay('2027-03-10', 20), pay('2027-04-10', 70)]);
  assert.deepEqual(balances({ statements, nextOn: null }).slice(0, 4), [
    ['2027-02-01', 0, 10_000],
    ['2027-03-01', 10_000, 9000],
    ['2027-04-01', 9000, 7000],
    ['2027-05-01', 7000, 0],
  ]);
  assert.equal(statements[1]?.bridge.payments, dollars(10));
});
