// The statement: on the day after a period its interest and fees are billed, and the minimum payment comes due.

import { interestAccount, post, principalAccount, transfer } from '../account/ledger.ts';
import { emit, openFees } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import { rounded } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import {
  accrueAll,
  accruedOfAll,
  bookAccrued,
  interestOf,
  rateBeforeDiscount,
  roomOf,
  waiveAccrued,
} from './accrual.ts';
import { takeInstalment } from './amortization.ts';
import { keepBill } from './bill.ts';
import { deadlineFor } from './cycle.ts';
import { keepCycleRate } from './cycle-rate.ts';
import { inDrawOrder } from './draw.ts';
import { chargePeriodicFees, percentOf, takeSpreadShare } from './fees.ts';
import { setCheckDays } from './grace.ts';
import { book, type Line, of } from './line.ts';
import { askedByBalance, askMinimum, type Unbilled } from './minimum.ts';
import { moveToDue, newObligation, newPart } from './obligations.ts';
import { balanceOf, disputedOf, dueOf, dueOfDraw, lineFeesOwed, owedOf } from './owed.ts';
import { beginPeriod } from './period.ts';
import type { MinimumAsked, StepPart } from './records.ts';
import { settleUp } from './settle.ts';
import type { Billed, Draw, LineObligation, Part } from './state.ts';

export function makeStatement(line: Line, day: Day): void {
  const p = line.position;
  chargePeriodicFees(line, day);
  const { billed, cycle } = keepCycleRate(line, billInterest(line, day), day, String(p.ordinal));
  const { o, asked } = makeObligation(line, billed, day);
  p.obligations.push(o);
  p.latestAmount = o.amount;
  recordBalances(line, o);
  const dates = { statementOn: day, dueOn: p.dueOn, ordinal: p.ordinal, periodStart: p.periodStart };
  beginPeriod(line, day);
  const cause = `statement:${o.ordinal}`;
  bookStatement(line, o, cause);
  settleUp(line, day, cause);
  noteShown(line, o);
  keepBill(line, o, billed, { ...dates, asked, cycle });
}

function billInterest(line: Line, day: Day): Billed[] {
  const billed: Billed[] = [];
  const isByAverage = line.terms.interest.balanceMethod === 'average' && line.position.standing === 'active';
  accrueAll(line, day);
  const isWaived = isResidualWaived(line);
  for (const draw of line.position.draws) {
    const stretches = draw.stretches.map((stretch) => ({ ...stretch }));
    recordSegments(line, draw, day);
    const { taken } = draw;
    const carried = { ...draw.carried };
    const interest = isWaived ? waiveAccrued(line, draw) : bookAccrued(line, draw, isByAverage);
    billed.push({ draw, interest, inAll: interest + taken, raised: 0, carried, stretches });
  }
  return raiseToMinimum(line, billed, day);
}

/** All has been paid but interest since the last statement, and of that so little that the product gives it up. */
function isResidualWaived(line: Line): boolean {
  const { position: p, terms } = line;
  const { residualWaivedBelow: below, rounding } = terms.interest;
  if (below === null || p.standing !== 'active' || owedOf(line) > 0) return false;
  const residual = accruedOfAll(line).reduce((sum, exact) => sum + rounded(exact, line.denominator, rounding), 0);
  return residual < below;
}

function recordSegments(line: Line, d: Draw, day: Day): void {
  d.stretches.forEach((stretch, i) => {
    if (stretch.sum === 0 && stretch.onInterest === undefined) return;
    line.records.segments.push({
      draw: d.id,
      from: stretch.from,
      to: d.stretches[i + 1]?.from ?? day,
      scale: line.position.scale,
      rate: stretch.rate,
      rateBeforeDiscount: rateBeforeDiscount(d, stretch.from),
      weight: stretch.weight,
      sum: stretch.sum,
      ...(stretch.onInterest && { onInterest: stretch.onInterest }),
      interest: interestOf(line, stretch),
    });
  });
}

/** A charge for interest is at least so much: the difference is booked on the first draw that has any. */
function raiseToMinimum(line: Line, billed: readonly Billed[], day: Day): Billed[] {
  const charge = line.terms.interest.minCharge ?? 0;
  const sum = billed.reduce((all, { interest }) => all + interest, 0);
  if (sum === 0 || sum >= charge || line.position.standing !== 'active') return [...billed];
  const first = inDrawOrder(line, day).find((d) => billed.some(({ draw, interest }) => draw === d && interest > 0))!;
  const raised = Math.min(charge - sum, roomOf(line));
  first.raised += raised;
  first.booked += raised;
  return billed.map((one) =>
    one.draw === first ? { ...one, raised, interest: one.interest + raised, inAll: one.inAll + raised } : one,
  );
}

function makeObligation(
  line: Line,
  billed: readonly Billed[],
  day: Day,
): { readonly o: LineObligation; readonly asked: MinimumAsked | null } {
  const { position: p, terms } = line;
  const order = inDrawOrder(line, day);
  const asks = order
    .filter(({ paidOffOn }) => paidOffOn === null)
    .map((d) => unbilledOf(line, d, billed.find(({ draw }) => draw === d)!.interest, day));
  const asked = p.standing === 'active' ? askOfAll(line, asks) : null;
  const parts = p.draws.flatMap((d) => asks.filter(({ ask }) => ask.draw === d).map((one) => billDraw(line, one)));
  const fees = p.waiting;
  p.waiting = [];
  moveToDue(line, fees, null);
  const made = newObligation(p, {
    kind: 'statement',
    key: String(p.ordinal),
    on: day,
    dueDate: p.dueOn,
    deadline: deadlineFor(p.dueOn, terms),
    overLimit: asked?.overLimit ?? 0,
    parts,
    fees,
  });
  // Without a late fee there is nothing to test: it would stay in the position for good.
  return { o: { ...made, isTested: terms.fees.late === null }, asked };
}

