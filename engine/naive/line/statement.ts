// The statement (1.5): what the period earned is booked, the minimum is asked for, and the balances are recorded.

import { rounded } from '../rational.ts';
import { afterStatement } from './ahead.ts';
import { instalmentOf } from './amortization.ts';
import { deadlineOf } from './cycle.ts';
import { boundCost, costFrom } from './cycle-rate.ts';

import { bookPeriodicFees, shareOfSpread, shareSpreadFee, takeSpreadShare } from './fees.ts';
import { bookPeriod, forgo } from './interest.ts';

import {
  bookable,
  creditOf,
  type Draw,
  disputed,
  type FeePiece,
  type Line,
  leftOutOf,
  leftUnderCap,
  type Obligation,
  openFees,
  openOf,
  owed,
  owedLineFees,
  owedOfDraw,
  type Part,
  principalOf,
  type Statement,
} from './line.ts';
import { type Ask, type Asked, askedByBalance, minimumOf } from './minimum.ts';
import { drawsInOrder } from './order-of-draws.ts';
import { useCredit } from './take.ts';

/** 1.4, step 6. */
export function closePeriod(line: Line): void {
  if (!line.isPaidOff && line.status !== 'chargedOff') makeStatement(line);
  else line.unbilled.set(line.ordinal, deadlineOf(line.terms, line.nextDue));
  for (const draw of line.draws) draw.boughtInPeriod = false;
  line.ordinal += 1;
  line.periodStart = line.day;
  const next = afterStatement(line.cycle, line.newCycle, { statement: line.nextStatement, due: line.nextDue });
  line.cycle = next.cycle;
  line.newCycle = null;
  line.nextStatement = next.statement;
  line.nextDue = next.due;
}

function makeStatement(line: Line): void {
  bookPeriodicFees(line);
  const isWaived = waivesResidual(line);
  const interest = new Map(line.draws.map((draw) => [draw, isWaived ? 0 : bookPeriod(line, draw)]));
  if (line.status === 'active') raiseToMinimum(line, interest);
  boundCost(line, interest);
  const draws = drawsInOrder(line).filter(({ isPaidOff }) => !isPaidOff);
  const instalments = new Map(draws.map((draw) => [draw, instalmentPrincipal(line, draw, interest.get(draw) ?? 0)]));
  const fees = new Map(draws.map((draw) => [draw, feesTurningDue(line, draw, instalments.get(draw) ?? null)]));
  const asks = draws.map((draw) =>
    askOf(line, draw, {
      interest: interest.get(draw) ?? 0,
      fees: openFees(fees.get(draw) ?? []),
      instalment: instalments.get(draw) ?? null,
    }),
  );
  const asked = minimumOf(asks, askedOfLine(line, [...interest.values()], [...fees.values()].flat()));
  const parts = draws.map((draw, k): Part => {
    const principal = asked.principals[k] ?? 0;
    draw.principal -= principal;
    draw.waiting = [];
    return { draw, fees: fees.get(draw) ?? [], interest: interest.get(draw) ?? 0, principal };
  });
  const lineFees = line.waiting.filter(({ open }) => open > 0);
  line.waiting = [];
  const obligation = addObligation(line, { parts, lineFees, asked });
  line.obligations.push(obligation);
  takeOverDueDate(line, obligation);
  record(line, obligation, interest);
  line.cost = costFrom(line.books.interestIncome);
}

/** What the line asks for besides its draws; one that is not active asks for all of them anyway. */
function askedOfLine(
  line: Line,
  interest: readonly number[],
  fees: readonly FeePiece[],
): Parameters<typeof minimumOf>[1] {
  const { floor, roundUpTo, isOverLimitDue, overLimitBeyond, ofBalance } = line.terms.minimum;
  const ofLine = openFees(line.waiting);
  const due = minimumShown(line);
  if (line.status !== 'active') {
    return { fees: ofLine, floor: 0, roundUpTo: 1, byBalance: 0, above: 0, overLimitBeyond, due };
  }
  const booked = interest.reduce((sum, amount) => sum + amount, 0);
  const shares = fees.filter(({ sequence }) => sequence === shareOfSpread);
  const balance = owed(line) + booked + openFees(shares);
  const billed = { balance, interest: booked, fees: openFees(fees) + ofLine };
  const byBalance = ofBalance === null ? 0 : askedByBalance(ofBalance, billed);
  // 8.1: how far the statement balance and what is disputed are above the limit.
  const above = isOverLimitDue ? Math.max(0, balance + disputed(line) - line.limit) : 0;
  return { fees: ofLine, floor, roundUpTo, byBalance, above, overLimitBeyond, due };
}

/** 6.5: all is paid but a little interest. */
function waivesResidual(line: Line): boolean {
  const { residualWaivedBelow, rounding } = line.terms.interest;
  if (residualWaivedBelow === null || line.status !== 'active' || owed(line) > 0) return false;
  const residual = [...bookable(line).values()].reduce((sum, accrued) => sum + rounded(accrued, rounding), 0);
  if (residual >= residualWaivedBelow) return false;
  for (const draw of line.draws) forgo(line, draw);
  return true;
}

/** 6.6. */
function raiseToMinimum(line: Line, interest: Map<Draw, number>): void {
  const sum = [...interest.values()].reduce((total, amount) => total + amount, 0);
  const missing = Math.min((line.terms.interest.minCharge ?? 0) - sum, leftUnderCap(line));
  if (sum === 0 || missing <= 0) return;
  const first = drawsInOrder(line).find((draw) => (interest.get(draw) ?? 0) > 0);
  if (first === undefined) return;
  interest.set(first, (interest.get(first) ?? 0) + missing);
  first.booked += missing;
  first.raised += missing;
  line.books.interestIncome += missing;
}

