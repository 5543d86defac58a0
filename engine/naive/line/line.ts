// The line in the middle of the simulation, and simple questions about it (section 1.2).

import type { Component, FeeType } from '../../account/terms.ts';
import type { LineFactOf as FactOf, PurchaseNamed } from '../../line/facts.ts';
import type { Amortization, CycleTerms, DrawMinimum, DrawTerms, LineTerms } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import type { RateBook, Running } from '../rate-book.ts';
import { compared, type Rational, rational, wholeCents, zero } from '../rational.ts';

/** A part of a fee, in one balance. Without a draw it is the line's. */
export interface FeePiece {
  readonly key: string;
  readonly type: FeeType;
  readonly draw: Draw | null;
  /** The order in which fees were booked. */
  readonly sequence: number;
  open: number;
}

/** Interest of one day of a draw, kept for what looks back: 6.4, 7.4, 11.3, 11.5, 15.2. */
export interface DayOfDraw {
  readonly day: Day;
  /** The yearly rate times what the day counts of a year. */
  readonly dailyRate: Rational;
  /** What the day counts of a year. */
  readonly years: Rational;
  readonly yearlyRate: Rational;
  /** Compounded daily, interest that is billed and open is part of it. */
  readonly balance: number;
  /** What the interest that has accrued on the days before earned (rules.md 15.5a). */
  readonly onAccrued: Rational;
  /** Whether E held (7.1), and whether interest was earned that day. */
  wasInGrace: boolean;
  earned: boolean;
  /** 7.4: the balance that was charged back later. */
  chargedBack: number | null;
}

interface Schedule {
  readonly payment: number;
  /** Statements that are still to come. */
  rowsLeft: number;
}

export interface Draw {
  readonly id: string;
  readonly terms: DrawTerms;
  minimum: DrawMinimum;
  limit: number | null;
  readonly activatedOn: Day;
  /** The order of activation. */
  readonly sequence: number;
  isClosed: boolean;
  isPaidOff: boolean;
  readonly rates: RateBook;
  /** Principal that is not due. */
  principal: number;
  accrued: Rational;
  /** What the days since it was last booked have earned: all of it but what joined otherwise. */
  ofPeriod: Rational;
  accruedInAll: Rational;
  booked: number;
  raised: number;
  forgone: Rational;
  /** Math 6.7. */
  beyondCap: Rational;
  waiting: FeePiece[];
  /** What is left of draw fees that are spread, what they were in all, and their shares still to come. */
  spreadFees: FeePiece[];
  spreadTotal: number;
  /** A statement has billed of them: later fees are not spread any more. */
  isSpreadBilled: boolean;
  spreadShares: number[];
  periodic: PeriodicState[];
  /** Promos that end when the line is overdue too long (6.7); `fact` brought it, or the terms did. */
  promoLimits: { readonly promo: Running; readonly days: number; readonly fact: string | null }[];
  disputed: number;
  /** 14.7: statements paid in full in a row before those that are known. */
  paidBefore: number;
  /** E of section 7.1. */
  inGrace: boolean;
  /** 6.9: interest of a running programme; null: none runs. */
  memo: Rational | null;
  schedule: Schedule | null;
  /** 10.4: what the next statement spreads by. */
  spreadNext: Amortization | null;
  boughtInPeriod: boolean;
  readonly days: DayOfDraw[];
  readonly chargedOff: Record<Component, number>;
}

/** What one obligation asks of one draw, as far as it is open. */
export interface Part {
  readonly draw: Draw;
  readonly fees: FeePiece[];
  interest: number;
  principal: number;
}

export interface Obligation {
  readonly kind: 'statement' | 'acceleration' | 'apart';
  readonly ordinal: number;
  readonly madeOn: Day;
  dueDate: Day;
  deadline: Day;
  readonly parts: Part[];
  readonly lineFees: FeePiece[];
  /** What it asked for when it was made, and the over-limit part of that. */
  amount: number;
  overLimit: number;
  isOverdue: boolean;
  /** The statement whose due date it takes over (8.5, 11.5, 14.3). */
  movedTo: number | null;
  /** Its late fee was booked, ruled out, or is not to come (8.4, 8.5). */
  lateFeeTested: boolean;
  readonly statement: Statement | null;
}

