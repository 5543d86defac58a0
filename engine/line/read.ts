// What callers read of a line and of its draws: balances by bucket, limits, what is due, grace.

import { openFees, statusOf } from '../account/loan.ts';
import { type Bucketed, fractionText, type Overdue } from '../account/read.ts';
import type { Fee } from '../account/records.ts';
import type { Status } from '../account/state.ts';
import type { FeeType } from '../account/terms.ts';
import { add, type Exact } from '../interest/exact.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { accruedOfAll, earnedInPeriod, forgoneByCapOf } from './accrual.ts';
import { lastingOfAll } from './grace.ts';
import { availableOf, availableOn, overLimitOf } from './limit.ts';
import { type Line, lineAt } from './line.ts';
import { daysPastDue } from './obligations.ts';
import { dueOf, openOf, owedOf, shownOf, shownOfDraw } from './owed.ts';
import type { LineState } from './records.ts';
import { type NoSpending, whyNoSpending } from './spending.ts';
import type { Draw, LineObligation, LinePosition } from './state.ts';
import type { LineTerms } from './terms.ts';

interface Balances {
  readonly principal: Bucketed;
  /** `notDue` is the whole cents of what has accrued, without what the next check of grace will surely remove. */
  readonly interest: Bucketed;
  /** Fee types with nothing open are left out. */
  readonly fees: Partial<Record<FeeType, Bucketed>>;
  readonly outstanding: Cents;
  readonly disputed: Cents;
  readonly chargedOff: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents };
}

export interface DrawReading extends Balances {
  readonly draw: string;
  readonly status: Exclude<Status, 'pending' | 'frozen'>;
  readonly isClosed: boolean;
  readonly limit: Cents | null;
  readonly available: Cents;
  /** Why nothing may be bought on it; null: what is available may be spent. */
  readonly noSpending: NoSpending | null;
  readonly hasGrace: boolean;
  /** Exact amounts of cents as fractions in lowest terms. */
  readonly accrued: string;
  readonly accruedTotal: string;
  /** By rounding, or given up. */
  readonly forgone: string;
  readonly forgoneByCap: string;
  readonly deferredInterest: string | null;
  readonly interestBooked: Cents;
  readonly interestRaised: Cents;
  /** The instalment of an amortized draw, else its part of the latest statement. */
  readonly payment: Cents;
}

export interface LineReading extends Balances {
  readonly day: Day;
  readonly status: Status;
  readonly isClosed: boolean;
  readonly servicedBy: 'creditor' | 'debtCollectionAgency';
  /** Everything owed: not what has accrued, not what is disputed. */
  readonly owed: Cents;
  readonly customerCredit: Cents;
  readonly creditSince: Day | null;
  readonly limit: Cents;
  readonly available: Cents;
  readonly overLimit: Cents;
  readonly daysPastDue: number;
  readonly overdueAmount: Cents;
  /** What must be paid now: all that is due and overdue. */
  readonly minimumDue: Cents;
  /** What the draws ask for with a statement. */
  readonly payment: Cents;
  readonly statementOn: Day;
  readonly dueOn: Day;
  readonly draws: readonly DrawReading[];
  readonly open: readonly LineObligation[];
  readonly moot: readonly string[];
}

const overdueIn = ({ obligations }: LinePosition) => obligations.filter(({ isOverdue }) => isOverdue);

/** The part of a draw in what is overdue: the fees of the line itself are in none. */
export const overdueOfDraw = ({ position }: LineState, draw: string): Cents =>
  shownOfDraw(overdueIn(position), draw) as Cents;

export const overdueOf = (terms: LineTerms, { position: p, through }: LineState): Overdue => ({
  amount: shownOf(overdueIn(p)) as Cents,
  days: p.paidOffOn === null ? daysPastDue(p, terms.delinquency, through) : 0,
});

export function readLine(terms: LineTerms, state: LineState): LineReading {
  const { position: p, through, records } = state;
  const line = lineAt(terms, p);
  const accrued = accruedOfAll(line);
  const lasting = lastingOfAll(line);
  const overdue = overdueOf(terms, state);
  const draws = p.draws.map((d, i) => readDraw(line, d, { accrued: accrued[i]!, lasting: lasting[i]! }, through));
  const lineFees = new FeeSums();
  for (const o of p.obligations) lineFees.addAll(o.fees, o.isOverdue ? 'overdue' : 'due');
  lineFees.addAll(p.waiting, 'notDue');
  return {
    day: through,
    status: statusOf(p),
    isClosed: p.isClosed,
    servicedBy: p.servicedBy,
    ...sumOf(draws, lineFees, p.chargedOffFees),
    owed: owedOf(line) as Cents,
    customerCredit: p.customerCredit as Cents,
    creditSince: p.creditSince,
    limit: p.limit as Cents,
    available: availableOf(line, through) as Cents,
    overLimit: overLimitOf(line) as Cents,
    daysPastDue: overdue.days,
    overdueAmount: overdue.amount,
    minimumDue: dueOf(line) as Cents,
    payment: draws.reduce((sum, { payment }) => sum + payment, 0) as Cents,
    statementOn: p.statementOn,
    dueOn: p.dueOn,
    draws,
    open: p.obligations.filter((o) => openOf(o) > 0),
    moot: records.moot.map(({ fact }) => fact),
  };
}

