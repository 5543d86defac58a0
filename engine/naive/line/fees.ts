// Fees of a line and its draws (8.4, 9.8, 13).

import type { FeeType } from '../../account/terms.ts';
import type { Day } from '../../values/day.ts';
import { clampedDay, partsOf } from '../civil.ts';
import { deadlineOf } from './cycle.ts';
import { countFee } from './cycle-rate.ts';
import {
  type Draw,
  type FeePiece,
  type Line,
  leftOutOf,
  type Obligation,
  openFees,
  type PeriodicState,
} from './line.ts';
import { shareOf } from './minimum.ts';

interface NewFee {
  readonly type: FeeType;
  readonly key: string;
  readonly amount: number;
  readonly draw: Draw | null;
}

/** 13.2: the part above the cap of the first year is not booked. Late and returned-item fees do not count. */
function withinFirstYear(line: Line, { type, amount }: NewFee): number {
  const cap = line.terms.fees.firstYearCap;
  if (cap === null || type === 'late' || type === 'nsf') return amount;
  const { year, month, day } = partsOf(line.openedOn);
  if (line.day >= clampedDay(year + 1, month, day)) return amount;
  const booked = line.feesBooked.filter((fee) => fee.type !== 'late' && fee.type !== 'nsf');
  const sum = booked.reduce((total, fee) => total + fee.amount, 0);
  return Math.min(amount, Math.max(0, shareOf(cap, line.openingLimit) - sum));
}

/** The piece of a fee that is booked, for a balance; undefined: nothing is booked. */
function recordFee(line: Line, fee: NewFee): FeePiece | undefined {
  const amount = line.status === 'chargedOff' ? 0 : withinFirstYear(line, fee);
  if (amount === 0) return undefined;
  const { type, key, draw } = fee;
  line.feesBooked.push({ type, key, draw: draw?.id ?? null, on: line.day, amount });
  line.books.feeIncome += amount;
  countFee(line, type, key, amount);
  return { type, key, draw, sequence: line.feesBooked.length, open: amount };
}

/** 13.1: it waits for the next statement. */
export function bookFee(line: Line, fee: NewFee): number {
  const piece = recordFee(line, fee);
  if (piece === undefined) return 0;
  (fee.draw ?? line).waiting.push(piece);
  return piece.open;
}

/** 3.5. */
export function bookDrawFee(line: Line, draw: Draw, cause: string, amount: number): void {
  const { charged } = draw.terms.fees.draw;
  const piece = recordFee(line, { type: 'draw', key: `draw:${cause}`, amount, draw });
  if (piece === undefined) return;
  if (charged === 'apart') {
    line.obligations.push({
      kind: 'apart',
      ordinal: 0,
      madeOn: line.day,
      dueDate: line.day,
      deadline: deadlineOf(line.terms, line.day),
      parts: [{ draw, fees: [piece], interest: 0, principal: 0 }],
      lineFees: [],
      amount: piece.open,
      overLimit: 0,
      isOverdue: false,
      movedTo: null,
      lateFeeTested: true,
      statement: null,
    });
  } else if (charged === 'spread' && !draw.isSpreadBilled && draw.schedule === null) {
    draw.spreadFees.push(piece);
    draw.spreadTotal += piece.open;
  } else {
    draw.waiting.push(piece);
  }
}

/** 10.5: the shares over the rows of the first schedule; the first ones take the cents that are left over. */
export function shareSpreadFee(draw: Draw, rows: number): void {
  if (openFees(draw.spreadFees) === 0 || draw.spreadShares.length > 0) return;
  const total = draw.spreadTotal;
  const share = Math.floor(total / rows);
  draw.spreadShares = Array.from({ length: rows }, (_, k) => share + (k < total % rows ? 1 : 0));
}

/** It comes before the fees that waited. */
export const shareOfSpread = -1;

/** The share of a spread fee that a statement bills; all of it, when no principal is left for later. */
export function takeSpreadShare(draw: Draw, isLast: boolean): FeePiece[] {
  if (openFees(draw.spreadFees) === 0) return [];
  draw.isSpreadBilled = true;
  const share = draw.spreadShares.shift() ?? 0;
  let left = isLast || draw.schedule === null ? openFees(draw.spreadFees) : share;
  const taken: FeePiece[] = [];
  for (const piece of draw.spreadFees) {
    const open = Math.min(left, piece.open);
    left -= open;
    piece.open -= open;
    if (open > 0) taken.push({ ...piece, open, sequence: shareOfSpread });
  }
  return taken;
}

/** 1.5: service and membership fees of the period. */
export function bookPeriodicFees(line: Line): void {
  const { ordinal } = line;
  for (const fee of line.periodic) bookPeriodic(line, fee, { key: `${fee.type}:${ordinal}`, draw: null });
  for (const draw of line.draws) {
    if (draw.isPaidOff) continue;
    for (const fee of draw.periodic) bookPeriodic(line, fee, { key: `${fee.type}:${draw.id}:${ordinal}`, draw });
  }
}

function bookPeriodic(line: Line, fee: PeriodicState, of: Pick<NewFee, 'key' | 'draw'>): void {
  const left = fee.cap === null ? fee.amount : Math.max(0, fee.cap - fee.charged);
  fee.charged += bookFee(line, { ...of, type: fee.type, amount: Math.min(fee.amount, left) });
}

