// What is owed of a line follows from what happened, on every day (laws/what-is-owed.test.ts says the same of a loan); and
// interest never runs on more than was owed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeOf } from '../../account/tail.ts';
import { readLine } from '../../line/read.ts';
import type { LineState, LineStepKind } from '../../line/records.ts';
import { replayLine } from '../../line/replay.ts';
import { basisOf, openPeriod, weightBetween } from '../../time/day-count.ts';
import type { Day } from '../../values/day.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
import { runsOf } from './runs.ts';
import { someBalances, takenOver } from './some-migration.ts';

const anyLine = fc
  .tuple(lineHistory, someBalances, fc.integer({ min: 0, max: 3 }))
  .map(([history, balances, pick]) => (pick === 0 ? takenOver(history, balances) : history));

const sign: Partial<Record<LineStepKind, 1 | -1>> = {
  purchase: 1,
  reimbursement: 1,
  payment: -1,
  serviceCredit: -1,
  refund: -1,
  cashBack: -1,
  waiver: -1,
  settled: -1,
};

function happened({ position, records }: LineState): number {
  const interest = position.draws.reduce((sum, { booked }) => sum + booked, 0);
  const fees = records.fees.reduce((sum, { amount }) => sum + amount, 0);
  return interest + fees + records.steps.reduce((sum, { kind, amount }) => sum + (sign[kind] ?? 0) * amount, 0);
}

test('what is owed is what was bought, booked and paid back, less what came in and was given up', () => {
  const seen = { again: 0 };
  const law = ({ terms, facts, through }: LineHistory, pick: number): void => {
    const [beginning] = facts;
    const on = beginning!.on + (pick % (through - beginning!.on + 1));
    const state = replayLine(terms, facts, { through: on });
    assert.ok(state.records.postings.every(({ account }) => account !== 'suspense'));
    const { steps } = state.records;
    if (steps.some(({ kind }) => kind === 'settled') && steps.some(({ kind }) => kind === 'chargeOff')) return;
    if (steps.some(({ kind, principal, fees }) => kind === 'reimbursement' && principal + fees < 0)) seen.again++;
    const begun = replayLine(terms, facts, { through: beginning!.on, last: placeOf(beginning!) });
    const since = (of: (one: LineState) => number): number => of(state) - of(begun);
    const owed = (one: LineState): number => {
      const { owed: open, disputed, customerCredit, chargedOff } = readLine(terms, one);
      return open + disputed - customerCredit + chargedOff.principal + chargedOff.interest + chargedOff.fees;
    };
    assert.equal(since(happened), since(owed));
  };
  const runs = runsOf(300);
  fc.assert(fc.property(anyLine, fc.nat(299), law), runs);
  assert.ok(seen.again * 40 > runs.numRuns, `only ${seen.again} lines paid back more than their credit`);
});

/** The principal of each draw at the end of each day, by its postings; where it earns, what is billed and open too. */
function balanceByDay({ records }: LineState, isDaily: boolean): (draw: string, day: Day) => number {
  const changes = records.postings.filter(
    ({ account }) => account.startsWith('principal.') || (isDaily && account.startsWith('interest.')),
  );
  return (draw, day) =>
    changes.reduce(
      (sum, { on, account, amount }) => (on <= day && account.endsWith(`@${draw}`) ? sum + amount : sum),
      0,
    );
}

test('interest never runs on more than was owed that day', () => {
  const seen = { charged: 0 };
  const law = ({ terms, facts, through }: LineHistory): void => {
    const { dayCount } = terms.interest;
    // Balance times days is kept for each stretch of days at one rate: these weigh alike with these two only.
    if (basisOf(dayCount) !== 365 && basisOf(dayCount) !== 360) return;
    const state = replayLine(terms, facts, { through });
    const end = state.records.steps.find(({ kind }) => kind === 'chargeOff')?.on ?? Infinity;
    const balance = balanceByDay(state, terms.interest.accrual === 'compoundDaily');
    for (const { draw, from, to, sum } of state.records.segments) {
      if (to > end) continue;
      let most = 0;
      for (let day = from; day < to; day++)
        most += balance(draw, day) * weightBetween(dayCount, day, day + 1, openPeriod(from));
      assert.ok(sum <= most, `${draw}: from ${from} to ${to} ${sum} is more than ${most}`);
    }
    if (state.records.steps.some(({ kind }) => kind === 'graceLost')) seen.charged++;
  };
  const runs = runsOf(300);
  fc.assert(fc.property(anyLine, law), runs);
  assert.ok(seen.charged * 10 > runs.numRuns, `only ${seen.charged} lines lost grace`);
});
