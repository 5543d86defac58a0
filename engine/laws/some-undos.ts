// Undos of the facts drafted before: mostly of payments, also of other undos and of accelerations and charge-offs that
// came by themselves.

import fc from 'fast-check';
import type { Fact, FactOf, Happening } from '../account/facts.ts';
import { cents } from '../values/cents.ts';
import { between, type Draft, fact, type Placed } from './drafts.ts';
import { type Frame, often } from './some-terms.ts';

const undoGenes = fc.record({
  aim: fc.oneof(
    { weight: 60, arbitrary: fc.constant('payment' as const) },
    { weight: 15, arbitrary: fc.constant('undo' as const) },
    { weight: 17, arbitrary: fc.constant('other' as const) },
    { weight: 8, arbitrary: fc.constant('word' as const) },
  ),
  pick: between(0, 60),
  reason: fc.constantFrom('failed' as const, 'reversed', 'chargeback', 'canceled'),
  later: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 5, arbitrary: between(1, 9) },
    { weight: 2, arbitrary: between(1, 90) },
  ),
  share: often<number | null>(null, between(1, 100), 75),
  hasFee: fc.boolean(),
  lag: often<number | null>(null, between(0, 30), 50),
});
type UndoGenes = typeof undoGenes extends fc.Arbitrary<infer T> ? T : never;

export const undo: fc.Arbitrary<Draft> = undoGenes.map((genes) => (frame, earlier) => {
  const stamp = { time: null, isNumbered: false, at: null, lag: genes.lag };
  if (genes.aim === 'word') return undoOfTurn(genes, frame, { stamp, count: earlier.length });
  const aims = earlier.filter(({ kind }) => (genes.aim === 'other' ? isOther(kind) : kind === genes.aim));
  const target = aims[genes.pick % Math.max(1, aims.length)];
  if (target === undefined) return [];
  const happenedOn = (target.kind === 'undo' ? target.happenedOn : target.on) + genes.later;
  const amount = genes.share === null ? null : partOf(target, genes.share, earlier);
  const nsfFee = genes.hasFee && target.kind === 'payment';
  const made: Happening = { kind: 'undo', of: target.id, reason: genes.reason, happenedOn, amount, nsfFee };
  const drafted = fact(made, { on: happenedOn, stamp, count: earlier.length });
  // An undo cannot be known before the fact that it undoes.
  const isKnownTooEarly = drafted.recordedAt !== undefined && drafted.recordedAt < (target.recordedAt ?? '');
  return [{ ...drafted, on: target.on, ...(isKnownTooEarly ? { recordedAt: target.recordedAt! } : {}) }];
});

const isOther = (kind: string) => !['payment', 'undo', 'activation', 'migration', 'index'].includes(kind);

/** A part of the fact's amount. All parts undone together are never more than the amount. */
function partOf(target: Fact, share: number, earlier: readonly Fact[]) {
  if (target.kind !== 'payment' && target.kind !== 'serviceCredit' && target.kind !== 'advance') return null;
  const undone = earlier
    .filter((one): one is FactOf<'undo'> => one.kind === 'undo' && one.of === target.id)
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const amount = Math.min(Math.ceil((target.amount * share) / 100), target.amount - undone);
  return amount > 0 ? cents(amount) : null;
}

/**
 * Undoes an acceleration or charge-off that came by itself, on the day on which it would come if nothing had been paid
 * since.
 */
function undoOfTurn(genes: UndoGenes, frame: Frame, made: Omit<Placed, 'on'>): Fact[] {
  const { accelerationDueWithin, chargeOffDueWithin } = frame.terms.delinquency;
  const of = genes.hasFee ? 'acceleration' : 'chargeOff';
  const limit = genes.hasFee ? accelerationDueWithin : chargeOffDueWithin;
  const due = frame.dueDates[genes.pick % frame.dueDates.length];
  if (limit === null || due === undefined) return [];
  const on = due + limit;
  const happenedOn = on + genes.later;
  return [fact({ kind: 'undo', of, reason: 'reversed', happenedOn, amount: null, nsfFee: false }, { on, ...made })];
}
