// Simulates a line day by day: the calendar, then the facts of the day, then the day's interest (section 1). It is
// slow on purpose, and was written from the document alone, so that the engine can be compared with it.

import { FactRefused } from '../../account/facts.ts';
import type { LineFact as Fact, LineFactOf as FactOf } from '../../line/facts.ts';
import type { LineTerms } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';
import type { Prevented } from '../order.ts';
import { activation, checkCycle, checkTerms, migration } from './beginning.ts';
import { faultOfCycle, leastDays } from './cycle.ts';
import { boundCost, countDay } from './cycle-rate.ts';
import { dispute, disputeOutcome } from './disputes.ts';
import {
  disqualifyPromos,
  drawActivation,
  drawClose,
  drawReopening,
  hasMemo,
  type Moot,
  noteDrawPaidOff,
  rateFact,
} from './draws.ts';
import { daysPastDue, turnOverdue } from './due.ts';
import { bookReturnedFee, isOpen, openDebt, testLateFee } from './fees.ts';
import { checkGrace } from './grace.ts';

import { accrueDay } from './interest.ts';
import { chargedOff, disputed, drawNamed, type Line, owed, statementsOf } from './line.ts';

import {
  cleared,
  fee,
  feeChange,
  lateFeeNotified,
  lateFeeSuspension,
  payment,
  purchaseCredit,
  reimbursement,
  serviceCredit,
  waiver,
} from './money.ts';
import { factsInForce, type InForce, type Returned, type Step } from './order.ts';
import { collectibleInAll, endAccrual } from './paid-in-full.ts';
import { pendingLine } from './pending.ts';
import { accountsOf, type Posting, postingsBetween } from './postings.ts';
import { endProgramme } from './programme.ts';
import { authorization, drawLimit, expireHolds, limit, purchase, release } from './spending.ts';
import { closePeriod } from './statement.ts';
import { useCredit } from './take.ts';
import { accelerate, acceleration, chargeOff, chargeOffByHand, reAge, settlement } from './trouble.ts';

interface SimulateOptions {
  readonly through: Day;
  readonly knownAt?: Instant;
}

export interface Simulated {
  readonly line: Line;
  readonly postings: readonly Posting[];
  readonly canceledDraws: readonly string[];
}

export function simulateLine(terms: LineTerms, facts: readonly Fact[], options: SimulateOptions): Simulated {
  const inForce = factsInForce(facts, options.knownAt);
  return { ...runThrough(terms, inForce, options.through), canceledDraws: inForce.canceledDraws };
}

type Run = Pick<Simulated, 'line' | 'postings'>;

function runThrough(terms: LineTerms, inForce: InForce, through: Day): Run {
  const line = pendingLine(terms, through);
  line.moot = inForce.moot.filter(({ on }) => on <= through).map(({ id }) => id);
  const steps = withDrawFees(inForce.steps);
  const begin = steps.find(({ kind }) => kind === 'activation' || kind === 'migration');
  checkTerms(terms);
  checkCycle(terms, hasGrace(steps));
  if (begin === undefined || begin.on > through) return { line, postings: [] };
  for (const early of steps.slice(0, steps.indexOf(begin))) happen(line, early);
  const later = steps.slice(steps.indexOf(begin));
  const postings: Posting[] = [];
  let before = accountsOf(line);
  for (let day = begin.on; day <= through; day += 1) {
    line.day = day;
    if (day !== begin.on) runCalendar(line, inForce);
    for (const step of later.filter(({ on }) => on === day)) {
      happen(line, step);
      afterStep(line);
      if (step === begin) bookReturned(line, inForce);
    }
    const after = accountsOf(line);
    postings.push(...postingsBetween(day, before, after));
    before = after;
    if (day === through) break;
    countDay(line);
    accrueDay(line);
  }
  return { line, postings };
}

function hasGrace(steps: readonly Step[]): boolean {
  return steps.some((step) => {
    if (step.kind === 'drawActivation') return step.terms.grace !== null;
    return step.kind === 'migration' && step.draws.some(({ terms }) => terms.grace !== null);
  });
}

/** 3.5: a change of the draw fee counts from the activation of the draw; the last one in order wins. */
function withDrawFees(steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    if (step.kind !== 'drawActivation') return step;
    const change = steps.findLast(
      (other): other is FactOf<'feeChange'> =>
        other.kind === 'feeChange' && other.type === 'draw' && other.draw === step.draw,
    );
    if (change === undefined) return step;
    const { terms } = step;
    return {
      ...step,
      terms: { ...terms, fees: { ...terms.fees, draw: { ...terms.fees.draw, amount: change.amount } } },
    };
  });
}