/** What a statement recorded (1.5, 7.2). */
export interface Statement {
  readonly ordinal: number;
  readonly start: Day;
  readonly date: Day;
  readonly balance: number;
  /** What is left of the balance after the customer credit. */
  shownBalance: number;
  shownMinimum: number;
  readonly interest: ReadonlyMap<Draw, number>;
  /** What was recorded with the balance: the running totals, the customer credit, what is disputed. */
  readonly books: Books;
  readonly credit: number;
  readonly disputed: number;
  /** The last day of the window of fulfilment (7.2). */
  deadline: Day;
  /** Draws that are left out (7.10) are missing. A dispute lowers them (11.3). */
  readonly fullBalances: Map<Draw, number>;
  readonly principals: Map<Draw, number>;
  lineFull: number;
  readonly graceBefore: ReadonlyMap<Draw, boolean>;
  graceAfter: Map<Draw, boolean>;
  /** How many takings there were: when the balances were recorded, and after the customer credit. */
  readonly recordedAt: number;
  readonly raisesAt: number;
  afterCredit: number;
  /** What was fulfilled before a migration. */
  readonly fulfilledBefore: ReadonlyMap<Draw, number>;
  readonly checks: Map<Draw, { readonly on: Day; readonly isPaid: boolean }>;
  sent: FactOf<'statementSent'> | null;
}

export type Source =
  | 'payment'
  | 'serviceCredit'
  | 'refund'
  | 'customerCredit'
  | 'waiver'
  | 'dispute'
  | 'capitalisation'
  | 'settlement';

/** Every cent that was taken from something owed, in order. */
export interface Taking {
  readonly on: Day;
  readonly source: Source;
  /** The payment whose money it is, if it is one's; of customer credit the payment that left it. */
  readonly payment: string | null;
  readonly draw: Draw | null;
  readonly component: Component;
  readonly obligation: Obligation | null;
  readonly isAccrued: boolean;
  readonly feeType: FeeType | null;
  readonly amount: number;
  readonly purchase: TakenBack | null;
}

/** 7.2, 15.9a: the purchase that a refund or a dispute takes back, and the fact that does. */
export interface TakenBack extends Omit<PurchaseNamed, 'draw'> {
  readonly draw: Draw;
  readonly by: string;
}

/** Principal of a draw that was raised. */
interface Raise {
  readonly on: Day;
  readonly draw: Draw;
  readonly amount: number;
  /** How many takings there were before, and the dispute that is posted again. */
  readonly takingsBefore: number;
  readonly dispute: string | null;
}

export interface Dispute {
  readonly id: string;
  readonly draw: Draw;
  readonly on: Day;
  /** c of section 11.3. */
  readonly credit: number;
  /** Related interest by obligation. */
  readonly leftOut: Map<Obligation, number>;
}

interface Hold {
  readonly id: string;
  readonly draw: Draw;
  readonly releasedOn: Day;
  left: number;
}

type Book =
  | DrawTerms['purpose']
  | ('payments' | 'refunds' | 'reimbursed' | 'agencyFees')
  | ('interestIncome' | 'givenBack' | 'feeIncome' | 'waived' | 'serviceCredits' | 'writtenOff' | 'migration');
export type Books = Record<Book, number>;

export interface PeriodicState {
  readonly type: FeeType;
  amount: number;
  cap: number | null;
  charged: number;
}

/** What the running cycle costs, and what its balances were (rules.md 15.21). */
export interface CycleCost {
  /** All interest booked before the cycle. */
  readonly interestBefore: number;
  /** Fees booked since the last statement that count. */
  readonly fees: { readonly key: string; readonly amount: number }[];
  /** What waivers gave up of these fees, and what the bound gave up or gave back. */
  relieved: number;
  /** S over the basis: the principal of each day times what the day counts of a year. */
  balanceYears: Rational;
}

export interface Line {
  readonly terms: LineTerms;
  day: Day;
  status: 'pending' | 'active' | 'accelerated' | 'chargedOff';
  isPaidOff: boolean;
  isClosed: boolean;
  servicedBy: 'creditor' | 'debtCollectionAgency';
  openedOn: Day;
  /** 14.7. */
  takenOverOn: Day | null;
  cycle: CycleTerms;
  /** The statement that closes the running period, and its due date. */
  nextStatement: Day;
  nextDue: Day;
  periodStart: Day;
  ordinal: number;
  /** Deadlines of periods for which no statement was made. */
  readonly unbilled: Map<number, Day>;
  /** 2.9: days that hold after the next statement. */
  newCycle: CycleTerms | null;
  limit: number;
  openingLimit: number;
  newDrawsAllowed: boolean;
  readonly rateFacts: FactOf<'index' | 'rate' | 'promo' | 'ceiling'>[];
  /** By fact, the last day of promos that lateness ended. */
  readonly lostPromos: Map<string, number>;
  draws: Draw[];
  obligations: Obligation[];
  waiting: FeePiece[];
  periodic: PeriodicState[];
  feesBooked: { key: string; type: FeeType; draw: string | null; on: Day; amount: number }[];
  lateFeeOrdinals: number[];
  /** w of section 8.4. */
  lateFeesTaken: number;
  /** The last day of the suspensions so far (15.11). */
  noLateFeeThrough: Day | null;
  /** Oldest first. */
  credit: { readonly payment: string | null; left: number }[];
  holds: Hold[];
  disputes: Dispute[];
  /** Pending payments, and those of pending purchases and refunds. */
  pendingPayments: Map<string, Day>;
  pendingPurchases: { readonly draw: Draw }[];
  readonly takings: Taking[];
  readonly raises: Raise[];
  readonly chargedOffFees: FeePiece[];
  settlement: { readonly amount: number; readonly lastDay: Day; received: number } | null;
  /** Payments that came back: the obligation that each was to pay (9.8). */
  readonly returned: Map<string, { readonly obligation: Obligation | null; feeBooked: boolean }>;
  /** Running totals of the accounts that are no balances of the line (1.10). */
  readonly books: Books;
  cost: CycleCost;
  moot: string[];
  /** Statements whose check won grace back (7.5). */
  readonly restored: { readonly draw: string; readonly ordinal: number }[];
}

