// What the day after a deadline brings (1.4, 6.10, 8.2, 8.5), and days past due.

import { moveTo, nextMade } from './ahead.ts';
import { countsAsPaid, isOpen, tookSentMinimum } from './fees.ts';
import { type FeePiece, type Line, leftOutOf, type Obligation, openOf } from './line.ts';
import { type Money, noteRaise, noteTaking } from './take.ts';

const capitalised: Omit<Money, 'left'> = { source: 'capitalisation', payment: null, purchase: null };

/**
 * 6.10: open interest (and fees) of the draws becomes principal that is not due. Line fees never do. Compounded every
 * day nothing does (rules.md 15.5a).
 */
function capitalise(line: Line, obligation: Obligation): void {
  const { accrual } = line.terms.interest;
  if (accrual === 'simple' || accrual === 'compoundDaily' || obligation.statement === null || line.status !== 'active')
    return;
  for (const part of obligation.parts) {
    const { draw } = part;
    const fees = accrual === 'compoundWithFees' ? part.fees : [];
    const sum = part.interest + fees.reduce((total, { open }) => total + open, 0);
    noteTaking(line, capitalised, part.interest, { draw, component: 'interest', obligation });
    for (const piece of fees) noteCapitalisedFee(line, piece, obligation);
    part.interest = 0;
    draw.principal += sum;
    if (sum > 0) noteRaise(line, draw, sum);
  }
}

function noteCapitalisedFee(line: Line, piece: FeePiece, obligation: Obligation): void {
  const { draw, open, type } = piece;
  piece.open = 0;
  noteTaking(line, capitalised, open, { draw, component: 'fees', obligation, feeType: type });
}

/** 8.2: all that is open of it, unless the sent minimum was taken (8.5), or only what a dispute leaves out is open. */
export function turnOverdue(line: Line, obligation: Obligation): void {
  if (obligation.isOverdue || !isOpen(obligation)) return;
  if (tookSentMinimum(line, obligation, line.day - 1)) {
    moveTo(line, obligation, nextMade(line, obligation));
    return;
  }
  if (openOf(obligation) <= leftOutOf(line, obligation)) return;
  capitalise(line, obligation);
  obligation.isOverdue = isOpen(obligation);
}

export function daysPastDue(line: Line): number {
  const oldest = line.obligations.find((obligation) => obligation.isOverdue && !countsAsPaid(line, obligation));
  return oldest === undefined ? 0 : line.day - oldest.dueDate;
}

export function overdueAmount(line: Line): number {
  return line.obligations
    .filter(({ isOverdue }) => isOverdue)
    .reduce((sum, obligation) => sum + openOf(obligation) - leftOutOf(line, obligation), 0);
}
