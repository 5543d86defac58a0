// The order of all facts: it is the same for every product, and never that of arrival (rules.md 1.2, 1.4, 15.1).

import { compare, type Instant } from '../values/instant.ts';
import type { FactBase, Undo } from './facts.ts';

/** The kinds of facts of all products, in the order that they have where nobody said another (rules.md 1.4, 15.1). */
const kindsInOrder = [
  ['activation', 'migration'],
  ['unfreeze'],
  ['drawActivation'],
  ['drawReopening'],
  ['index'],
  ['rate'],
  ['promo'],
  ['ceiling'],
  ['limit'],
  ['drawLimit'],
  ['spending'],
  ['dueDateChange'],
  ['cycleChange'],
  ['deferral'],
  ['plan'],
  ['reamortization'],
  ['minimumTerms'],
  ['amortization'],
  ['advance'],
  ['authorization'],
  ['purchase'],
  ['release'],
  ['lateFeeSuspension'],
  ['feeChange'],
  ['fee'],
  ['lateFeeNotified'],
  ['waiver'],
  ['dispute'],
  ['disputeOutcome'],
  ['refund'],
  ['purchaseCredit'],
  ['serviceCredit'],
  ['payment'],
  ['cleared'],
  ['reimbursement'],
  ['settlement'],
  ['reAge'],
  ['freeze'],
  ['acceleration'],
  ['chargeOff'],
  ['agency'],
  ['statementSent'],
  ['drawCancel'],
  ['drawClose'],
  ['close'],
  ['undo'],
] as const;

type Kind = (typeof kindsInOrder)[number][number];

const ranks = Object.fromEntries(kindsInOrder.flatMap((kinds, rank) => kinds.map((kind) => [kind, rank]))) as Readonly<
  Record<Kind, number>
>;

/** The fields that decide where a fact comes in the order of all facts (`inOrder`). */
export interface Place extends Pick<FactBase, 'id' | 'on' | 'time' | 'number' | 'at'> {
  readonly kind: Kind;
}

export type UndoFact = FactBase & Undo;

/** A fact of any product. */
export type AnyFact = (FactBase & { readonly kind: Exclude<Kind, 'undo'> }) | UndoFact;

const noon = 43_200;

export function inOrder(a: Place, b: Place): number {
  return (
    a.on - b.on ||
    (a.time ?? noon) - (b.time ?? noon) ||
    recordingOf(a) - recordingOf(b) ||
    ranks[a.kind] - ranks[b.kind] ||
    inTime(a.at, b.at) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Facts without a time, or without a number, have no order of recording: they come first in their second. */
const recordingOf = ({ time, number }: Place): number => (time === undefined ? 0 : (number ?? 0));

function inTime(a: Instant | undefined, b: Instant | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined ? 1 : compare(a, b);
}

export function isUndo<F extends AnyFact>(fact: F): fact is F & UndoFact {
  return fact.kind === 'undo';
}