export function piecesOf(
  line: Line,
  key: string,
): { readonly piece: FeePiece; readonly obligation: Obligation | null }[] {
  const waiting = [...line.waiting, ...line.draws.flatMap((draw) => [...draw.waiting, ...draw.spreadFees])];
  const all = [
    ...line.obligations.flatMap((obligation) =>
      [...obligation.lineFees, ...obligation.parts.flatMap(({ fees }) => fees)].map((piece) => ({ piece, obligation })),
    ),
    ...waiting.map((piece) => ({ piece, obligation: null })),
  ];
  return all.filter(({ piece }) => piece.key === key);
}

const foreseenTypes: readonly FeeType[] = ['draw', 'origination', 'service', 'membership'];

/** 8.2: unforeseen fees do not count, nor does related interest of a dispute, nor less than the tolerance. */
export function countsAsPaid(line: Line, obligation: Obligation): boolean {
  const fees = [...obligation.lineFees, ...obligation.parts.flatMap((part) => part.fees)];
  const foreseen = fees.filter(({ type }) => foreseenTypes.includes(type));
  const missing = openDebt(line, obligation) + openFees(foreseen);
  return missing <= 0 || missing < line.terms.delinquency.tolerance;
}

/** Open interest and principal, without what a dispute leaves out. */
export function openDebt(line: Line, obligation: Obligation): number {
  const debt = obligation.parts.reduce((sum, { interest, principal }) => sum + interest + principal, 0);
  return Math.max(0, debt - leftOutOf(line, obligation));
}

/** 8.5: what this obligation and all older ones took, after the statement, reaches the sent minimum. */
export function tookSentMinimum(line: Line, obligation: Obligation, through: Day): boolean {
  const { statement } = obligation;
  if (statement === null || statement.sent === null) return false;
  const older = line.obligations.slice(0, line.obligations.indexOf(obligation) + 1);
  const took = line.takings
    .slice(statement.afterCredit)
    .filter(
      ({ on, obligation: of, source }) =>
        of !== null && older.includes(of) && on <= through && source !== 'capitalisation',
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  return took >= statement.sent.minimum;
}

function lateFeeKey(ordinal: number): string {
  return `late:${ordinal}`;
}

/** 8.4: the amount of the late fee that this day brings for the obligation; zero: none. */
function lateFeeToday(line: Line, obligation: Obligation): number {
  const { late: lateFee } = line.terms.fees;
  if (lateFee === null || line.status !== 'active' || obligation.statement === null) return 0;
  if (obligation.lateFeeTested || line.day !== obligation.deadline + lateFee.graceDays + 1) return 0;
  if (line.lateFeeOrdinals.includes(obligation.ordinal) || openDebt(line, obligation) === 0) return 0;
  if (countsAsPaid(line, obligation) || tookSentMinimum(line, obligation, line.day - 1)) return 0;
  const older = line.obligations.slice(0, line.obligations.indexOf(obligation) + 1);
  if (older.reduce((sum, each) => sum + openDebt(line, each), 0) <= line.lateFeesTaken) return 0;
  if (line.noLateFeeThrough !== null && line.day <= line.noLateFeeThrough) return 0;
  const isRepeated = line.lateFeeOrdinals.some(
    (ordinal) => ordinal >= obligation.ordinal - 6 && ordinal < obligation.ordinal,
  );
  const wanted = isRepeated ? lateFee.repeat : lateFee.first;
  return Math.min(wanted, obligation.amount, obligation.statement.sent?.minimum ?? wanted);
}

/** 9.8: a returned-item fee for a payment to this obligation was booked first. */
function hasReturnedFee(line: Line, obligation: Obligation): boolean {
  return [...line.returned.values()].some((returned) => returned.obligation === obligation && returned.feeBooked);
}

/** 1.4, step 4. */
export function testLateFee(line: Line, obligation: Obligation): void {
  const amount = lateFeeToday(line, obligation);
  const { late: lateFee } = line.terms.fees;
  if (lateFee === null || line.day <= obligation.deadline + lateFee.graceDays) return;
  obligation.lateFeeTested = true;
  if (amount > 0 && !hasReturnedFee(line, obligation)) bookLateFee(line, obligation.ordinal, amount);
}

export function bookLateFee(line: Line, ordinal: number, amount: number): boolean {
  if (line.lateFeeOrdinals.includes(ordinal) || amount === 0) return false;
  bookFee(line, { type: 'late', key: lateFeeKey(ordinal), amount, draw: null });
  line.lateFeeOrdinals.push(ordinal);
  return true;
}

/** 9.8: the fee for a payment that came back, and the obligation that it was to pay. */
export function bookReturnedFee(line: Line, undo: string, payment: string): void {
  if (line.status === 'chargedOff') return;
  const oldest = line.obligations.find((obligation) => isOpen(obligation)) ?? null;
  const returned = line.returned.get(payment) ?? { obligation: oldest, feeBooked: false };
  line.returned.set(payment, returned);
  const { obligation } = returned;
  const isLate =
    obligation !== null && (line.lateFeeOrdinals.includes(obligation.ordinal) || lateFeeToday(line, obligation) > 0);
  const latest = line.obligations.findLast(({ statement, madeOn }) => statement !== null && madeOn < line.day);
  if (isLate || latest === undefined) return;
  const most = Math.min(latest.amount, latest.statement?.sent?.minimum ?? latest.amount);
  const amount = Math.min(line.terms.fees.nsf ?? 0, most);
  returned.feeBooked = bookFee(line, { type: 'nsf', key: `nsf:${undo}`, amount, draw: null }) > 0;
}

export function isOpen({ parts, lineFees }: Obligation): boolean {
  return (
    openFees(lineFees) > 0 || parts.some(({ fees, interest, principal }) => openFees(fees) + interest + principal > 0)
  );
}
