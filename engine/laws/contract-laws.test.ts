// Laws of single contracts: rates that are reset on dates, what is re-aged, overdue interest that bears interest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import { read } from '../account/read.ts';
import { replay } from '../installment/replay.ts';
import type { State } from '../installment/state.ts';
import { scaled } from '../interest/exact.ts';
import { nextReset } from '../interest/resets.ts';
import type { Rate } from '../values/rate.ts';
import { holdsFor, readingOf, someDay, startOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

const small = loanHistory({ size: 'small' });

/** Nothing but the index moves the rate. */
const indexed = small
  .filter(({ terms, facts }) => terms.interest.resets != null && facts[0]!.kind === 'activation')
  .map(
    (history): History => ({
      ...history,
      terms: {
        ...history.terms,
        interest: {
          ...history.terms.interest,
          rates: [{ days: null, rate: '0.03' as Rate, type: 'spread' }],
          promos: [],
          overdueRate: null,
        },
      },
      facts: history.facts.filter(({ kind }) => !['rate', 'promo', 'ceiling'].includes(kind)),
    }),
  );

test('with resets a rate moves on reset dates alone, by no more than the caps, and stays within those of the life', () => {
  const seen = { moves: 0 };
  const law = (history: History): void => {
    const { position: p } = stateOf(history);
    if (p.standing === 'pending') return;
    const resets = history.terms.interest.resets!;
    const inScale = (rate: Rate | null): number => (rate === null ? Number.MAX_SAFE_INTEGER : scaled(rate, p.scale));
    const [first, ...later] = p.rateSteps;
    let before = first!.beforeDiscount;
    for (const { from, beforeDiscount } of later) {
      seen.moves += 1;
      assert.equal(nextReset(resets, from - 1), from, `${from} is no reset date`);
      const cap = from === resets.first ? (resets.firstCap ?? resets.periodicCap) : resets.periodicCap;
      assert.ok(Math.abs(beforeDiscount - before) <= inScale(cap), `moves from ${before} to ${beforeDiscount}`);
      assert.ok(beforeDiscount - first!.beforeDiscount <= inScale(resets.lifetimeCap), `rises to ${beforeDiscount}`);
      assert.ok(first!.beforeDiscount - beforeDiscount <= inScale(resets.lifetimeDrop), `falls to ${beforeDiscount}`);
      before = beforeDiscount;
    }
  };
  holdsFor(indexed, law, { runs: 400 });
  assert.ok(seen.moves > 200, `${seen.moves} moves`);
});

test('resets without any cap follow an index that changes on their dates alone', () => {
  const law = (history: History): void => {
    const resets = { ...history.terms.interest.resets!, firstCap: null, periodicCap: null, lookbackDays: 0 };
    const free = { ...resets, roundTo: null, lifetimeCap: null, lifetimeDrop: null };
    const onDates = history.facts.filter(
      ({ kind, on }) => kind !== 'index' || on <= startOf(history) || nextReset(free, on - 1) === on,
    );
    const terms = (more: object) => ({
      ...history.terms,
      interest: { ...history.terms.interest, stepCap: null, afterRateChange: 'keepPayment' as const, ...more },
    });
    const asReset = stateOf({ ...history, terms: terms({ resets: free }), facts: onDates });
    const asIndexed = stateOf({ ...history, terms: terms({ resets: null }), facts: onDates });
    assert.deepEqual(asReset.position.rateSteps, asIndexed.position.rateSteps);
  };
  holdsFor(indexed, law, { runs: 300 });
});

const reAgeOn = (on: number, pick: number): Fact => ({
  id: 'reAged',
  on,
  time: 86_399,
  number: 100_000,
  kind: 'reAge',
  into: pick % 2 === 0 ? 'payments' : 'end',
  addedDates: pick % 3,
});

const owedIn = (history: History, state: State) => {
  const { principal, interest, fees, outstanding, accruedTotal } = read(history.terms, state);
  const total = (one: { notDue: number; due: number; overdue: number }) => one.notDue + one.due + one.overdue;
  const ofFees = Object.values(fees).reduce((sum, fee) => sum + total(fee), 0);
  return { principal: total(principal), interest: total(interest), fees: ofFees, outstanding, accruedTotal };
};

test('a re-age leaves nothing overdue and changes nothing that is owed', () => {
  const seen = { taken: 0 };
  const law = (history: History, pick: number): void => {
    const on = someDay(history, pick);
    if (on < startOf(history)) return;
    const before = replay(history.terms, history.facts, { through: on });
    const facts = [...history.facts, reAgeOn(on, pick)];
    const after = replay(history.terms, facts, { through: on });
    if (after.records.moot.some(({ fact }) => fact === 'reAged')) return;
    seen.taken += 1;
    assert.deepEqual(owedIn(history, after), owedIn(history, before));
    const [was, is] = [before, after].map((state) => read(history.terms, state));
    assert.deepEqual([is!.overdueAmount, is!.daysPastDue, is!.principal.overdue, is!.interest.overdue], [0, 0, 0, 0]);
    assert.equal(is!.interestBooked, was!.interestBooked - was!.interest.overdue);
    assert.deepEqual(is!.paid, was!.paid);
    assert.equal(after.position.isDelinquent, false);
  };
  holdsFor(small, law, { runs: 3000 });
  assert.ok(seen.taken > 150, `${seen.taken} taken`);
});

test('a re-age that is undone never was', () => {
  const law = (history: History, pick: number): void => {
    const on = Math.max(startOf(history), someDay(history, pick));
    const fact = reAgeOn(on, pick);
    const rest = { reason: 'canceled', happenedOn: on, amount: null, nsfFee: false } as const;
    const facts: Fact[] = [...history.facts, fact, { id: 'back', on, kind: 'undo', of: fact.id, ...rest }];
    assert.deepEqual(stateOf({ ...history, facts }).position, stateOf(history).position);
  };
  holdsFor(small, law, { runs: 200 });
});

test('where no interest is ever overdue, it makes no difference whether it would bear interest', () => {
  const seen = { same: 0, other: 0 };
  const law = (history: History): void => {
    const bearing = (overdueBearing: 'principal' | 'principalAndInterest') => ({
      ...history,
      terms: { ...history.terms, interest: { ...history.terms.interest, precomputed: null, overdueBearing } },
    });
    const [plain, compound] = [bearing('principal'), bearing('principalAndInterest')];
    const hasBeen = stateOf(plain).records.steps.some(({ kind, interest }) => kind === 'overdue' && interest > 0);
    const isTakenOver = history.facts[0]!.kind === 'migration';
    if (hasBeen || isTakenOver) seen.other += 1;
    else {
      seen.same += 1;
      assert.deepEqual(readingOf(compound), readingOf(plain));
    }
  };
  holdsFor(small, law, { runs: 400 });
  assert.ok(seen.same > 100 && seen.other > 50, JSON.stringify(seen));
});
