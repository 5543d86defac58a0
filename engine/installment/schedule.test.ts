// Terms that no reader accepts, and which the schedule must refuse or compute correctly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import { TermsRefused } from '../account/terms.ts';
import { type Loan, readLoan } from '../calc/read-loan.ts';
import { parseGolden } from '../golden/golden-file.ts';
import { cents } from '../values/cents.ts';
import { replay } from './replay.ts';
import { expectedPayments } from './schedule-of.ts';
import type { Terms } from './terms.ts';

const { terms, facts } = readLoan(
  parseGolden(`
terms
  principal        600.00
  interest.rate    0
  payments.day     1
  payments.count   3
facts
  2027-01-01  activation
`).cases[0]!.loan,
) as Loan;
const start = facts[0]!.on;

test('the first due date lies after the activation, and there is one', () => {
  const supplied = (...days: number[]): Terms => ({
    ...terms,
    payments: { ...terms.payments, schedule: days.map((on) => ({ on, amount: null })) },
  });
  assert.throws(() => replay(supplied(start, start + 31), facts, { through: start }), TermsRefused);
  assert.throws(() => replay(supplied(), facts, { through: start }), TermsRefused);
  assert.equal(replay(supplied(start + 1), facts, { through: start }).position.payment, 600_00);
});

test('a payment and a count together: the amounts that were supplied go, and due dates that are not needed', () => {
  const rows = [100_00, 200_00, 300_00].map((amount, i) => ({ on: start + 31 * (i + 1), amount: cents(amount) }));
  const withRows: Terms = { ...terms, payments: { ...terms.payments, schedule: rows } };
  const paymentsAt = (amount: number): number[] => {
    const given = { id: 'R', on: start + 10, kind: 'reamortization', count: 3, amount: cents(amount) } as Fact;
    const all = [...facts, given];
    return expectedPayments(withRows, replay(withRows, all, { through: start + 10 }), all).map((row) => row.amount);
  };
  assert.deepEqual(paymentsAt(250_00), [250_00, 250_00, 100_00]);
  assert.deepEqual(paymentsAt(300_00), [300_00, 300_00]);
  assert.deepEqual(paymentsAt(150_00), [150_00, 150_00, 300_00], 'the last takes the rest');
});
