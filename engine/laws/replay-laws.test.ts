// What the result of a replay does not depend on: the order of the list, when facts were recorded, where it began, what
// was undone, what comes later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, FactOf } from '../account/facts.ts';
import { read } from '../account/read.ts';
import type { Records } from '../account/records.ts';
import { factsAfter, placeOf, reachBack } from '../account/tail.ts';
import { replay } from '../installment/replay.ts';
import type { Position, State } from '../installment/state.ts';
import type { Day } from '../values/day.ts';
import { holdsFor, isBeginning, readingOf, someDay, startOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';

const small = loanHistory({ size: 'small' });
const long = loanHistory({ size: 'long' });
function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

test('the same loan gives the same state, is not written to, and its facts may come in any order', () => {
  const law = (history: History, pick: number): void => {
    const first = stateOf(frozen(structuredClone(history)));
    assert.deepEqual(stateOf(history), first);
    const cut = pick % history.facts.length;
    const turned = [...history.facts.slice(cut), ...history.facts.slice(0, cut).reverse()];
    assert.deepEqual(stateOf({ ...history, facts: turned }), first);
  };
  holdsFor(small, law, { runs: 500 });
});

test('a position is not written to by the replay that resumes from it', () => {
  const law = (history: History, pick: number): void => {
    const checkpoint = stateOf({ ...history, through: someDay(history, pick) });
    const copy = structuredClone(checkpoint);
    const resumed = replay(history.terms, history.facts, { through: history.through, from: frozen(checkpoint) });
    assert.deepEqual(checkpoint, copy);
    read(history.terms, frozen(resumed));
  };
  holdsFor(small, law, { runs: 300 });
});

function joined(parts: readonly Records[]): Records {
  const names = Object.keys(parts[0]!) as (keyof Records)[];
  return Object.fromEntries(
    names.map((name) => [name, parts.flatMap((part) => [...part[name]])]),
  ) as unknown as Records;
}

const remaining = (facts: readonly Fact[], day: Day): readonly Fact[] => facts.filter(({ on }) => on > day);

const undoOf = ({ id, on }: Fact, more: Partial<FactOf<'undo'>> = {}): Fact => ({
  id: `undo-of-${id}`,
  on,
  kind: 'undo',
  of: id,
  reason: 'failed',
  happenedOn: on,
  amount: null,
  nsfFee: false,
  ...more,
});

/** Every other payment is returned after a while, with a fee. */
const manyReturns = small.map(
  (history): History => ({
    ...history,
    facts: history.facts.flatMap((fact, i) =>
      fact.kind === 'payment' && i % 2 === 0
        ? [fact, undoOf(fact, { happenedOn: fact.on + 5 + (i % 40), nsfFee: true })]
        : [fact],
    ),
  }),
);

test('a replay from a checkpoint is the replay from the start: with all facts, or with the later ones alone', () => {
  const law = (history: History, pick: number): void => {
    const { terms, facts, through } = history;
    const whole = stateOf(history);
    const day = someDay(history, pick);
    const before = replay(terms, facts, { through: day });
    const starts = isBegun(before.position) ? [facts, remaining(facts, day)] : [facts];
    for (const given of starts) {
      const after = replay(terms, given, { through, from: before });
      assert.deepEqual(after.position, whole.position);
      assert.deepEqual(joined([before.records, after.records]), whole.records);
      assert.deepEqual(read(terms, after).open, read(terms, whole).open);
    }
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(manyReturns, law, { runs: 200 });
  holdsFor(long, law, { runs: 60 });
});

/** Two and more facts on every day, some at other times of the day, some undone on the day itself. */
const crowded = small.map(
  (history): History => ({
    ...history,
    facts: history.facts.flatMap((fact, i) => (fact.kind === 'payment' ? crowdOf(fact, i) : [fact])),
  }),
);

function crowdOf(payment: FactOf<'payment'>, i: number): Fact[] {
  const early = { ...payment, id: `${payment.id}-early`, time: 1_000 * (i % 40), amount: 1 as never };
  const late = { ...payment, id: `${payment.id}-late`, time: 80_000, amount: 200 as never };
  const called: Fact = { id: `${payment.id}-called`, on: payment.on, kind: 'acceleration' };
  const target = i % 5 === 0 ? called : late;
  const back = undoOf(target, { nsfFee: target === late && i % 3 > 0, happenedOn: late.on + (i % 2) * 60 });
  const undone = [[], [back], [back, undoOf(back)]][i % 3]!;
  return [payment, early, target, ...undone];
}

/** A checkpoint after one of the facts known by then, and the facts that came later. */
function cutAt({ terms, facts, through }: History, pick: number) {
  const known = facts.slice(0, Math.max(1, pick % (facts.length + 1)));
  const places = known.filter(({ kind, on }) => kind !== 'undo' && kind !== 'index' && on <= through);
  const place = places[pick % Math.max(1, places.length)];
  if (place === undefined) return undefined;
  const checkpoint = replay(terms, known, { through: place.on, last: placeOf(place) });
  return { place, checkpoint, tail: factsAfter(known, place), fresh: facts.slice(known.length) };
}

test('a replay from a checkpoint after any fact is the replay from the start, unless a later one reaches back', () => {
  const seen = { taken: 0, inDay: 0 };
  const law = (history: History, pick: number): void => {
    const { terms, facts, through } = history;
    const cut = cutAt(history, pick);
    if (cut === undefined || !isBegun(cut.checkpoint.position) || reachBack(cut.fresh, cut.tail, cut.place)) return;
    const { place, checkpoint, tail, fresh } = cut;
    seen.taken += 1;
    if ([...tail, ...fresh].some(({ on }) => on === place.on)) seen.inDay += 1;
    const whole = stateOf(history);
    const from: State = JSON.parse(JSON.stringify(checkpoint));
    for (const given of [facts, [...tail, ...fresh]]) {
      const after = replay(terms, given, { through, from });
      assert.deepEqual(after.position, whole.position);
      assert.deepEqual(joined([checkpoint.records, after.records]), whole.records);
    }
  };
  holdsFor(small, law, { runs: 600 });
  holdsFor(crowded, law, { runs: 800 });
  holdsFor(manyReturns, law, { runs: 200 });
  assert.ok(seen.taken > 600 && seen.inDay > 200, JSON.stringify(seen));
});

const isBegun = ({ standing }: Position): boolean => standing !== 'pending';

test('a replay day by day is the replay in one go', () => {
  const law = (history: History): void => {
    const { terms, facts, through } = history;
    let state = replay(terms, facts, { through: startOf(history) });
    const parts = [state.records];
    for (let day = startOf(history) + 1; day <= through; day += 1) {
      state = replay(terms, facts, { through: day, from: state });
      parts.push(state.records);
    }
    if (through < startOf(history)) return;
    const whole = stateOf(history);
    assert.deepEqual(state.position, whole.position);
    assert.deepEqual(joined(parts), whole.records);
  };
  holdsFor(small, law, { runs: 60 });
});

test('when a fact was recorded does not matter', () => {
  const law = (history: History): void => {
    const facts = history.facts.map(({ recordedAt: _, ...fact }) => fact as Fact);
    assert.deepEqual(unrecorded(stateOf({ ...history, facts })), unrecorded(stateOf(history)));
  };
  holdsFor(small, law, { runs: 300 });
});

/** The state without the instants of recording, which it keeps for facts about rates. */
const unrecorded = (state: State): unknown =>
  JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === 'recordedAt' ? undefined : value)));

