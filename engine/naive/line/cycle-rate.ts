// What a cycle may cost a covered borrower (rules.md 15.21).

import type { FeeType } from '../../account/terms.ts';
import { fractionOfDay } from '../counts.ts';
import { ofDecimal, plus, type Rational, rational, times, wholeCents, zero } from '../rational.ts';
import { type CycleCost, type Draw, type FeePiece, type Line, principalOf } from './line.ts';
import { noteTaking } from './take.ts';

/** A cycle begins when so much interest has been booked in all. */
export function costFrom(interestBefore: number): CycleCost {
  return { interestBefore, fees: [], relieved: 0, balanceYears: zero };
}

/** S, at the end of the day. */
export function countDay(line: Line): void {
  if (line.terms.cycleRateMax === null) return;
  const years = yearsOf(line, line.day);
  if (line.status !== 'chargedOff') addBalances(line, years, principalOf);
  else if (line.terms.delinquency.accrualAfterChargeOff)
    addBalances(line, years, (_, draw) => draw.chargedOff.principal);
}

function yearsOf({ terms, periodStart }: Line, day: number): Rational {
  const { dayCount } = terms.interest;
  // The basis of this one is 365 here.
  if (dayCount === 'actual/360') return rational(1, 365);
  return fractionOfDay({ dayCount, day, periodStart, termination: periodStart - 1 });
}

function addBalances(line: Line, years: Rational, balanceOf: (line: Line, draw: Draw) => number): void {
  for (const draw of line.draws) {
    if (draw.terms.purpose === 'static') continue;
    line.cost.balanceYears = plus(line.cost.balanceYears, times(rational(balanceOf(line, draw)), years));
  }
}

/** The principal taken over stood since the period began, and the fees that wait are of the running cycle. */
export function costBeforeTakeover(line: Line): void {
  for (let day = line.periodStart; day < line.day; day += 1) addBalances(line, yearsOf(line, day), principalOf);
  const waiting = [...line.waiting, ...line.draws.flatMap((draw) => draw.waiting)];
  for (const { type, key, open } of waiting) countFee(line, type, key, open);
}

export function countFee(line: Line, type: FeeType, key: string, amount: number): void {
  if (type !== 'late' && type !== 'nsf') line.cost.fees.push({ key, amount });
}

const isOfCycle = (line: Line, key: string): boolean => line.cost.fees.some((fee) => fee.key === key);

/** What was given up of fees that an earlier statement billed relieves nothing. */
export function countWaiver(line: Line, key: string, amount: number): void {
  if (isOfCycle(line, key)) line.cost.relieved += amount;
}

/** A settlement wrote off interest and fees: they are relieved as far as anything is left of C. */
export function countSettled(line: Line, amount: number): void {
  line.cost.relieved += Math.min(amount, Math.max(0, costOf(line)));
}

/** C. */
function costOf({ cost, books }: Line): number {
  const fees = cost.fees.reduce((sum, { amount }) => sum + amount, 0);
  return books.interestIncome - cost.interestBefore + fees - cost.relieved;
}

/** What the cycle cost beyond its bound is given up: fees that wait, interest that is booked today, money paid. */
export function boundCost(line: Line, interest: Map<Draw, number>): void {
  const { terms, cost } = line;
  if (terms.cycleRateMax === null) return;
  const costs = costOf(line);
  const most = wholeCents(times(ofDecimal(terms.cycleRateMax, 12), cost.balanceYears));
  let left = Math.max(0, costs - most);
  left -= giveUpFees(line, left);
  left -= giveUpInterest(line, interest, left);
  giveBack(line, left);
}

/** Step 1. */
function giveUpFees(line: Line, most: number): number {
  const draws = [...line.draws].sort((a, b) => a.sequence - b.sequence);
  const lists = [line.waiting, ...draws.flatMap(({ waiting, spreadFees }) => [waiting, spreadFees])];
  let left = most;
  for (const piece of lists.flatMap((list) => [...list].reverse())) {
    if (isOfCycle(line, piece.key)) left -= giveUpFee(line, piece, left);
  }
  return most - left;
}

function giveUpFee(line: Line, piece: FeePiece, most: number): number {
  const amount = Math.min(most, piece.open);
  piece.open -= amount;
  line.books.waived += amount;
  line.cost.relieved += amount;
  const money = { source: 'waiver', payment: null, purchase: null } as const;
  noteTaking(line, money, amount, { draw: piece.draw, component: 'fees', feeType: piece.type });
  return amount;
}

/** Step 2: it was booked a moment ago. */
function giveUpInterest(line: Line, interest: Map<Draw, number>, most: number): number {
  let left = most;
  for (const draw of [...line.draws].sort((a, b) => a.sequence - b.sequence)) {
    const booked = interest.get(draw) ?? 0;
    const amount = Math.min(left, booked);
    if (amount === 0) continue;
    interest.set(draw, booked - amount);
    draw.booked -= amount;
    draw.beyondCap = plus(draw.beyondCap, rational(amount));
    line.books.interestIncome -= amount;
    left -= amount;
  }
  return most - left;
}

/** Step 3. */
function giveBack(line: Line, amount: number): void {
  if (amount === 0) return;
  line.books.serviceCredits += amount;
  line.cost.relieved += amount;
  line.credit.push({ payment: null, left: amount });
}