type Bucket = keyof Bucketed;
const empty = (): Record<Bucket, number> => ({ notDue: 0, due: 0, overdue: 0 });
const totalOf = ({ notDue, due, overdue }: Record<Bucket, number>): number => notDue + due + overdue;

class FeeSums {
  readonly byType: Partial<Record<FeeType, Record<Bucket, number>>> = {};

  addAll(fees: readonly Fee[], bucket: Bucket): void {
    for (const { type, open } of fees) this.add(type, bucket, open);
  }

  add(type: FeeType, bucket: Bucket, amount: number): void {
    if (amount === 0) return;
    const sums = this.byType[type] ?? empty();
    sums[bucket] += amount;
    this.byType[type] = sums;
  }

  total(): number {
    return Object.values(this.byType).reduce((sum, buckets) => sum + totalOf(buckets), 0);
  }
}

/** What has accrued, and what of it the next check of grace will not remove. */
interface Unbilled {
  readonly accrued: Exact;
  readonly lasting: Exact;
}

function readDraw(line: Line, d: Draw, { accrued, lasting }: Unbilled, day: Day): DrawReading {
  const { position: p } = line;
  const principal = { ...empty(), notDue: d.principal };
  const interest = { ...empty(), notDue: Math.max(0, lasting.whole) };
  const fees = new FeeSums();
  fees.addAll(d.waiting, 'notDue');
  fees.add('draw', 'notDue', openFees(d.spread?.fees ?? []));
  for (const o of p.obligations) {
    const bucket = o.isOverdue ? 'overdue' : 'due';
    for (const part of o.parts) {
      if (part.draw !== d.id) continue;
      principal[bucket] += part.principalOpen;
      interest[bucket] += part.interestOpen;
      fees.addAll(part.fees, bucket);
    }
  }
  return {
    draw: d.id,
    status: statusOfDraw(p, d),
    isClosed: d.isClosed,
    limit: d.limit as Cents | null,
    available: availableOn(line, d, day) as Cents,
    noSpending: whyNoSpending(line, d, day),
    hasGrace: d.hasGrace,
    principal: principal as Bucketed,
    interest: interest as Bucketed,
    fees: fees.byType as Balances['fees'],
    outstanding: (totalOf(principal) + totalOf(interest) + fees.total()) as Cents,
    disputed: d.disputed as Cents,
    chargedOff: { ...d.chargedOff } as Balances['chargedOff'],
    ...readInterest(line, d, accrued),
    payment: paymentOf(line, d) as Cents,
  };
}

function readInterest(line: Line, d: Draw, accrued: Exact) {
  const total = { ...d.earned };
  const { whole, part } = earnedInPeriod(line, d);
  add(total, whole, part, line.denominator);
  const text = (amount: Exact): string => fractionText(amount, line.denominator);
  return {
    accrued: text(accrued),
    accruedTotal: text(total),
    forgone: text(d.forgone),
    forgoneByCap: text(forgoneByCapOf(line, d, accrued)),
    deferredInterest: d.memo === null ? null : text(d.memo),
    interestBooked: d.booked as Cents,
    interestRaised: d.raised as Cents,
  };
}

/** A draw follows its line once that is called in or charged off. */
export function statusOfDraw(p: Pick<LinePosition, 'standing'>, d: Draw): DrawReading['status'] {
  if (d.paidOffOn !== null) return 'paidOff';
  return p.standing === 'accelerated' || p.standing === 'chargedOff' ? p.standing : 'active';
}

function paymentOf({ position: p }: Line, d: Draw): number {
  if (d.amortized !== null && d.amortized.rowsLeft > 0) return d.amortized.amount;
  const last = p.obligations.findLast(({ kind }) => kind === 'statement');
  const part = last?.parts.find(({ draw }) => draw === d.id);
  return part === undefined ? 0 : part.interest + part.principal + part.feesDue;
}

/** A figure of the line is the sum of its draws and its own part. */
function sumOf(draws: readonly DrawReading[], lineFees: FeeSums, chargedOffFees: number): Balances {
  const [principal, interest, disputed] = [empty(), empty(), { of: 0 }];
  const chargedOff = { principal: 0, interest: 0, fees: chargedOffFees };
  for (const d of draws) {
    for (const bucket of ['notDue', 'due', 'overdue'] as const) {
      principal[bucket] += d.principal[bucket];
      interest[bucket] += d.interest[bucket];
      for (const type of Object.keys(d.fees) as FeeType[]) lineFees.add(type, bucket, d.fees[type]![bucket]);
    }
    disputed.of += d.disputed;
    for (const what of ['principal', 'interest', 'fees'] as const) chargedOff[what] += d.chargedOff[what];
  }
  return {
    principal: principal as Bucketed,
    interest: interest as Bucketed,
    fees: lineFees.byType as Balances['fees'],
    outstanding: (totalOf(principal) + totalOf(interest) + lineFees.total()) as Cents,
    disputed: disputed.of as Cents,
    chargedOff: chargedOff as Balances['chargedOff'],
  };
}
