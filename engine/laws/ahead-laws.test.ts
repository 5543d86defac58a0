// What a state tells about other states: how it differs from one before, and when it changes by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../difference.ts';
import { nextActionOn } from '../next-action.ts';
import { replay } from '../replay.ts';
import type { Posting } from '../state.ts';
import { holdsFor, isBeginning, someDay, startOf, stateOf } from './compare.ts';
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

test('the difference of two states, posted after the first, gives the second', () => {
  const law = (history: History, pick: number): void => {
    const target = history.facts[1 + (pick % Math.max(1, history.facts.length - 1))];
    if (target === undefined || isBeginning(target)) return;
    const orphans = new Set([target.id]);
    for (const fact of history.facts) if (fact.kind === 'undo' && orphans.has(fact.of)) orphans.add(fact.id);
    const before = stateOf({ ...history, facts: history.facts.filter(({ id }) => !orphans.has(id)) });
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
