// What is owed follows from what happened, on every day, whatever came back meanwhile: lent, booked and paid back to the
// borrower, less what was received and kept, waived, credited, refunded or forgiven. No amount waits anywhere else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reading, read } from '../account/read.ts';
import type { Step } from '../account/records.ts';
import { placeOf } from '../account/tail.ts';
import { replay } from '../installment/replay.ts';
import type { State } from '../installment/state.ts';
import { holdsFor, isBeginning, someDay } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

const sign: Partial<Record<Step['kind'], 1 | -1>> = {
  advance: 1,
  reimbursement: 1,
  payment: -1,
  serviceCredit: -1,
  refund: -1,
  waiver: -1,
  settled: -1,
};

/** What happened since the loan began, as far as it changes what is owed. */
function happened({ position: { totals }, records }: State): number {
  const fees = records.fees.reduce((sum, { amount }) => sum + amount, 0);
  const money = records.steps.reduce((sum, { kind, amount }) => sum + (sign[kind] ?? 0) * amount, 0);
  return totals.interestBooked + fees + money;
}

/** What has accrued and is not booked is not owed yet; what was charged off is. */
function owed({ principal, interest, fees, chargedOff, customerCredit }: Reading): number {
  const all = [principal, { ...interest, notDue: 0 }, chargedOff, ...Object.values(fees)];
  return all.reduce(
    (sum, part) => sum + Object.values(part).reduce((total, amount) => total + amount, 0),
    -customerCredit,
  );
}

function addsUp(history: History, pick: number): State {
  const { terms, facts } = history;
  const through = someDay(history, pick);
  const beginning = facts.find(isBeginning)!;
  const state = replay(terms, facts, { through });
  assert.ok(state.records.postings.every(({ account }) => account !== 'suspense'));
  const { steps } = state.records;
  // What a settlement gives up of a charged-off loan is in no step.
  const isForgiven = steps.some(({ kind }) => kind === 'settled') && steps.some(({ kind }) => kind === 'chargeOff');
  if (through < beginning.on || isForgiven) return state;
  const begun = replay(terms, facts, { through: beginning.on, last: placeOf(beginning) });
  const since = (of: (one: State) => number): number => of(state) - of(begun);
  assert.equal(
    since(happened),
    since((one) => owed(read(terms, one))),
  );
  return state;
}

test('what is owed is what was lent, booked and paid back, less what came in and was given up', () => {
  const seen = { again: 0 };
  const law = (history: History, pick: number): void => {
    const { owedAgain, reimbursements } = addsUp(history, pick).position.totals;
    assert.ok(owedAgain >= 0 && owedAgain <= reimbursements);
    if (owedAgain > 0) seen.again++;
  };
  holdsFor(loanHistory({ size: 'small' }), law, { runs: 1500 });
  holdsFor(loanHistory({ size: 'long' }), law, { runs: 150 });
  assert.ok(seen.again > 20, `only ${seen.again} loans paid back more than their credit`);
});
