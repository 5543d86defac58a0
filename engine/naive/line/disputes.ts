// Disputes (section 11). A dispute that was won is not here: it is taken out before the fold (order.ts).

import type { LineFactOf as FactOf, PurchaseNamed } from '../../line/facts.ts';
import { plus, rational, times, wholeCents, zero } from '../rational.ts';
import { moveTo } from './ahead.ts';
import type { Moot } from './draws.ts';
import { earn } from './interest.ts';
import { type Dispute, type Draw, drawNamed, type Line, type Obligation, openFees, statementsOf } from './line.ts';
import { noteRaise, noteTaking } from './take.ts';

/** 11.3: principal moves to the disputed account: what is not due first, then from obligations, newest first. */
export function dispute(line: Line, fact: FactOf<'dispute'>): Moot {
  const draw = drawNamed(line, fact.purchase.draw);
  if (draw === undefined) return 'no such draw';
  if (line.status === 'chargedOff') return 'charged off';
  const before = takeDisputed(line, draw, fact);
  const leftOut = relatedInterest(line, draw, before.credit, fact.purchase);
  const opened: Dispute = { id: fact.id, draw, on: line.day, credit: before.credit, leftOut };
  line.disputes.push(opened);
  draw.disputed += before.credit;
  lowerFullBalances(line, opened);
  return undefined;
}

function takeDisputed(
  line: Line,
  draw: Draw,
  { id, amount, purchase }: FactOf<'dispute'>,
): { readonly credit: number } {
  let left: number = amount;
  const money = { source: 'dispute', payment: null, purchase: { ...purchase, draw, by: id } } as const;
  const notDue = Math.min(left, draw.principal);
  draw.principal -= notDue;
  left -= notDue;
  noteTaking(line, money, notDue, { draw, component: 'principal' });
  for (const obligation of [...line.obligations].reverse()) {
    for (const part of obligation.parts.filter((each) => each.draw === draw)) {
      const taken = Math.min(left, part.principal);
      part.principal -= taken;
      left -= taken;
      noteTaking(line, money, taken, { draw, component: 'principal', obligation });
    }
  }
  return { credit: amount - left };
}

/** 11.3: what was billed on the disputed amount and is still open, by obligation. */
function relatedInterest(line: Line, draw: Draw, credit: number, purchase: PurchaseNamed): Map<Obligation, number> {
  const related = new Map<Obligation, number>();
  for (const obligation of line.obligations) {
    const { statement } = obligation;
    const open = obligation.parts.find((part) => part.draw === draw)?.interest ?? 0;
    if (statement === null || open === 0) continue;
    const billed = draw.days
      .filter(({ day }) => day >= Math.max(statement.start, purchase.on) && day < statement.date)
      .filter(({ earned, chargedBack }) => earned || chargedBack !== null)
      .reduce((sum, { dailyRate }) => plus(sum, times(rational(credit), dailyRate)), zero);
    const amount = Math.min(wholeCents(billed), open);
    if (amount > 0) related.set(obligation, amount);
  }
  return related;
}

/** 11.3: related interest is left out of full balances whose check is still to come. */
function lowerFullBalances(line: Line, { draw, leftOut }: Dispute): void {
  for (const statement of statementsOf(line)) {
    const full = statement.fullBalances.get(draw);
    if (full === undefined) continue;
    const related = [...leftOut].filter(([obligation]) => obligation.ordinal <= statement.ordinal);
    const sum = related.reduce((total, [, amount]) => total + amount, 0);
    if (!statement.checks.has(draw)) statement.fullBalances.set(draw, full - sum);
    statement.lineFull -= sum;
  }
}

/** 11.5: lost, expired or withdrawn: the credit is principal again from today. */
export function disputeOutcome(line: Line, fact: FactOf<'disputeOutcome'>): Moot {
  const opened = line.disputes.find(({ id }) => id === fact.dispute);
  if (opened === undefined) return 'no dispute that is open';
  const { draw, credit } = opened;
  draw.disputed -= credit;
  if (line.status === 'chargedOff') {
    draw.chargedOff.principal += credit;
  } else {
    draw.principal += credit;
    noteRaise(line, draw, credit, opened.id);
    if (credit > 0) draw.boughtInPeriod = true;
  }
  if (line.terms.disputes.lostInterest === 'charged') chargeDisputeDays(line, opened);
  for (const [obligation, amount] of opened.leftOut) splitLeftOut(line, opened, obligation, amount);
  line.disputes = line.disputes.filter((each) => each !== opened);
  return undefined;
}

/** 11.5: the days from the submission to the day before the outcome, unless the draw had grace. */
function chargeDisputeDays(line: Line, { draw, on, credit }: Dispute): void {
  for (const day of draw.days) {
    if (day.day < on || day.day >= line.day || !day.earned) continue;
    earn(draw, times(rational(credit), day.dailyRate));
  }
}

/** 11.5: related interest takes the due date and deadline of the next statement. */
function splitLeftOut(line: Line, { draw }: Dispute, obligation: Obligation, amount: number): void {
  const part = obligation.parts.find((each) => each.draw === draw);
  if (part === undefined) return;
  let left = amount;
  const take = (holds: number) => {
    const taken = Math.min(left, holds);
    left -= taken;
    return taken;
  };
  const interest = take(part.interest);
  const principal = take(part.principal);
  part.interest -= interest;
  part.principal -= principal;
  const fees = part.fees.flatMap((piece) => {
    const open = take(piece.open);
    piece.open -= open;
    return open === 0 ? [] : [{ ...piece, open }];
  });
  if (interest + principal + openFees(fees) === 0) return;
  const moved: Obligation = {
    kind: obligation.kind,
    ordinal: obligation.ordinal,
    madeOn: obligation.madeOn,
    amount: 0,
    overLimit: 0,
    dueDate: obligation.dueDate,
    deadline: obligation.deadline,
    isOverdue: false,
    movedTo: null,
    parts: [{ draw, fees, interest, principal }],
    lineFees: [],
    lateFeeTested: true,
    statement: null,
  };
  line.obligations.splice(line.obligations.indexOf(obligation) + 1, 0, moved);
  moveTo(line, moved, null);
}