/** 10.1 to 10.4: the principal of the instalment; null: the draw is not amortized. */
function instalmentPrincipal(line: Line, draw: Draw, interest: number): number | null {
  const spread = draw.spreadNext ?? (draw.boughtInPeriod ? draw.terms.amortization : null);
  draw.spreadNext = null;
  if (line.status !== 'active') return null;
  if (spread !== null && draw.principal > 0) {
    const found = instalmentOf(line, draw, { principal: draw.principal, interest }, spread);
    if (found !== undefined) {
      draw.schedule = { payment: found.payment, rowsLeft: found.rows.length };
      shareSpreadFee(draw, found.rows.length);
    }
  }
  const { schedule } = draw;
  if (schedule === null) return null;
  schedule.rowsLeft -= 1;
  if (schedule.rowsLeft <= 0) return draw.principal;
  return Math.min(draw.principal, Math.max(0, schedule.payment - interest));
}

function feesTurningDue(line: Line, draw: Draw, instalment: number | null): FeePiece[] {
  const isLast = line.status !== 'active' || instalment === draw.principal;
  return [...draw.waiting.filter(({ open }) => open > 0), ...takeSpreadShare(draw, isLast)];
}

type Given = Pick<Ask, 'interest' | 'fees' | 'instalment'>;

function askOf(line: Line, draw: Draw, given: Given): Ask {
  const { principal } = draw;
  const isAllDue = line.status !== 'active' || isAtItsEnd(line, draw, given);
  const override = draw.inGrace ? (draw.terms.grace?.minimumOverride ?? null) : null;
  const { percentOfPrincipal, amount } = override ?? draw.minimum;
  const asked = isAllDue ? { percentage: '1', amount: 0 } : { percentage: percentOfPrincipal, amount };
  return { ...given, principal, ...asked, isUnderOverride: override !== null && !isAllDue };
}

/** 3.7: the first statement on or after the end date bills all principal of a draw that is not amortized. */
function isAtItsEnd(line: Line, draw: Draw, { instalment }: Given): boolean {
  return instalment === null && draw.terms.endDate !== null && line.day >= draw.terms.endDate;
}

function addObligation(
  line: Line,
  { parts, lineFees, asked }: { parts: Part[]; lineFees: FeePiece[]; asked: Asked },
): Obligation {
  const { ordinal, day, nextDue } = line;
  const deadline = deadlineOf(line.terms, nextDue);
  const statement: Statement = {
    ordinal,
    start: line.periodStart,
    date: day,
    deadline,
    balance: 0,
    shownBalance: 0,
    shownMinimum: 0,
    books: line.books,
    credit: 0,
    disputed: 0,
    interest: new Map(),
    fullBalances: new Map(),
    principals: new Map(),
    lineFull: 0,
    graceBefore: new Map(),
    graceAfter: new Map(),
    recordedAt: 0,
    raisesAt: 0,
    afterCredit: 0,
    fulfilledBefore: new Map(),
    checks: new Map(),
    sent: null,
  };
  return {
    kind: 'statement',
    ordinal,
    madeOn: day,
    dueDate: nextDue,
    deadline,
    parts,
    lineFees,
    amount: asked.amount,
    overLimit: asked.overLimit,
    isOverdue: false,
    movedTo: null,
    lateFeeTested: line.status !== 'active',
    statement,
  };
}

/** 8.5: what was moved to this statement follows its dates. */
function takeOverDueDate(line: Line, obligation: Obligation): void {
  for (const moved of line.obligations) {
    if (moved.movedTo !== obligation.ordinal) continue;
    moved.dueDate = obligation.dueDate;
    moved.deadline = obligation.deadline;
  }
}

/** 1.5, 7.2: the balances, then the customer credit, then what is shown. */
function record(line: Line, obligation: Obligation, interest: ReadonlyMap<Draw, number>): void {
  const taking = line.draws.filter((draw) => draw.memo === null && !draw.isPaidOff);
  const leftOut = (draw: Draw) => line.obligations.reduce((sum, each) => sum + leftOutOf(line, each, draw), 0);
  const fullBalances = new Map(taking.map((draw) => [draw, owedOfDraw(line, draw) - leftOut(draw)]));
  const flags = () => new Map(line.draws.map((draw) => [draw, draw.inGrace]));
  const statement: Statement = {
    ...(obligation.statement as Statement),
    balance: owed(line),
    interest,
    fullBalances,
    books: { ...line.books },
    credit: creditOf(line),
    disputed: disputed(line),
    principals: new Map(line.draws.map((draw) => [draw, principalOf(line, draw)])),
    lineFull: [...fullBalances.values()].reduce((sum, amount) => sum + amount, owedLineFees(line)),
    graceBefore: flags(),
    recordedAt: line.takings.length,
    raisesAt: line.raises.length,
  };
  Object.assign(obligation, { statement });
  useCredit(line);
  statement.afterCredit = line.takings.length;
  statement.shownBalance = owed(line);
  statement.shownMinimum = minimumShown(line);
  statement.graceAfter = flags();
}

/** 8.1, 11.3: everything open, without related interest of open disputes. */
export function minimumShown(line: Line): number {
  return line.obligations.reduce((sum, obligation) => sum + openOf(obligation) - leftOutOf(line, obligation), 0);
}