interface Asking {
  readonly ask: Unbilled;
  readonly fees: Fee[];
}

function unbilledOf(line: Line, d: Draw, interest: number, day: Day): Asking {
  const { principal } = d;
  const instalment = takeInstalment(line, d, interest);
  const rows = d.amortized === null ? 1 : d.amortized.rowsLeft + 1;
  const fees = [...takeSpreadShare(d, rows, instalment === principal), ...d.waiting];
  d.waiting = [];
  const override = d.hasGrace ? (d.terms.grace?.minimumOverride ?? null) : null;
  const open = openFees(fees);
  const { percentOfPrincipal, amount } = override ?? d.terms.minimum;
  const wanted = Math.max(amount, percentOf(principal, percentOfPrincipal) + interest + open);
  const byTerms = Math.max(0, Math.min(principal + interest + open, wanted) - interest - open);
  const isEnded = d.terms.endDate !== null && d.terms.endDate <= day && instalment === null;
  const isAll = isEnded || line.position.standing !== 'active';
  const asked = isAll ? principal : (instalment ?? byTerms);
  return { ask: { draw: d, principal, interest, fees: open, asked, isLifted: override === null }, fees };
}

/** Sets what the statement asks for of each draw. */
function askOfAll(line: Line, asks: readonly Asking[]): MinimumAsked {
  const { floor, roundUpTo, ofBalance } = line.terms.minimum;
  const all = asks.map(({ ask }) => ask);
  const lineFees = openFees(line.position.waiting);
  const interest = all.reduce((sum, ask) => sum + ask.interest, 0);
  const fees = all.reduce((sum, ask) => sum + ask.fees, lineFees);
  const byDraws = all.reduce((sum, { asked }) => sum + asked, interest + fees);
  // What was not billed until now is in no bucket of what is owed yet; fees of the line wait in theirs.
  const balance = owedOf(line) + interest + fees - lineFees;
  const byBalance = ofBalance && askedByBalance(ofBalance, { balance, interest, fees });
  const overLimit = askMinimum(all, {
    lineFees,
    floor: Math.max(floor, byBalance ?? 0),
    roundUpTo,
    overLimit: (regular) => overLimitOf(line, balance, regular),
  });
  return { byDraws, balance, byBalance, overLimit };
}

/** What is owed above the limit, if the product asks for it, as far as that is more than what it is compared with. */
function overLimitOf(line: Line, balance: number, regular: number): number {
  const { isOverLimitDue, overLimitBeyond } = line.terms.minimum;
  if (!isOverLimitDue) return 0;
  const pastDue = dueOf(line);
  const beyond = { nothing: 0, pastDue, minimum: pastDue + regular }[overLimitBeyond];
  return Math.max(0, balance + disputedOf(line.position) - line.position.limit - beyond);
}

/** Moves what the statement asks of a draw to the accounts of what is due. */
function billDraw(line: Line, { ask, fees }: Asking): Part {
  const { draw: d, interest, asked } = ask;
  const older = dueOfDraw(line, d);
  moveToDue(line, fees, d);
  post(line, of(interestAccount.due, d), interest);
  post(line, 'interestIncome', -interest);
  transfer(line, of(principalAccount.notDue, d), of(principalAccount.due, d), asked);
  d.principal -= asked;
  return { ...newPart(d, { interest, principal: asked, fees }), older, accrued: daysOfInterest(line, d) };
}

/** The days of the period on which interest accrued, with their rates. */
function daysOfInterest({ position: p }: Line, d: Draw): Part['accrued'] {
  if (d.accruesSince === null) return [];
  const since = d.accruesSince;
  return d.stretches
    .map(({ from, rate }, i) => ({ from: Math.max(from, since), to: d.stretches[i + 1]?.from ?? p.statementOn, rate }))
    .filter(({ from, to }) => from < to);
}

/** What was owed after the statement: that is what grace compares. */
function recordBalances(line: Line, o: LineObligation): void {
  o.newBalance = owedOf(line);
  o.full = lineFeesOwed(line);
  for (const part of o.parts) {
    const d = line.byId.get(part.draw)!;
    part.full = balanceOf(line, d);
    if (d.memo === null) o.full += part.full;
    else part.isLeftOut = part.isChecked = true;
  }
  setCheckDays(line, o);
}

function bookStatement(line: Line, o: LineObligation, cause: string): void {
  const { entry } = line;
  const parts: StepPart[] = [];
  entry.fees = openFees(o.fees);
  for (const part of o.parts) {
    entry.fees += part.feesDue;
    entry.interest += part.interest;
    entry.principal += part.principal;
    parts.push({ draw: part.draw, fees: part.feesDue, interest: part.interest, principal: part.principal, notDue: 0 });
  }
  book(line, o.on, 'statement', cause, o.amount, null, parts);
  emit(line, o.on, 'loan.obligation.statuschanged', cause);
}

/** After the customer credit that the statement used. */
function noteShown(line: Line, o: LineObligation): void {
  o.fulfilled.atStatement = o.fulfilled.all;
  for (const part of o.parts) part.atStatement = part.fulfilled;
  o.took = 0;
  o.minimumShown = dueOf(line);
}
