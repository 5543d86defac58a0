// The tip of a loan's timeline: what the next change needs to know of the facts, so that the usual one reads none.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Place } from '@tenor/engine/account/order.ts';
import { lastOn } from '@tenor/engine/account/tail.ts';
import type { State } from '../loan/books.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { LoanRow, LoanTail, StandingState, Tip } from '../loan/tables.ts';
import { baseDayOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

/** A new state has this one until `withTip` gives it its own. */
export const noTip: Tip = { facts: 0 };

/** `row` is the loan after the change, with its new base. */
export function withTip(
  held: HeldLoan,
  row: LoanRow,
  { start, fresh, after }: Replayed,
  tail: LoanTail | null,
): LoanRow {
  const stored = [...start.facts, ...fresh];
  const places = [start.before?.last, held.tail?.state?.last].filter((place) => place !== undefined);
  const isAhead = start.before?.isAhead || hasAhead(held.product, after, stored);
  const last = lastFactOn(after, [...stored, ...places]);
  const tip = {
    facts: factsSince(held, row, tail, { known: start.before?.facts ?? 0, stored }),
    ...(isAhead && { isAhead }),
    ...(last && { last }),
  };
  return { ...row, state: { ...(row.state as StandingState), tip } };
}

export const hasAhead = (
  { reach }: LoanProduct,
  { through }: Pick<State, 'through'>,
  facts: readonly Fact[],
): boolean => facts.some((fact) => fact.on > through || reach.isFromTheStart(fact));

/** Undefined if none of them is on the day of the state. */
export function lastFactOn({ through }: Pick<State, 'through'>, facts: readonly Place[]): Place | undefined {
  const last = lastOn(through, facts);
  return last.id === '' ? undefined : last;
}

interface Facts {
  /** So many are known to be there, and were not read. */
  readonly known: number;
  readonly stored: readonly Fact[];
}

/** A change of the far past has read more than these: then the next change counts them. */
function factsSince(held: HeldLoan, row: LoanRow, tail: LoanTail | null, { known, stored }: Facts): number {
  if (tail !== null && tail !== held.tail) return tail.ahead.length;
  const base = baseDayOf(row);
  if (base === undefined || row.base_through === held.row.base_through) return known + stored.length;
  return stored.filter(({ on }) => on > base).length;
}