/** 1.4. */
function runCalendar(line: Line, inForce: InForce): void {
  if (line.status !== 'chargedOff') forEachObligation(line, turnOverdue, checkGraceOn);
  bookReturned(line, inForce);
  if (line.status === 'active') forEachObligation(line, testLateFee);
  for (const draw of line.draws) {
    endProgramme(line, draw, daysPastDue(line));
    disqualifyPromos(line, draw, daysPastDue(line));
  }
  expireHolds(line);
  afterStep(line);
  if (line.day === line.nextStatement) closePeriod(line);
  afterStep(line);
  turnByItself(line, inForce.prevented);
  if (line.settlement !== null && line.day > line.settlement.lastDay) line.settlement = null;
  afterStep(line);
  for (const step of inForce.steps) if (step.kind === 'returned' && step.on === line.day) noteReturned(line, step);
}

type Turn = (line: Line, obligation: Line['obligations'][number]) => void;

function forEachObligation(line: Line, ...turns: readonly Turn[]): void {
  for (const obligation of [...line.obligations]) {
    for (const turn of turns) {
      if (obligation.deadline >= line.day) continue;
      turn(line, obligation);
      afterStep(line);
    }
  }
}

const checkGraceOn: Turn = (line, obligation) => {
  if (obligation.statement?.deadline === line.day - 1) checkGrace(line, obligation);
};

function bookReturned(line: Line, { steps }: InForce): void {
  const today = steps.filter((step): step is Returned => step.kind === 'returned' && step.bookedOn === line.day);
  for (const { undo, id } of today.sort((a, b) => (a.undo < b.undo ? -1 : 1))) {
    bookReturnedFee(line, undo, id);
    afterStep(line);
  }
}

function turnByItself(line: Line, prevented: readonly Prevented[]): void {
  const { accelerationDueWithin, chargeOffDueWithin } = line.terms.delinquency;
  const days = daysPastDue(line);
  const isReached = (most: number | null) => most !== null && days > 0 && days >= most;
  const isPrevented = (which: Prevented['turn']) =>
    prevented.some(({ turn, from, through }) => turn === which && from <= line.day && line.day <= through);
  if (isReached(accelerationDueWithin) && line.status === 'active' && !isPrevented('acceleration')) {
    accelerate(line);
    afterStep(line);
  }
  const isRunning = line.status === 'active' || line.status === 'accelerated';
  if (isReached(chargeOffDueWithin) && isRunning && !line.isPaidOff && !isPrevented('chargeOff')) chargeOff(line);
}

/** 1.7: customer credit, what is caught up (8.4), and what is paid off (3.4, 14.6). */
function afterStep(line: Line): void {
  if (line.status === 'pending') return;
  useCredit(line);
  const isBehind = line.obligations.some((obligation) => openDebt(line, obligation) > 0);
  if (!isBehind) line.lateFeesTaken = 0;
  for (const draw of line.draws) noteDrawPaidOff(line, draw);
  notePaidOff(line);
}

/** 14.6. */
function notePaidOff(line: Line): void {
  const isShut = line.isClosed || (!line.newDrawsAllowed && line.draws.every(({ isClosed }) => isClosed));
  const isOwed =
    owed(line) + chargedOff(line) + disputed(line) + collectibleInAll(line) > 0 || line.disputes.length > 0;
  const isHeld = line.holds.some(({ left }) => left > 0) || line.pendingPurchases.length > 0;
  line.isPaidOff = isShut && !isOwed && !isHeld && !line.draws.some(hasMemo);
  if (!line.isPaidOff) return;
  line.settlement = null;
  for (const draw of line.draws) endAccrual(line, draw);
  // 15.21: what was paid above the bound is given back.
  boundCost(line, new Map());
}

function happen(line: Line, step: Step): void {
  line.day = step.on;
  if (step.kind === 'returned') {
    noteReturned(line, step);
    return;
  }
  if (apply(line, step) !== undefined) line.moot.push(step.id);
}

/** 15.11: what it was to pay, after the calendar of the day. */
function noteReturned(line: Line, { id }: Returned): void {
  if (line.returned.has(id)) return;
  line.returned.set(id, { obligation: line.obligations.find(isOpen) ?? null, feeBooked: false });
}

