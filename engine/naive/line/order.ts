// Which facts are in force, and in what order (1.1, 1.6; rules.md 1.2 and 2).

import { FactRefused } from '../../account/facts.ts';
import type { LineFact as Fact, LineFactKind as FactKind, LineFactOf as FactOf } from '../../line/facts.ts';
import type { Day } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';
import { cents } from '../loan.ts';
import {
  compareFacts,
  compareText,
  isUndone,
  type Prevented,
  preventedById,
  preventedByWord,
  repeatedId,
  whatIsLeft,
} from '../order.ts';

/** A payment that came back: it stands where the payment stood, and marks what that was to pay (9.8). */
export interface Returned {
  readonly kind: 'returned';
  readonly id: string;
  readonly undo: string;
  readonly on: Day;
  readonly time?: number;
  readonly number?: number;
  readonly at?: Instant;
  readonly bookedOn: Day;
}

export type Step = Fact | Returned;

/** 1.6. */
const kindsInOrder: readonly (FactKind | 'returned')[] = [
  ...(['activation', 'migration', 'drawActivation', 'drawReopening', 'index', 'rate', 'promo', 'ceiling'] as const),
  ...(['limit', 'drawLimit', 'spending', 'cycleChange', 'minimumTerms', 'amortization'] as const),
  ...(['authorization', 'purchase', 'release', 'lateFeeSuspension'] as const),
  ...(['feeChange', 'fee', 'lateFeeNotified', 'waiver'] as const),
  ...(['dispute', 'disputeOutcome', 'purchaseCredit', 'serviceCredit', 'returned', 'payment', 'cleared'] as const),
  ...(['reimbursement', 'settlement', 'reAge', 'acceleration', 'chargeOff', 'agency', 'statementSent'] as const),
  ...(['drawCancel', 'drawClose', 'close', 'undo'] as const),
];

export interface InForce {
  readonly steps: readonly Step[];
  readonly prevented: readonly Prevented[];
  readonly moot: readonly Fact[];
  readonly canceledDraws: readonly string[];
}

export function factsInForce(all: readonly Fact[], knownAt: Instant | undefined): InForce {
  const facts = all.filter(
    ({ recordedAt }) => !(knownAt !== undefined && recordedAt !== undefined && recordedAt > knownAt),
  );
  if (new Set(facts.map(({ id }) => id)).size < facts.length) {
    throw new FactRefused(repeatedId(facts), 'there are two with this id');
  }
  const isOf =
    <Kind extends FactKind>(kind: Kind) =>
    (fact: Fact): fact is FactOf<Kind> =>
      fact.kind === kind;
  const undos = facts.filter(isOf('undo')).filter((undo) => !isUndone(undo, facts, []));
  const [returned, prevented, moot]: [Returned[], Prevented[], Fact[]] = [[], [], []];
  for (const undo of undos) {
    const target = facts.find(({ id }) => id === undo.of);
    if (target === undefined) {
      if (undo.of === 'acceleration' || undo.of === 'chargeOff') prevented.push(...preventedByWord(undo));
      else moot.push(undo);
      continue;
    }
    prevented.push(...preventedById(undo, target));
    if (target.kind === 'payment' && undo.nsfFee) {
      const { id, on, time, number, at } = target;
      const bookedOn = Math.max(undo.happenedOn, target.on);
      const place = { ...(time === undefined ? {} : { time }), ...(number === undefined ? {} : { number }) };
      const since = at === undefined ? place : { ...place, at };
      returned.push({ ...since, kind: 'returned', on, id: `${id}`, undo: undo.id, bookedOn });
    }
  }
  const left = facts.filter(({ kind }) => kind !== 'undo').flatMap((fact) => whatIsLeft(fact, undos));
  const canceled = left.filter(isOf('drawCancel'));
  const kept = withoutWonDisputes(withoutCanceled(left, canceled), moot);
  const canceledDraws = [...new Set(canceled.map(({ draw }) => draw))];
  return { steps: inOrderFromStart([...kept, ...returned]), prevented, moot, canceledDraws };
}

/** 3.3: a canceled draw is as if it had never been activated. What else names it finds no draw. */
function withoutCanceled(facts: readonly Fact[], canceled: readonly FactOf<'drawCancel'>[]): Fact[] {
  return facts.filter((fact) => {
    if (fact.kind === 'drawCancel') return false;
    return fact.kind !== 'drawActivation' || !canceled.some(({ draw }) => draw === fact.draw);
  });
}

/** 11.4: the submission is undone, and the disputed part of the purchase never was. One of the two must be there. */
function withoutWonDisputes(facts: readonly Fact[], moot: Fact[]): Fact[] {
  let kept = [...facts];
  const decided = new Set<string>();
  for (const outcome of facts) {
    if (outcome.kind !== 'disputeOutcome' || outcome.outcome !== 'won') continue;
    kept = kept.filter((fact) => fact !== outcome);
    const submission = kept.find(({ id, kind }) => kind === 'dispute' && id === outcome.dispute);
    const isBought = kept.some(({ id, kind }) => kind === 'purchase' && id === outcome.purchase.id);
    if (decided.has(outcome.dispute) || (submission === undefined && !isBought)) {
      moot.push(outcome);
      continue;
    }
    decided.add(outcome.dispute);
    kept = kept.filter((fact) => fact !== submission);
    kept = kept.flatMap((fact): Fact[] => {
      if (fact.kind !== 'purchase' || fact.id !== outcome.purchase.id) return [fact];
      return fact.amount <= outcome.amount ? [] : [{ ...fact, amount: cents(fact.amount - outcome.amount) }];
    });
  }
  return kept;
}

/** Only changes of the index may come before the beginning. */
function inOrderFromStart(steps: readonly Step[]): Step[] {
  const ordered = [...steps].sort((a, b) => compareFacts(kindsInOrder, a, b) || compareText(a.id, b.id));
  const begins = ordered.filter(({ kind }) => kind === 'activation' || kind === 'migration');
  if (begins[1] !== undefined) throw new FactRefused(begins[1].id, 'the line has begun before');
  for (const step of ordered) {
    if (step === begins[0]) break;
    if (step.kind !== 'index') throw new FactRefused(step.id, 'stands before the line begins');
  }
  return ordered;
}
