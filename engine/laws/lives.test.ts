// Lives in which money comes in and goes back: payments, refunds, returned payments, chargebacks, credit paid back, in
// random order. The engine against the naive simulators; every posting has a sentence that begins with its amount, and every
// payment is what became of it.
//
//   TENOR_LIVES=20000 node engine/laws/lives.test.ts       so many of each product; TENOR_SEED for others

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { explain } from '../account/explain.ts';
import type { Posting, Step } from '../account/records.ts';
import { explainLine } from '../line/explain.ts';
import { replayLine } from '../line/replay.ts';
import { type Cents, formatGrouped } from '../values/cents.ts';
import { agree as agreeOnLoan } from './agree.ts';
import { holdsFor, someDay, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';
import { agree as agreeOnLine } from './line/agree.ts';
import { type LineHistory, moneyOfLine } from './line/line-histories.ts';
import { seed } from './line/runs.ts';
import { someMoneyDraft } from './some-facts.ts';

const lives = Number(process.env.TENOR_LIVES ?? 120);

/** What the steps of both products have. */
type Told = Pick<Step, 'cause' | 'amount' | 'fees' | 'interest' | 'principal' | 'over'> & { readonly kind: string };

function allIsTold(steps: readonly Told[], postings: readonly Posting[], say: (posting: Posting) => string): void {
  for (const posting of postings) {
    const sentence = say(posting);
    assert.ok(sentence.startsWith(`$${formatGrouped(Math.abs(posting.amount) as Cents)} `), sentence);
  }
  for (const { kind, cause, amount, fees, interest, principal, over } of steps) {
    if (kind === 'payment') assert.equal(fees + interest + principal + over, amount, cause);
  }
}

const moneyOfLoan = loanHistory({ size: 'small', extras: 12, drafts: someMoneyDraft });

test(`${lives} loans whose money comes back read the same in both implementations, and every cent is told`, () => {
  const law = (history: History, pick: number): void => {
    agreeOnLoan(pick % 2 === 0 ? history : { ...history, through: someDay(history, pick) });
    const state = stateOf(history);
    const { steps, postings } = state.records;
    allIsTold(steps, postings, (posting) => explain(history.terms, state, posting));
  };
  holdsFor(moneyOfLoan, law, { runs: lives });
});

test(`${lives} lines whose money comes back do so too`, () => {
  const law = (history: LineHistory, pick: number): void => {
    const { terms, facts, through } = history;
    const start = facts[0]!.on;
    agreeOnLine(pick % 2 === 0 ? history : { ...history, through: start + (pick % (through - start)) });
    const state = replayLine(terms, facts, { through });
    const { steps, postings } = state.records;
    allIsTold(steps, postings, (posting) => explainLine(terms, state, posting));
  };
  const runs = { numRuns: lives, seed, endOnFailure: true };
  fc.assert(fc.property(moneyOfLine, fc.nat(299), law), runs);
});
