// One fact on the line in its present state.

import { FactRefused } from '../account/facts.ts';
import { areLateFeesSuspended, suspendLateFees } from '../account/fees.ts';
import { emit, type Moot } from '../account/loan.ts';
import { setRates, takeScaleOf } from './accrual.ts';
import { openCycle, resumeCycle } from './cycle.ts';
import { endDispute, submitDispute } from './dispute.ts';
import { activateDraw, closeDraw, reopenDraw } from './draw.ts';
import type { LineFact, LineFactOf } from './facts.ts';
import { changeFee, chargeByHand, waive } from './fees.ts';
import { setCheckDays } from './grace.ts';
import { bookLateFee, bookReturnedItems } from './late-fee.ts';
import { book, type Line } from './line.ts';
import { migrate } from './migration.ts';
import { agreeSettlement, clear, credit, pay, reimburse } from './money.ts';
import { passPeriods } from './period.ts';
import { authorize, purchase, release, takeBack } from './purchase.ts';
import { keepSent } from './sent.ts';
import { settleUp } from './settle.ts';
import { accelerateByHand, chargeOffByHand, reAge } from './trouble.ts';

export function applyFact(line: Line, fact: LineFact): void {
  const { position: p } = line;
  if (p.paidOffOn !== null) passPeriods(line, fact.on);
  if (fact.kind === 'activation' || fact.kind === 'migration') begin(line, fact);
  else {
    if (p.standing === 'pending' && fact.kind !== 'index')
      throw new FactRefused(fact.id, 'stands before the activation');
    const why = apply(line, fact);
    if (why !== undefined) line.records.moot.push({ fact: fact.id, on: fact.on, why });
  }
  if (p.standing !== 'pending') settleUp(line, fact.on, fact.id);
}

function begin(line: Line, fact: LineFactOf<'activation'> | LineFactOf<'migration'>): void {
  const { position: p, terms } = line;
  if (p.standing !== 'pending') throw new FactRefused(fact.id, 'the line has begun already');
  p.standing = 'active';
  p.startedOn = fact.on;
  if (fact.kind === 'migration') {
    resumeCycle(p, fact);
    migrate(line, fact);
  } else openCycle(p, terms, fact.on);
  book(line, fact.on, fact.kind, `${fact.kind}:${fact.id}`, 0);
  emit(line, fact.on, 'loan.activated', fact.id);
  bookReturnedItems(line, fact.on);
}

type Rest = Exclude<LineFact, LineFactOf<'activation' | 'migration'>>;

function apply(line: Line, fact: Rest): Moot {
  switch (fact.kind) {
    case 'purchase':
      return purchase(line, fact);
    case 'purchaseCredit':
      return takeBack(line, fact);
    case 'authorization':
      return authorize(line, fact);
    case 'release':
      return release(line, fact);
    case 'payment':
      return pay(line, fact);
    case 'cleared':
      return clear(line, fact);
    case 'serviceCredit':
      return credit(line, fact);
    case 'reimbursement':
      return reimburse(line, fact);
    case 'settlement':
      return agreeSettlement(line, fact);
    case 'dispute':
      return submitDispute(line, fact);
    case 'disputeOutcome':
      return endDispute(line, fact);
    default:
      return applyTerms(line, fact);
  }
}

type Money =
  | 'purchase'
  | 'purchaseCredit'
  | 'authorization'
  | 'release'
  | 'payment'
  | 'cleared'
  | 'serviceCredit'
  | 'reimbursement'
  | 'settlement'
  | 'dispute'
  | 'disputeOutcome';

/** Facts about draws, rates, limits, fees and the life of the line. */
function applyTerms(line: Line, fact: Exclude<Rest, LineFactOf<Money>>): Moot {
  switch (fact.kind) {
    case 'drawActivation':
      return activateDraw(line, fact);
    case 'drawReopening':
      return reopenDraw(line, fact);
    case 'drawClose':
      return closeDraw(line, fact);
    case 'index':
    case 'rate':
    case 'promo':
    case 'ceiling':
      return changeRate(line, fact);
    case 'fee':
      return chargeByHand(line, fact);
    case 'feeChange':
      return changeFee(line, fact);
    case 'waiver':
      return waive(line, fact);
    case 'lateFeeNotified':
      return keepNotified(line, fact);
    case 'lateFeeSuspension':
      return suspendLateFees(line.position, fact);
    case 'acceleration':
      return accelerateByHand(line, fact);
    case 'chargeOff':
      return chargeOffByHand(line, fact);
    case 'reAge':
      return reAge(line, fact);
    case 'statementSent':
      return keepSent(line, fact);
    default:
      return note(line, fact);
  }
}

