import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Instant, parseInstant } from '../values/instant.ts';
import { type Fact, type FactKind, FactRefused } from './facts.ts';
import { inOrder } from './order.ts';
import { type Timeline, timelineOf } from './timeline.ts';

const fact = (id: string, on: number, kind: FactKind, more: object = {}): Fact =>
  ({ id, on, kind, ...more }) as unknown as Fact;
const payment = (id: string, on: number, amount: number, more: object = {}): Fact =>
  fact(id, on, 'payment', { amount, ...more });
const undo = (id: string, on: number, of: string, more: object = {}): Fact =>
  fact(id, on, 'undo', { of, happenedOn: on, amount: null, nsfFee: false, ...more });
const moment = (text: string): Instant => parseInstant(text)!;

const idsOf = ({ facts }: Timeline): string[] => facts.map(({ id }) => id);
const timeline = (facts: Fact[], range: { after?: number; through?: number; knownAt?: string } = {}): Timeline =>
  timelineOf(facts, {
    after: range.after ?? 0,
    through: range.through ?? 1000,
    knownAt: range.knownAt === undefined ? undefined : moment(range.knownAt),
  });

describe('the order within a day', () => {
  const kinds: FactKind[] = [
    ...(['activation', 'unfreeze', 'index', 'rate', 'promo', 'ceiling', 'dueDateChange', 'deferral'] as const),
    ...(['plan', 'reamortization', 'advance', 'lateFeeSuspension', 'feeChange', 'fee'] as const),
    ...(['lateFeeNotified', 'waiver', 'refund'] as const),
    ...(['serviceCredit', 'payment', 'reimbursement', 'settlement', 'freeze', 'acceleration'] as const),
    ...(['chargeOff', 'agency', 'statementSent', 'close', 'undo'] as const),
  ];

  test('by kind, whatever the ids say', () => {
    const facts = kinds.map((kind, i) => fact(`F${99 - i}`, 5, kind));
    assert.deepEqual(
      facts
        .toReversed()
        .sort(inOrder)
        .map(({ kind }) => kind),
      kinds,
    );
  });

  test('a migration ranks with the activation', () => {
    const facts = [fact('B', 5, 'migration'), fact('A', 5, 'activation'), fact('C', 5, 'unfreeze')];
    assert.deepEqual(
      facts.sort(inOrder).map(({ id }) => id),
      ['A', 'B', 'C'],
    );
    assert.ok(inOrder(fact('A', 5, 'migration'), fact('B', 5, 'activation')) < 0);
  });

  test('the time comes before the kind, and without one it is noon', () => {
    const early = fact('C', 5, 'close', { time: 43_199 });
    const late = fact('A', 5, 'fee', { time: 43_201 });
    assert.deepEqual(idsOf(timeline([late, fact('B', 5, 'payment'), early])), ['C', 'B', 'A']);
    assert.ok(inOrder(fact('B', 5, 'fee', { time: 43_200 }), fact('A', 5, 'payment')) < 0);
    assert.ok(inOrder(fact('A', 5, 'payment'), fact('B', 5, 'fee', { time: 43_200 })) > 0);
  });

  test('then the moment, those without one first, then the id', () => {
    const at = (text: string) => ({ at: moment(text) });
    const facts = [
      payment('A', 5, 1, at('2027-01-02T10:00:00Z')),
      payment('B', 5, 1, at('2027-01-02T09:00:00Z')),
      payment('D', 5, 1),
      payment('C', 5, 1),
    ];
    for (const some of [facts, facts.toReversed()]) {
      assert.deepEqual(idsOf(timeline([...some])), ['C', 'D', 'B', 'A']);
    }
  });

  test('a day comes before all of them', () => {
    assert.deepEqual(idsOf(timeline([payment('A', 6, 1, { time: 0 }), fact('Z', 5, 'close', { time: 86_399 })])), [
      'Z',
      'A',
    ]);
  });
});

test('facts count after the checkpoint and through the day, and if they were known by then', () => {
  const facts = [payment('A', 3, 1), payment('B', 4, 1), payment('C', 7, 1), payment('D', 8, 1)];
  assert.deepEqual(idsOf(timeline(facts, { after: 3, through: 7 })), ['B', 'C']);
  const withUndo = [...facts, payment('X', 5, 1), undo('U', 5, 'X')];
  assert.deepEqual(idsOf(timeline(withUndo, { after: 3, through: 7 })), ['B', 'C']);
  const recorded = (id: string, text: string) => payment(id, 5, 1, { recordedAt: moment(text) });
  const known = [recorded('A', '2027-01-02T10:00:00Z'), recorded('B', '2027-01-02T10:00:01Z'), payment('C', 5, 1)];
  assert.deepEqual(idsOf(timeline(known, { knownAt: '2027-01-02T10:00:00Z' })), ['A', 'C']);
  assert.deepEqual(idsOf(timeline(known)), ['A', 'B', 'C']);
});

