// Money in and out, credits, refunds, fees by hand (sections 5.7, 9 and 13).

import type { LineFactOf as FactOf } from '../../line/facts.ts';
import { countWaiver } from './cycle-rate.ts';
import type { Moot } from './draws.ts';
import { bookFee, bookLateFee, piecesOf } from './fees.ts';
import { creditOf, drawNamed, type Line, type TakenBack } from './line.ts';
import { drawsInOrder } from './order-of-draws.ts';
import {
  creditInOrder,
  keepAsCredit,
  type Money,
  noteRaise,
  noteTaking,
  takeAimed,
  takeAll,
  takeNotDue,
  takeOnlyComponent,
  takeOnlyDraw,
} from './take.ts';
import { receiveForSettlement, recover } from './trouble.ts';

/** 9.2, 9.4. */
export function payment(line: Line, fact: FactOf<'payment'>): Moot {
  const draw = fact.draw === null ? undefined : drawNamed(line, fact.draw);
  if (line.status === 'chargedOff' && !line.terms.payments.areAllowedWhenChargedOff) return 'charged off';
  if (fact.status === 'pending') line.pendingPayments.set(fact.id, line.day);
  const agencyFee = line.status === 'chargedOff' ? fact.agencyFee : 0;
  line.books.agencyFees += agencyFee;
  line.books.payments += fact.amount;
  const money: Money = { left: fact.amount, source: 'payment', payment: fact.id, purchase: null };
  if (line.status === 'chargedOff') {
    recover(line, money);
  } else {
    if (draw !== undefined) takeAimed(line, money, draw, line.terms.payments.aim);
    takeAll(line, money);
  }
  keepAsCredit(line, money);
  receiveForSettlement(line, fact.amount);
  return undefined;
}

/** 4.2: it frees the limit from here on. */
export function cleared(line: Line, fact: FactOf<'cleared'>): undefined {
  line.pendingPayments.delete(fact.payment);
}

/** 9.9. */
export function serviceCredit(line: Line, fact: FactOf<'serviceCredit'>): Moot {
  const draw = fact.draw === null ? null : (drawNamed(line, fact.draw) ?? null);
  if (fact.draw !== null && draw === null) return 'no such draw';
  line.books.serviceCredits += fact.amount;
  const money: Money = { left: fact.amount, source: 'serviceCredit', payment: null, purchase: null };
  if (line.status === 'chargedOff') recover(line, money);
  else if (fact.component !== null) takeOnlyComponent(line, money, fact.component, draw);
  else if (draw !== null) takeOnlyDraw(line, money, draw);
  else takeAll(line, money);
  keepAsCredit(line, money);
  return undefined;
}

/** 5.7. */
export function purchaseCredit(line: Line, fact: FactOf<'purchaseCredit'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  if (fact.status === 'pending') {
    line.pendingPurchases.push({ draw });
    return undefined;
  }
  line.books.refunds += fact.amount;
  const money: Money = { left: fact.amount, source: 'refund', payment: null, purchase: namedBy(line, fact) };
  if (line.status === 'chargedOff') {
    recover(line, money);
  } else {
    takeNotDue(line, money, draw);
    takeAimed(line, money, draw, 'whole');
    takeAll(line, money);
  }
  keepAsCredit(line, money);
  return undefined;
}

function namedBy(line: Line, { id, original }: FactOf<'purchaseCredit'>): TakenBack | null {
  const draw = original === null ? undefined : drawNamed(line, original.draw);
  return original === null || draw === undefined ? null : { ...original, draw, by: id };
}

/** 5.8, 15.8b. */
export function reimbursement(line: Line, fact: FactOf<'reimbursement'>): undefined {
  let left = Math.min(fact.amount, creditOf(line));
  const beyond = fact.amount - left;
  line.books.reimbursed += fact.amount;
  for (const layer of creditInOrder(line, false)) {
    const taken = Math.min(left, layer.left);
    layer.left -= taken;
    left -= taken;
  }
  line.credit = line.credit.filter((layer) => layer.left > 0);
  if (beyond > 0) oweAgain(line, beyond, fact.id);
  return undefined;
}

/** 15.8b: what was paid back and was no credit is principal of the first draw; without a draw it waits like a fee. */
function oweAgain(line: Line, amount: number, cause: string): void {
  const isChargedOff = line.status === 'chargedOff';
  const [draw] = drawsInOrder(line);
  if (draw === undefined) {
    const pieces = isChargedOff ? line.chargedOffFees : line.waiting;
    const sequence = line.feesBooked.length;
    pieces.push({ key: `reimbursement:${cause}`, type: 'adHoc', draw: null, sequence, open: amount });
  } else if (isChargedOff) {
    draw.chargedOff.principal += amount;
  } else {
    draw.principal += amount;
    draw.boughtInPeriod = true;
    noteRaise(line, draw, amount);
  }
}

export function fee(line: Line, fact: FactOf<'fee'>): Moot {
  const draw = fact.draw === null ? null : (drawNamed(line, fact.draw) ?? null);
  if (fact.draw !== null && draw === null) return 'no such draw';
  if (line.status === 'chargedOff') return 'charged off';
  if (fact.amount === 0) return 'a fee of zero';
  bookFee(line, { type: fact.type, key: `${fact.type}:${fact.id}`, amount: fact.amount, draw });
  return undefined;
}

export function lateFeeNotified(line: Line, fact: FactOf<'lateFeeNotified'>): Moot {
  if (line.status === 'chargedOff') return 'charged off';
  if (line.lateFeeOrdinals.includes(fact.obligation)) return undefined;
  if (line.noLateFeeThrough !== null && line.day <= line.noLateFeeThrough) return 'suspended';
  bookLateFee(line, fact.obligation, fact.amount);
  return undefined;
}

export function lateFeeSuspension(line: Line, { until }: FactOf<'lateFeeSuspension'>): Moot {
  if (until <= line.day) return 'over before it begins';
  if (line.noLateFeeThrough === null || line.noLateFeeThrough < until) line.noLateFeeThrough = until;
  return undefined;
}

/** 13.1: from the next statement on; the draw's fee from its activation was changed before the fold. */
export function feeChange(line: Line, fact: FactOf<'feeChange'>): Moot {
  const { type, amount, cap } = fact;
  const draw = fact.draw === null ? null : drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  if (type === 'draw') return draw === null ? 'the fee of which draw' : undefined;
  const { periodic } = draw ?? line;
  const known = periodic.find((each) => each.type === type);
  if (known === undefined) periodic.push({ type, amount, cap, charged: 0 });
  else Object.assign(known, { amount, cap });
  return undefined;
}

/** 13.3: the open part is given up; what was billed of it counts as fulfilled. */
export function waiver(line: Line, fact: FactOf<'waiver'>): Moot {
  const pieces = piecesOf(line, fact.fee);
  const open = pieces.reduce((sum, { piece }) => sum + piece.open, 0);
  if (open === 0) return 'nothing of this fee is open';
  let left = Math.min(open, fact.amount ?? open);
  const money = { source: 'waiver', payment: null, purchase: null } as const;
  for (const { piece, obligation } of pieces) {
    const taken = Math.min(left, piece.open);
    piece.open -= taken;
    left -= taken;
    line.books.waived += taken;
    countWaiver(line, fact.fee, taken);
    noteTaking(line, money, taken, { draw: piece.draw, component: 'fees', obligation, feeType: piece.type });
  }
  return undefined;
}