test('what was known at a moment is the loan without the facts recorded later', () => {
  const law = ({ terms, facts, through }: History, pick: number): void => {
    const moments = facts.flatMap(({ recordedAt }) => (recordedAt === undefined ? [] : [recordedAt]));
    const knownAt = moments[pick % moments.length];
    if (knownAt === undefined) return;
    const known = facts.filter(({ recordedAt }) => recordedAt === undefined || recordedAt <= knownAt);
    assert.deepEqual(replay(terms, facts, { through, knownAt }), replay(terms, known, { through }));
  };
  holdsFor(small, law, { runs: 300 });
});

/**
 * A fact that can be undone without a trace. Undoing an acceleration or a charge-off by hand also keeps it from
 * happening again, so these are left out.
 */
function undoable({ facts }: History, pick: number, kinds?: readonly string[]): Fact | undefined {
  const undone = new Set(facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.of] : [])));
  const able = facts.filter(
    (fact) =>
      !isBeginning(fact) &&
      !['undo', 'acceleration', 'chargeOff'].includes(fact.kind) &&
      !undone.has(fact.id) &&
      (kinds === undefined || kinds.includes(fact.kind)),
  );
  return able[pick % Math.max(1, able.length)];
}

test('a fact undone is a fact that never was', () => {
  const law = (history: History, pick: number): void => {
    const target = undoable(history, pick);
    if (target === undefined) return;
    const without = history.facts.filter((fact) => fact !== target);
    const undone = [...history.facts, undoOf(target, { happenedOn: target.on + (pick % 40) })];
    assert.deepEqual(stateOf({ ...history, facts: undone }), stateOf({ ...history, facts: without }));
  };
  holdsFor(small, law, { runs: 500 });
});