function apply(line: Line, fact: Fact): Moot {
  switch (fact.kind) {
    case 'activation':
      return activation(line);
    case 'migration':
      return migration(line, fact);
    case 'drawActivation':
      return drawActivation(line, fact);
    case 'drawReopening':
      return drawReopening(line, fact);
    case 'drawClose':
      return drawClose(line, fact);
    case 'index':
    case 'rate':
    case 'promo':
    case 'ceiling':
      return rateFact(line, fact);
    case 'limit':
      return limit(line, fact);
    case 'drawLimit':
      return drawLimit(line, fact);
    case 'spending':
      line.newDrawsAllowed = fact.newDrawsAllowed;
      return undefined;
    case 'cycleChange':
      return cycleChange(line, fact);
    case 'minimumTerms':
      return minimumTerms(line, fact);
    case 'amortization':
      return amortization(line, fact);
    case 'authorization':
      return authorization(line, fact);
    case 'release':
      return release(line, fact);
    case 'cleared':
      return cleared(line, fact);
    case 'purchase':
      return purchase(line, fact);
    default:
      return applyMoneyOrStatus(line, fact);
  }
}

function applyMoneyOrStatus(line: Line, fact: Fact): Moot {
  switch (fact.kind) {
    case 'fee':
      return fee(line, fact);
    case 'feeChange':
      return feeChange(line, fact);
    case 'lateFeeNotified':
      return lateFeeNotified(line, fact);
    case 'lateFeeSuspension':
      return lateFeeSuspension(line, fact);
    case 'waiver':
      return waiver(line, fact);
    case 'dispute':
      return dispute(line, fact);
    case 'disputeOutcome':
      return disputeOutcome(line, fact);
    case 'purchaseCredit':
      return purchaseCredit(line, fact);
    case 'serviceCredit':
      return serviceCredit(line, fact);
    case 'payment':
      return payment(line, fact);
    case 'reimbursement':
      return reimbursement(line, fact);
    case 'settlement':
      return settlement(line, fact);
    case 'reAge':
      return reAge(line);
    case 'acceleration':
      return acceleration(line);
    case 'chargeOff':
      return chargeOffByHand(line);
    case 'agency':
      line.servicedBy = fact.servicedBy;
      return undefined;
    case 'statementSent':
      return statementSent(line, fact);
    case 'close':
      return close(line);
    default:
      return undefined;
  }
}

/** 2.9. */
function cycleChange(line: Line, { id, cycle }: FactOf<'cycleChange'>): Moot {
  const fault = faultOfCycle(
    line.terms,
    cycle,
    line.draws.some(({ terms }) => terms.grace !== null),
  );
  if (fault !== undefined) throw new FactRefused(id, fault);
  line.newCycle = cycle;
  return undefined;
}

/** 3.10. */
function minimumTerms(line: Line, fact: FactOf<'minimumTerms'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined) return 'no such draw';
  draw.minimum = fact.minimum;
  return undefined;
}

/** 10.4, 10.5. */
function amortization(line: Line, fact: FactOf<'amortization'>): Moot {
  const draw = drawNamed(line, fact.draw);
  if (draw === undefined || draw.terms.grace !== null) return 'no such draw, or one with grace';
  if (draw.principal === 0 || line.status !== 'active') return 'nothing to spread';
  draw.spreadNext = fact.by;
  return undefined;
}

/** 2.7, 8.5. One that comes after the deadline changes nothing. */
function statementSent(line: Line, fact: FactOf<'statementSent'>): Moot {
  const statement = statementsOf(line).find(({ ordinal }) => ordinal === fact.obligation);
  if (line.status === 'chargedOff') return 'charged off';
  if (statement === undefined || statement.deadline < line.day) return 'no statement that is open';
  if (statement.sent !== null) return 'sent before';
  statement.sent = fact;
  if (line.terms.regulation === 'none') return undefined;
  const days = leastDays(
    line.terms,
    line.draws.some(({ terms }) => terms.grace !== null),
  );
  statement.deadline = Math.max(statement.deadline, line.day + days);
  for (const obligation of line.obligations) {
    const follows = obligation.statement === statement || obligation.movedTo === statement.ordinal;
    if (follows) obligation.deadline = statement.deadline;
  }
  return undefined;
}

/** 14.5. */
function close(line: Line): Moot {
  if (line.isClosed) return 'closed already';
  line.isClosed = true;
  for (const draw of line.draws) draw.isClosed = true;
  return undefined;
}
