// The day after a deadline: what is open of an obligation turns overdue, or joins the principal; then grace is checked.

import { feeAccount, interestAccount, principalAccount, transfer } from '../account/ledger.ts';
import { emit, openFees } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import type { Day } from '../values/day.ts';
import { raise } from './draw.ts';
import { checkGrace } from './grace.ts';
import { book, type Line, of } from './line.ts';
import { isPaidAsTold } from './obligations.ts';
import { openOf, shownOf } from './owed.ts';
import type { Draw, LineObligation } from './state.ts';
import { dueWithNext } from './trouble.ts';

export function passDeadline(line: Line, o: LineObligation, day: Day): void {
  o.hasTurned = true;
  // Only disputed amounts are open: they make nobody late.
  if (shownOf([o]) > 0) {
    if (isPaidAsTold(o) && !o.isDeferred) dueWithNext(line, o);
    else {
      if (o.kind === 'statement') capitalise(line, o, day);
      if (openOf(o) > 0) turnOverdue(line, o, day);
    }
  }
  if (o.kind !== 'statement') return;
  const { position: p } = line;
  if (!o.isDeferred || o.agesFrom === o.dueDate) p.paidInFull = o.fulfilled.all >= o.newBalance ? p.paidInFull + 1 : 0;
  checkGrace(line, o, day);
}

function turnOverdue(line: Line, o: LineObligation, day: Day): void {
  const { entry } = line;
  o.isOverdue = true;
  for (const part of o.parts) {
    transfer(line, of(interestAccount.due, part), of(interestAccount.overdue, part), part.interestOpen);
    transfer(line, of(principalAccount.due, part), of(principalAccount.overdue, part), part.principalOpen);
    for (const { type, open } of part.fees) {
      transfer(line, of(feeAccount[type].due, part), of(feeAccount[type].overdue, part), open);
    }
    entry.interest += part.interestOpen;
    entry.principal += part.principalOpen;
    entry.fees += openFees(part.fees);
  }
  for (const { type, open } of o.fees) transfer(line, feeAccount[type].due, feeAccount[type].overdue, open);
  entry.fees += openFees(o.fees);
  book(line, day, 'overdue', `overdue:${o.key}`, entry.fees + entry.interest + entry.principal);
  emit(line, day, 'loan.obligation.statuschanged', `overdue:${o.key}`);
}

/** Under compound accrual open interest, and perhaps open fees, join the principal of their draw. */
function capitalise(line: Line, o: LineObligation, day: Day): void {
  const { accrual } = line.terms.interest;
  if ((accrual !== 'compound' && accrual !== 'compoundWithFees') || line.position.standing !== 'active') return;
  const { entry } = line;
  for (const part of o.parts) {
    const d = line.byId.get(part.draw)!;
    const fees = accrual === 'compoundWithFees' ? capitaliseFees(line, d, part.fees) : 0;
    const interest = part.interestOpen;
    part.interestOpen = 0;
    transfer(line, of(interestAccount.due, d), of(principalAccount.notDue, d), interest);
    if (interest + fees === 0) continue;
    raise(line, d, interest + fees, day);
    o.capitalised += interest + fees;
    entry.interest += interest;
    entry.fees += fees;
  }
  if (o.capitalised === 0) return;
  book(line, day, 'capitalisation', `capitalisation:${o.key}`, o.capitalised);
  emit(line, day, 'loan.interest.capitalized', `capitalisation:${o.key}`);
}

function capitaliseFees(line: Line, d: Draw, fees: readonly Fee[]): number {
  let sum = 0;
  for (const fee of fees) {
    transfer(line, of(feeAccount[fee.type].due, d), of(principalAccount.notDue, d), fee.open);
    sum += fee.open;
    fee.open = 0;
  }
  return sum;
}