test('a moot fact has done nothing', () => {
  const seen = { moot: 0 };
  const law = (history: History, pick: number): void => {
    const state = stateOf(history);
    const { moot } = state.records;
    const one = moot[pick % Math.max(1, moot.length)];
    if (one === undefined) return;
    seen.moot += 1;
    const gone = (fact: Fact): boolean => fact.id === one.fact || (fact.kind === 'undo' && fact.of === one.fact);
    const without = stateOf({ ...history, facts: history.facts.filter((fact) => !gone(fact)) });
    assert.deepEqual(
      without.records.moot,
      moot.filter(({ fact }) => fact !== one.fact),
    );
    assert.deepEqual({ ...without.records, moot: [] }, { ...state.records, moot: [] });
    assert.deepEqual({ ...readingOf(history), moot: [] }, { ...read(history.terms, without), moot: [] });
  };
  holdsFor(small, law, { runs: 500 });
  assert.ok(seen.moot > 60, `only ${seen.moot} facts were moot`);
});

test('an undo undone never was, and brings no fee', () => {
  const law = (history: History, pick: number): void => {
    const target = undoable(history, pick, ['payment', 'serviceCredit', 'fee', 'advance', 'refund']);
    if (target === undefined) return;
    const undo = undoOf(target, { happenedOn: target.on + (pick % 40), nsfFee: target.kind === 'payment' });
    const facts = [...history.facts, undo, undoOf(undo, { happenedOn: undo.on + 50 })];
    assert.deepEqual(stateOf({ ...history, facts }), stateOf(history));
  };
  holdsFor(small, law, { runs: 400 });
});

test('a payment that comes back never was, but for the fee on the day it came back', () => {
  const law = (history: History, pick: number): void => {
    const target = undoable(history, pick, ['payment']);
    const { nsf } = history.terms.fees;
    if (target === undefined || nsf === null) return;
    const happenedOn = target.on + (pick % 30);
    const without = { ...history, facts: history.facts.filter((fact) => fact !== target) };
    const returned = { ...history, facts: [...history.facts, undoOf(target, { happenedOn, nsfFee: true })] };
    const sooner = Math.min(history.through, happenedOn - 1);
    assert.deepEqual(
      stateOf({ ...returned, through: sooner }).records,
      stateOf({ ...without, through: sooner }).records,
    );
    if (history.through < happenedOn) return;
    const fees = readingOf({ ...returned, through: happenedOn }).feesBooked.filter(({ key }) =>
      key.includes(target.id),
    );
    const { status } = readingOf({ ...without, through: happenedOn - 1 });
    const isBooked = nsf > 0 && status !== 'chargedOff';
    if (status !== 'paidOff' && status !== 'pending' && happenedOn > target.on) {
      const fee = { key: `nsf:undo-of-${target.id}`, on: happenedOn, amount: nsf };
      assert.deepEqual(fees, isBooked ? [fee] : []);
    }
  };
  holdsFor(small, law, { runs: 400 });
});

test('a part undone is a smaller payment', () => {
  const law = (history: History, pick: number): void => {
    const target = undoable(history, pick, ['payment']);
    if (target?.kind !== 'payment' || target.amount < 2) return;
    const part = 1 + (pick % (target.amount - 1));
    const smaller = { ...target, amount: target.amount - part } as Fact;
    const undone = [...history.facts, undoOf(target, { amount: part as never })];
    const replaced = history.facts.map((fact) => (fact === target ? smaller : fact));
    const bare = ({ records }: State) => records;
    assert.deepEqual(bare(stateOf({ ...history, facts: undone })), bare(stateOf({ ...history, facts: replaced })));
  };
  holdsFor(small, law, { runs: 300 });
});

/** True for a fact that also changes days before its own: a changed origination fee counts from the start. */
const reachesBack = ({ kind }: Fact): boolean => kind === 'feeChange';

test('what lies ahead changes nothing', () => {
  const law = (history: History, pick: number): void => {
    if (history.facts.some(reachesBack)) return;
    const through = someDay(history, pick);
    const facts = history.facts.filter(({ on, kind }) => on <= through || isBeginning({ kind } as Fact));
    const whole = replay(history.terms, history.facts, { through });
    const early = replay(history.terms, facts, { through });
    assert.deepEqual(early.records, whole.records);
    assert.deepEqual(read(history.terms, early), read(history.terms, whole));
  };
  holdsFor(small, law, { runs: 500 });
});

test('a replay goes on where an earlier one ended: its records begin with those of the earlier', () => {
  const law = (history: History, pick: number): void => {
    const early = stateOf({ ...history, through: someDay(history, pick) }).records;
    const late = stateOf(history).records;
    for (const name of ['steps', 'postings', 'fees', 'events', 'moot'] as const) {
      assert.deepEqual(late[name].slice(0, early[name].length), early[name]);
    }
  };
  holdsFor(small, law, { runs: 300 });
});
