// What a state says about other states: how it differs from an earlier one, and when it will change by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, obligationKey } from '../account/difference.ts';
import type { Fact, FactOf } from '../account/facts.ts';
import { nextActionOn } from '../account/next-action.ts';
import type { Posting } from '../account/records.ts';
import { periodsOf } from '../installment/periods.ts';
import { replay } from '../installment/replay.ts';
import type { State } from '../installment/state.ts';
import { holdsFor, isBeginning, readingOf, someDay, startOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

const small = loanHistory({ size: 'small' });

function balances(postings: readonly Pick<Posting, 'on' | 'account' | 'cause' | 'amount'>[]) {
  const totals = new Map<string, number>();
  for (const { on, account, cause, amount } of postings) {
    const key = `${on} ${account} ${cause}`;
    totals.set(key, (totals.get(key) ?? 0) + amount);
  }
  return [...totals].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The facts without one of them and without the undos of it. */
function withoutOne({ facts }: History, pick: number): readonly Fact[] {
  const target = facts[1 + (pick % Math.max(1, facts.length - 1))];
  if (target === undefined || isBeginning(target)) return facts;
  const gone = new Set([target.id]);
  for (const fact of facts) if (fact.kind === 'undo' && gone.has(fact.of)) gone.add(fact.id);
  return facts.filter(({ id }) => !gone.has(id));
}

test('the difference of two states, posted after the first, gives the second', () => {
  const law = (history: History, pick: number): void => {
    const before = stateOf({ ...history, facts: withoutOne(history, pick) });
    const after = stateOf(history);
    for (const [a, b] of [
      [before, after],
      [after, before],
    ] as const) {
      const { postings } = difference(a, b);
      assert.deepEqual(balances([...a.records.postings, ...postings]), balances(b.records.postings));
      assert.ok(postings.every(({ amount }) => amount !== 0));
      const days = new Map<string, number>();
      for (const { on, cause, amount } of postings)
        days.set(`${on} ${cause}`, (days.get(`${on} ${cause}`) ?? 0) + amount);
      assert.ok(
        [...days.values()].every((total) => total === 0),
        'a correction does not balance',
      );
    }
    assert.deepEqual(difference(after, after).postings, []);
  };
  holdsFor(small, law, { runs: 400 });
});

test('keys name one thing each: steps, obligations, fees; and a difference by them turns the one state into the other', () => {
  const law = (history: History, pick: number): void => {
    const before = stateOf({ ...history, facts: withoutOne(history, pick) });
    const after = stateOf(history);
    const found = difference(before, after);
    const changed = <T>(
      kind: 'steps' | 'obligations' | 'fees',
      items: (state: State) => readonly T[],
      keyOf: (item: T) => string,
    ) => {
      const [was, is] = [before, after].map((state) => {
        const keys = items(state).map(keyOf);
        assert.deepEqual(
          keys.filter((key, i) => keys.indexOf(key) !== i),
          [],
          kind,
        );
        return new Map(items(state).map((item) => [keyOf(item), item]));
      });
      for (const { key, before: old, after: young } of found[kind]) {
        assert.deepEqual(was!.get(key) ?? null, old);
        if (young === null) was!.delete(key);
        else was!.set(key, young as T);
      }
      assert.deepEqual(new Map([...was!].sort()), new Map([...is!].sort()));
    };
    changed(
      'steps',
      ({ records }) => records.steps,
      ({ on, cause }) => `${on} ${cause}`,
    );
    changed(
      'fees',
      ({ records }) => records.fees,
      ({ on, key }) => `${key} ${on}`,
    );
    changed('obligations', ({ records, position }) => [...records.obligations, ...position.obligations], obligationKey);
  };
  holdsFor(small, law, { runs: 400 });
});

test('periods tile the time from the start, each to the day before its statement', () => {
  const law = (history: History): void => {
    const state = stateOf(history);
    const periods = periodsOf(state);
    if (state.position.standing === 'pending') return;
    const migration = history.facts.find((fact): fact is FactOf<'migration'> => fact.kind === 'migration');
    let start = migration?.periodStart ?? startOf(history);
    periods.forEach(({ ordinal, startDate, endDate, statementDate, dueDate }, i) => {
      assert.equal(startDate, start);
      assert.ok(endDate >= startDate, 'a period of no days');
      assert.deepEqual([statementDate, dueDate], [endDate + 1, endDate + 1]);
      assert.equal(ordinal, (migration?.ordinal ?? 1) + i);
      start = statementDate;
    });
    const { dueDates } = readingOf(history);
    const ahead = new Set(periods.map(({ dueDate }) => dueDate));
    assert.ok(dueDates.every((day) => ahead.has(day)));
  };
  holdsFor(small, law, { runs: 400 });
});

test('before the next action nothing happens by itself, and mostly something does on it', () => {
  const seen = { actions: 0, idle: 0 };
  const law = (history: History, pick: number): void => {
    const day = someDay(history, pick);
    if (day < startOf(history)) return;
    const { terms } = history;
    const facts = history.facts.filter(({ on }) => on <= day);
    const state = replay(terms, facts, { through: day });
    const next = nextActionOn(terms, state);
    assert.ok(next === null || next > day, `${next}`);
    const quietUntil = next === null ? day + 800 : next - 1;
    const later = replay(terms, facts, { through: quietUntil, from: state }).records;
    assert.deepEqual([later.steps, later.events, later.postings], [[], [], []]);
    if (next === null) return;
    const then = replay(terms, facts, { through: next, from: state }).records;
    seen[then.steps.length + then.events.length + then.postings.length > 0 ? 'actions' : 'idle'] += 1;
  };
  holdsFor(small, law, { runs: 500 });
  assert.ok(seen.actions > 3 * seen.idle, `${seen.actions} days with an action, ${seen.idle} without`);
});
