// Laws of a precomputed charge: it is cut without a rest, earned no faster than its periods, and ends with the loan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import { read } from '../account/read.ts';
import { replay } from '../installment/replay.ts';
import { scheduleFrom } from '../installment/schedule-of.ts';
import type { Position } from '../installment/state.ts';
import type { Precomputed } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import { holdsFor, isBeginning, readingOf, someDay, startOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

/** With a charge, and without what does not go with it. */
const charged = loanHistory({ size: 'small' }).filter(({ terms }) => terms.interest.precomputed != null);
const precomputedOf = ({ terms }: History): Precomputed => terms.interest.precomputed!;
/** The facts with which the loan begins, and nothing after them. */
const beginning = ({ facts }: History): Fact[] => facts.filter((fact) => isBeginning(fact) || fact.kind === 'index');
const isTakenOver = ({ facts }: History): boolean => facts.some(({ kind }) => kind === 'migration');
const atStart = (history: History): Position =>
  stateOf({ ...history, facts: beginning(history), through: startOf(history) }).position;

test('the cents of the periods are the charge, and all payments together are principal and charge', () => {
  const law = (history: History): void => {
    const { total, periods } = atStart(history).charge!;
    assert.ok(periods.every(({ cents }) => Number.isSafeInteger(cents) && cents >= 0));
    assert.equal(
      periods.reduce((sum, one) => sum + one.cents, 0),
      total,
    );
    if (isTakenOver(history)) return;
    const rows = scheduleFrom(history.terms, beginning(history), startOf(history));
    const { principal, dueDates } = atStart(history);
    assert.equal(rows.length, dueDates.length);
    assert.equal(
      rows.reduce((sum, { interest }) => sum + interest, 0),
      total,
    );
    assert.equal(
      rows.reduce((sum, row) => sum + row.principal, 0),
      principal,
    );
  };
  holdsFor(charged, law, { runs: 150 });
});

test('on each due date the Rule of 78 gives back F·r(r + 1) / (n(n + 1)), rounded as the terms say, and evenly F·r / n', () => {
  const law = (history: History): void => {
    const { rebate, rebateRounding } = precomputedOf(history);
    const { dueDates, charge } = atStart(history);
    if (rebate === 'actuarial' || isTakenOver(history)) return;
    const n = dueDates.length;
    // Nothing is paid, so that the loan owes principal to the end.
    const facts = beginning(history);
    const terms = { ...history.terms, delinquency: { ...history.terms.delinquency, ...neverCalled } };
    for (const [i, through] of dueDates.entries()) {
      const r = n - i - 1;
      const exact = rebate === 'evenly' ? (charge!.total * r) / n : (charge!.total * r * (r + 1)) / (n * (n + 1));
      const { unearned } = read(terms, replay(terms, facts, { through }));
      const above = unearned - exact;
      const isRounded =
        rebate === 'ruleOf78' && rebateRounding === 'halfUp'
          ? above > -0.5 - 1e-3 && above < 0.5 + 1e-3
          : above > -1e-3 && above < 1;
      assert.ok(isRounded, `${unearned} for ${exact}`);
    }
  };
  holdsFor(charged, law, { runs: 100 });
});

const neverCalled = { accelerationDueWithin: null, chargeOffDueWithin: null };

test('what is not earned falls from the charge to nothing at most, and what accrues of it is never more than is gone', () => {
  const law = (history: History, pick: number): void => {
    const { total } = atStart(history).charge!;
    const day = someDay(history, pick);
    if (day < startOf(history)) return;
    const [early, late] = [readingOf({ ...history, through: day }), readingOf(history)];
    assert.ok(late.unearned >= 0 && late.unearned <= early.unearned && early.unearned <= total);
    if (history.terms.interest.overdueRate != null || isTakenOver(history)) return;
    const [numerator = '', denominator = ''] = late.accruedTotal.split('/');
    assert.ok(BigInt(numerator) <= BigInt(total - late.unearned) * BigInt(denominator));
  };
  holdsFor(charged, law, { runs: 300 });
});

test('who pays all that is owed on a day owes nothing, and the rest of the charge stays unearned', () => {
  const law = (history: History, pick: number): void => {
    const through = Math.max(startOf(history), someDay(history, pick));
    if (history.facts.some(({ kind }) => kind === 'undo')) return;
    const facts = history.facts.filter(({ on, kind }) => on <= through && kind !== 'settlement');
    const before = readingOf({ ...history, facts, through });
    if (before.status !== 'active' || before.outstanding <= before.customerCredit) return;
    const payment: Fact = {
      id: 'payoff',
      on: through,
      time: 86_399,
      kind: 'payment',
      amount: cents(before.outstanding - before.customerCredit),
      status: 'succeeded',
      enablePrepayments: false,
      agencyFee: cents(0),
    };
    const after = readingOf({ ...history, facts: [...facts, payment], through: through + 100 });
    assert.deepEqual([after.status, after.customerCredit, after.unearned], ['paidOff', 0, before.unearned]);
  };
  holdsFor(charged, law, { runs: 300 });
});
