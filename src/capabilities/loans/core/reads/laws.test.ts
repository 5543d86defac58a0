// Laws for the reads of every loan, checked on random histories with everything that a loan may live through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payoffOf } from '@tenor/engine/account/payoff.ts';
import { read } from '@tenor/engine/account/read.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import { holdsFor } from '@tenor/engine/laws/compare.ts';
import { type History, loanHistory } from '@tenor/engine/laws/histories.ts';
import { yearMarkDay } from '../books/year-mark.ts';
import { isNothing, minus } from '../loan/exact-amounts.ts';
import { sumOfExact } from '../loan/exact-parts.ts';
import { amountsOf } from '../products/installment/amounts.ts';
import { interestOf, segmentsBetween } from '../products/installment/earned.ts';
import { partsOf } from '../products/installment/figure-parts.ts';
import { installment } from '../products/installment/installment.ts';
import type { OwnBooksInYear as Books } from '../products/installment/own-books.ts';
import { figuresOf } from './explain-figure.ts';

const histories = loanHistory({ size: 'small' });

const stateOf = ({ terms, facts }: History, through: number) => replay(terms, facts, { through });

function booksOf(history: History): Books {
  const { terms, through } = history;
  const on = (day: number) => stateOf(history, day);
  const state = on(through);
  const { standing, startedOn } = state.position;
  const atYear = standing === 'pending' ? state : on(yearMarkDay(through, startedOn));
  return { terms, state, on: async (day) => on(day), atYear };
}

const has = ({ facts }: History, ...kinds: string[]): boolean => facts.some(({ kind }) => kinds.includes(kind));

/** Figures whose parts leave a rest: charged-off interest, and figures that refunds and the borrower's credit share. */
function hasRest(figure: string, history: History): boolean {
  if (figure === 'chargedOffInterestAmount') return true;
  const isShared = has(history, 'refund') || (has(history, 'migration') && has(history, 'reimbursement'));
  return isShared && (figure === 'paidOverAmount' || figure === 'paidPrincipalAmount');
}

test('the parts of every figure add up to it', () => {
  const law = (history: History): void => {
    const books = booksOf(history);
    const all = figuresOf(installment, books);
    for (const [figure, amount] of Object.entries(all)) {
      const sum = partsOf(figure, books, all).reduce((total, part) => total + part.amount, 0);
      if (!hasRest(figure, history)) assert.equal(sum, amount, figure);
    }
  };
  holdsFor(histories, law, { runs: 1500 });
});

test('balances are what the engine reads', () => {
  const law = (history: History): void => {
    const { terms, state } = booksOf(history);
    const all = figuresOf(installment, { terms, state, on: async () => state, atYear: state });
    const reading = read(terms, state);
    const types = Object.entries(reading.fees);
    const of = (bucket: 'notDue' | 'due' | 'overdue') => types.reduce((sum, [, fee]) => sum + fee[bucket], 0);
    assert.equal(all.outstandingTotalAmount, reading.outstanding);
    assert.deepEqual(
      [all.nonDuePrincipalAmount, all.duePrincipalAmount, all.overduePrincipalAmount],
      Object.values(reading.principal),
    );
    assert.deepEqual(
      [all.nonDueInterestAmount, all.dueInterestAmount, all.overdueInterestAmount],
      Object.values(reading.interest),
    );
    assert.deepEqual(
      [all.nonDueFeesAmount, all.dueFeesAmount, all.overdueFeesAmount],
      [of('notDue'), of('due'), of('overdue')],
    );
    assert.equal(all.overdueTotalAmount, reading.overdueAmount);
    assert.equal(all.nonDueLateFeesAmount, reading.fees.late?.notDue ?? 0);
    const { principal, interest, fees } = reading.chargedOff;
    assert.equal(all.chargedOffTotalAmount, principal + interest + fees);
    const owed = (all.outstandingTotalAmount as number) + principal + interest + fees - reading.customerCredit;
    assert.equal(payoffOf(terms, state).amount, Math.max(0, owed));
  };
  holdsFor(histories, law, { runs: 1500 });
});

test('what came in and did not go to the loan is the credit of the borrower', () => {
  const law = (history: History): void => {
    if (has(history, 'refund', 'reimbursement')) return;
    const all = figuresOf(installment, booksOf(history));
    assert.equal(all.paidOverAmount, all.creditBalance);
  };
  holdsFor(histories, law, { runs: 1500 });
});

test('interest between two days is what the total grew by, wherever the days cut a stretch', () => {
  const law = (history: History, pick: number): void => {
    const { terms, state } = booksOf(history);
    // Frozen days that accrue later belong to their own days here, but to the day of the unfreeze in the total.
    const isKept = history.facts.some((fact) => fact.kind === 'unfreeze' && fact.accrueFrozenDays);
    if (state.position.standing === 'pending' || isKept) return;
    const { startedOn } = state.position;
    const before = stateOf(history, startedOn + (pick % (state.through - startedOn + 1)));
    const sum = sumOfExact(segmentsBetween(terms, before, state).map((segment) => interestOf(terms, segment)));
    const grown = minus(amountsOf(terms, state).accruedTotal, amountsOf(terms, before).accruedTotal);
    assert.ok(isNothing(minus(sum, grown)), `from ${before.through}`);
  };
  holdsFor(histories, law, { runs: 1500 });
});