function changeRate(line: Line, fact: LineFactOf<'index' | 'rate' | 'promo' | 'ceiling'>): Moot {
  const { position: p } = line;
  takeScaleOf(line, [fact.rate]);
  const { id, on, rate } = fact;
  const draw = fact.kind === 'index' ? null : fact.draw;
  if (draw !== null && !line.byId.has(draw)) return 'there is no such draw';
  if (fact.kind === 'index') p.rateFacts = [...p.rateFacts, { kind: 'index', id, on, rate, draw }];
  else if (fact.kind === 'rate') {
    const { type, until, replaces } = fact;
    p.rateFacts = [...p.rateFacts, { kind: 'rate', id, on, rate, draw, type, until, replaces }];
  } else if (fact.kind === 'promo') {
    const { until, disqualifyOverdueDays } = fact;
    p.rateFacts = [...p.rateFacts, { kind: 'promo', id, on, rate, draw, until, disqualifyOverdueDays }];
  } else p.rateFacts = [...p.rateFacts, { kind: 'ceiling', id, on, rate, draw, until: fact.until }];
  for (const d of p.draws) if (draw === null || d.id === draw) setRates(line, d);
  return undefined;
}

/** A late fee stays once the borrower was notified of it; a suspension takes it back. */
function keepNotified(line: Line, { obligation, amount, on }: LineFactOf<'lateFeeNotified'>): Moot {
  const p = line.position;
  if (p.standing === 'chargedOff') return 'fees end with the charge-off';
  if (p.lateFees.ordinals.includes(obligation)) return undefined;
  if (areLateFeesSuspended(p, on)) return 'late fees are suspended';
  bookLateFee(line, obligation, amount, on);
  return undefined;
}

type Noted =
  | 'limit'
  | 'drawLimit'
  | 'spending'
  | 'cycleChange'
  | 'minimumTerms'
  | 'amortization'
  | 'agency'
  | 'drawCancel'
  | 'close'
  | 'undo';

/** Facts that move no money by themselves. */
function note(line: Line, fact: LineFactOf<Noted>): Moot {
  const { position: p } = line;
  switch (fact.kind) {
    case 'limit':
      p.limit = fact.amount;
      return undefined;
    case 'spending':
      p.newDrawsAllowed = fact.newDrawsAllowed;
      p.drawsFrozen = fact.drawsFrozen;
      return undefined;
    case 'cycleChange':
      p.cycle = fact.cycle;
      p.isCycleChanged = true;
      for (const o of p.obligations) if (o.kind === 'statement') setCheckDays(line, o);
      return undefined;
    case 'agency':
      p.servicedBy = fact.servicedBy;
      return undefined;
    case 'close':
      return close(line, fact);
    case 'drawLimit':
    case 'minimumTerms':
    case 'amortization':
      return noteOfDraw(line, fact);
    default:
      // Undone and canceled facts are out before the fold.
      return undefined;
  }
}

function noteOfDraw(line: Line, fact: LineFactOf<'drawLimit' | 'minimumTerms' | 'amortization'>): Moot {
  const d = line.byId.get(fact.draw);
  if (d === undefined) return 'there is no such draw';
  if (fact.kind === 'drawLimit') d.limit = fact.amount;
  else if (fact.kind === 'minimumTerms') d.terms = { ...d.terms, minimum: fact.minimum };
  else if (d.principal === 0 || line.position.standing !== 'active') return 'there is nothing to spread';
  else if (d.terms.grace !== null) return 'a draw with grace is not amortized';
  else d.toSpread = fact.by;
  return undefined;
}

/** With all its draws; bills go on until nothing is owed. */
function close(line: Line, { id, on }: LineFactOf<'close'>): Moot {
  const { position: p } = line;
  if (p.isClosed) return 'the line is closed already';
  p.isClosed = true;
  for (const d of p.draws) d.isClosed = true;
  emit(line, on, 'loan.closed', id);
  return undefined;
}