describe('undoing', () => {
  test('takes a fact out, or an amount from it, and what is left of nothing is nothing', () => {
    const amounts = (...undos: Fact[]): number[] =>
      timeline([payment('P', 5, 100), ...undos]).facts.map((one) => (one as { amount: number }).amount);
    assert.deepEqual(amounts(undo('U', 5, 'P')), []);
    assert.deepEqual(amounts(undo('U', 5, 'P', { amount: 30 })), [70]);
    assert.deepEqual(amounts(undo('U', 5, 'P', { amount: 30 }), undo('V', 5, 'P', { amount: 20 })), [50]);
    assert.deepEqual(amounts(undo('U', 5, 'P', { amount: 99 })), [1]);
    assert.deepEqual(amounts(undo('U', 5, 'P', { amount: 100 })), []);
    assert.deepEqual(amounts(undo('U', 5, 'P', { amount: 130 })), []);
  });

  test('leaves facts alone that have no amount, or one of nothing', () => {
    const facts = [fact('F', 5, 'freeze'), fact('Z', 5, 'fee', { amount: 0 }), payment('P', 5, 100), undo('U', 5, 'P')];
    assert.deepEqual(idsOf(timeline(facts)), ['Z', 'F']);
  });

  test('is undone by an undo that counts, and by no other', () => {
    const facts = [payment('P', 5, 100), undo('U1', 5, 'P'), undo('U2', 5, 'U1')];
    assert.deepEqual(idsOf(timeline(facts)), ['P']);
    assert.deepEqual(idsOf(timeline([...facts, undo('U3', 5, 'U2')])), []);
    assert.deepEqual(idsOf(timeline([...facts, undo('U3', 5, 'U2'), undo('U4', 5, 'U3')])), ['P']);
  });

  test('cannot be of itself, around corners either, nor of a part of what has no amount', () => {
    assert.throws(() => timeline([undo('U', 5, 'U')]), FactRefused);
    assert.throws(() => timeline([undo('U', 5, 'V'), undo('V', 5, 'U')]), FactRefused);
    assert.throws(() => timeline([fact('F', 5, 'freeze'), undo('U', 5, 'F', { amount: 1 })]), FactRefused);
    const plan = fact('R', 5, 'reamortization', { amount: null });
    assert.throws(() => timeline([plan, undo('U', 5, 'R', { amount: 1 })]), FactRefused);
  });
});

describe('what undos bring', () => {
  const returned = (happenedOn: number, more: object = {}): Fact =>
    undo('U', 5, 'P', { happenedOn, nsfFee: true, ...more });

  test('a returned item on the day it happened, not before the payment', () => {
    const items = (some: Fact, range = {}) => timeline([payment('P', 5, 100), some], range).returnedItems;
    assert.deepEqual(items(returned(9)), [{ on: 9, key: 'nsf:U' }]);
    assert.deepEqual(items(returned(3)), [{ on: 5, key: 'nsf:U' }]);
    assert.deepEqual(items(returned(9, { nsfFee: false })), []);
    assert.deepEqual(items(returned(9), { after: 5 }), [], 'the checkpoint has it');
    assert.deepEqual(items(returned(9), { after: 4, through: 5 }), [{ on: 9, key: 'nsf:U' }]);
    assert.deepEqual(items(returned(9), { through: 4 }), []);
  });

  test('an undo of an undo brings none', () => {
    const facts = [payment('P', 5, 100), undo('U', 5, 'P'), undo('V', 5, 'U', { nsfFee: true })];
    assert.deepEqual(timeline(facts).returnedItems, []);
  });

  test('returned items stand in the order of their days, then of their keys', () => {
    const facts = [payment('P', 5, 1), payment('Q', 5, 1), payment('R', 5, 1)];
    const undos = [
      undo('U3', 5, 'P', { happenedOn: 9, nsfFee: true }),
      undo('U1', 5, 'Q', { happenedOn: 9, nsfFee: true }),
      undo('U2', 5, 'R', { happenedOn: 8, nsfFee: true }),
    ];
    assert.deepEqual(
      timeline([...facts, ...undos]).returnedItems.map(({ key }) => key),
      ['nsf:U2', 'nsf:U1', 'nsf:U3'],
    );
  });

  test('an acceleration or charge-off undone keeps the automatic ones away through the day it happened', () => {
    const suppressed = (...facts: Fact[]) => timeline(facts).suppressed;
    const both = [
      { what: 'acceleration', from: 5, to: 9 },
      { what: 'chargeOff', from: 5, to: 9 },
    ];
    assert.deepEqual(suppressed(undo('U', 5, 'acceleration', { happenedOn: 9 })), both.slice(0, 1));
    assert.deepEqual(suppressed(undo('U', 5, 'chargeOff', { happenedOn: 9 })), both);
    assert.deepEqual(suppressed(fact('A', 5, 'acceleration'), undo('U', 5, 'A', { happenedOn: 9 })), both.slice(0, 1));
    assert.deepEqual(suppressed(fact('C', 5, 'chargeOff'), undo('U', 5, 'C', { happenedOn: 9 })), both);
    assert.deepEqual(suppressed(payment('P', 5, 1), undo('U', 5, 'P', { happenedOn: 9 })), []);
    assert.deepEqual(suppressed(undo('U', 5, 'acceleration', { happenedOn: 3 })), [
      { what: 'acceleration', from: 5, to: 5 },
    ]);
  });
});

test('the last change of the origination fee counts, in the order of facts, if it is not undone', () => {
  const change = (id: string, on: number, amount: number, type = 'origination'): Fact =>
    fact(id, on, 'feeChange', { type, amount, cap: null });
  const origination = (...facts: Fact[]): number | null => timeline(facts).origination;
  assert.equal(origination(), null);
  assert.equal(origination(change('A', 5, 10)), 10);
  assert.equal(origination(change('A', 5, 10), change('B', 6, 20)), 20);
  assert.equal(origination(change('B', 6, 20), change('A', 5, 10)), 20);
  assert.equal(origination(change('A', 5, 10), change('B', 6, 20, 'service')), 10);
  assert.equal(origination(change('A', 5, 10), change('B', 6, 20), undo('U', 6, 'B')), 10);
  assert.equal(timeline([change('A', 5, 10)], { through: 3 }).origination, 10, 'it counts from activation');
});
