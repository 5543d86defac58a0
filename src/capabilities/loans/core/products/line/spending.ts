// What a line says about spending: whether draws may be made, and whether those there are can be bought on.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { factId } from '../../timeline/fact-id.ts';
import { asFact, ownPosition } from './own-books.ts';

type Spending = Pick<LinePosition, 'newDrawsAllowed' | 'drawsFrozen'>;

export function spending(row: LoanRow, on: Day, { newDrawsAllowed, drawsFrozen }: Spending, more = 0): Fact {
  const id = factId(row, 'spending', more);
  const fact: LineFact = { kind: 'spending', id, on, newDrawsAllowed, drawsFrozen };
  return asFact(fact);
}

/** The fact that changes a part of it; undefined if nothing changes. */
export function changedSpending(row: LoanRow, on: Day, change: Partial<Spending>): Fact | undefined {
  const { newDrawsAllowed, drawsFrozen } = positionOf(row);
  const changed = { newDrawsAllowed, drawsFrozen, ...change };
  const isSame = changed.newDrawsAllowed === newDrawsAllowed && changed.drawsFrozen === drawsFrozen;
  return isSame ? undefined : spending(row, on, changed);
}

function positionOf(row: LoanRow): Spending {
  const position = ownPosition(row);
  if (position === null) throw new Error(`The line ${row.id} has no books before its activation.`);
  return position;
}

export const newDrawsFact = (row: LoanRow, newDrawsAllowed: boolean, on: Day): Fact | undefined =>
  changedSpending(row, on, { newDrawsAllowed });
