// Money that came and was taken back. The books are as if it had never come; a statement shows both.

import { type AnyFact, inOrder, isUndo, type UndoFact } from '../account/order.ts';
import { undoneBy } from '../account/timeline.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { Activity } from './figures.ts';

/** The days whose money a statement lists: from the first one to the day before the statement. */
interface Listed {
  readonly since: Day;
  readonly statementOn: Day;
}

type Money = AnyFact & { readonly kind: 'payment' | 'serviceCredit'; readonly amount: Cents };

/** Two lines for each payment and each credit of the period that was taken back, or became less. */
export function reversalsIn(facts: readonly AnyFact[], listed: Listed): Activity[] {
  const undone = undoneBy(facts);
  const takenBack = Map.groupBy(
    facts.filter(isUndo).filter(({ id, reason }) => reason !== 'canceled' && !undone.has(id)),
    ({ of }) => of,
  );
  return facts
    .filter((fact): fact is Money => isMoney(fact) && fact.on >= listed.since && fact.on < listed.statementOn)
    .toSorted(inOrder)
    .flatMap((fact) => bothWays(fact, takenBack.get(fact.id) ?? [], listed));
}

const isMoney = ({ kind }: AnyFact): boolean => kind === 'payment' || kind === 'serviceCredit';

function bothWays(fact: Money, undos: readonly UndoFact[], { statementOn }: Listed): Activity[] {
  const type = fact.kind === 'payment' ? 'payment' : 'credit';
  const common = { cause: `${fact.kind}:${fact.id}`, draw: null, feeType: null };
  let left: number = fact.amount;
  return undos.flatMap(({ amount, happenedOn }): Activity[] => {
    const back = Math.min(left, amount ?? left);
    if (back <= 0) return [];
    left -= back;
    const on = Math.min(statementOn - 1, Math.max(fact.on, happenedOn));
    return [
      { ...common, on: fact.on, type, amount: -back as Cents },
      { ...common, on, type: `${type}Reversal`, amount: back as Cents },
    ];
  });
}