export function openFees(pieces: readonly FeePiece[]): number {
  return pieces.reduce((sum, { open }) => sum + open, 0);
}

function openOfPart({ fees, interest, principal }: Part): number {
  return openFees(fees) + interest + principal;
}

export function openOf({ parts, lineFees }: Obligation): number {
  return parts.reduce((sum, part) => sum + openOfPart(part), openFees(lineFees));
}

function partsOf(line: Line, draw: Draw): Part[] {
  return line.obligations.flatMap(({ parts }) => parts.filter((part) => part.draw === draw));
}

/** Due, overdue or not. */
export function principalOf(line: Line, draw: Draw): number {
  return partsOf(line, draw).reduce((sum, { principal }) => sum + principal, draw.principal);
}

function waitingOf(draw: Draw): number {
  return openFees(draw.waiting) + openFees(draw.spreadFees);
}

/** Owed of a draw: no accrued interest, no disputed amounts. */
export function owedOfDraw(line: Line, draw: Draw): number {
  return partsOf(line, draw).reduce((sum, part) => sum + openOfPart(part), draw.principal + waitingOf(draw));
}

export function owedLineFees(line: Line): number {
  return line.obligations.reduce((sum, { lineFees }) => sum + openFees(lineFees), openFees(line.waiting));
}

export function owed(line: Line): number {
  return line.draws.reduce((sum, draw) => sum + owedOfDraw(line, draw), owedLineFees(line));
}

export function chargedOffOf(draw: Draw): number {
  return draw.chargedOff.principal + draw.chargedOff.interest + draw.chargedOff.fees;
}

export function chargedOff(line: Line): number {
  return line.draws.reduce((sum, draw) => sum + chargedOffOf(draw), openFees(line.chargedOffFees));
}

export function disputed(line: Line): number {
  return line.draws.reduce((sum, draw) => sum + draw.disputed, 0);
}

export function creditOf(line: Line): number {
  return line.credit.reduce((sum, { left }) => sum + left, 0);
}

/** What the cap on all interest leaves to be booked. */
export function leftUnderCap({ terms, draws }: Line): number {
  const booked = draws.reduce((sum, draw) => sum + draw.booked, 0);
  return Math.max(0, (terms.interest.totalCap ?? Number.MAX_SAFE_INTEGER) - booked);
}

/** Accrued interest as far as it may be booked: draws one after the other. */
export function bookable(line: Line): Map<Draw, Rational> {
  let left = leftUnderCap(line);
  return new Map(
    line.draws.map((draw) => {
      const most = rational(left);
      const may = compared(draw.accrued, most) > 0 ? most : draw.accrued;
      left -= Math.max(0, wholeCents(may));
      return [draw, may];
    }),
  );
}

export function statementsOf(line: Line): Statement[] {
  return line.obligations.flatMap(({ statement }) => (statement === null ? [] : [statement]));
}

export function drawNamed(line: Line, id: string): Draw | undefined {
  return line.draws.find((draw) => draw.id === id);
}

/** 11.3: related interest of open disputes, as far as something of the draw's part is open. */
export function leftOutOf(line: Line, obligation: Obligation, only: Draw | null = null): number {
  return obligation.parts
    .filter(({ draw }) => only === null || draw === only)
    .reduce((sum, part) => {
      const related = line.disputes
        .filter(({ draw }) => draw === part.draw)
        .reduce((total, { leftOut }) => total + (leftOut.get(obligation) ?? 0), 0);
      return sum + Math.min(related, openOfPart(part));
    }, 0);
}

type NoAccrual = Pick<Draw, 'accrued' | 'ofPeriod' | 'accruedInAll' | 'booked' | 'raised' | 'forgone' | 'beyondCap'>;

export function noAccrual(): NoAccrual {
  const nothing = { accrued: zero, ofPeriod: zero, accruedInAll: zero, forgone: zero, beyondCap: zero };
  return { ...nothing, booked: 0, raised: 0 };
}
