// A line during a replay: its position, which every step changes, and the records that it adds.

import { addPostings, clearEntry } from '../account/ledger.ts';
import { type Entry, emptyEntry } from '../account/loan.ts';
import type { Fee } from '../account/records.ts';
import { coarseScale, type Exact, fineScale } from '../interest/exact.ts';
import { yearOf } from '../time/calendar.ts';
import { basisOf } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import { dayNumberMin } from '../values/civil-date.ts';
import type { Day } from '../values/day.ts';
import type { LineRecords, LineStepKind, StepPart } from './records.ts';
import type { Draw, LineObligation, LinePosition, Part, PeriodSums } from './state.ts';
import type { LineTerms } from './terms.ts';

export interface Line {
  readonly terms: LineTerms;
  readonly position: LinePosition;
  readonly records: LineRecords;
  /** Scale of the rates times basis of the day count: the denominator of exact amounts. */
  denominator: number;
  readonly entry: Entry;
  readonly byId: Map<string, Draw>;
  readonly resting: Resting;
}

/** The obligations at the beginning of the list that only wait for money (owed.ts). */
interface Resting {
  count: number;
  /** What is open of them; null: some of it was taken, so it must be summed again. */
  open: OpenSums | null;
}

export interface OpenSums {
  /** Interest and principal, without interest on what is disputed. */
  debt: number;
  lineFees: number;
  readonly draws: Map<string, OpenOfDraw>;
  /** How many of them have nothing open. */
  paid: number;
}

export interface OpenOfDraw {
  interest: number;
  principal: number;
  fees: number;
  /** The part of it that is interest on disputed amounts. */
  related: number;
}

export function lineAt(terms: LineTerms, position: LinePosition): Line {
  const byId = new Map<string, Draw>();
  for (const draw of position.draws) byId.set(draw.id, draw);
  return {
    terms,
    position,
    records: { steps: [], postings: [], segments: [], fees: [], obligations: [], bills: [], events: [], moot: [] },
    denominator: position.scale * basisOf(terms.interest.dayCount),
    entry: emptyEntry(),
    byId,
    resting: { count: 0, open: null },
  };
}

export function beforeActivation(terms: LineTerms): LinePosition {
  return {
    standing: 'pending',
    paidOffOn: null,
    isClosed: false,
    servicedBy: 'creditor',
    workedDay: dayNumberMin - 1,
    startedOn: 0,
    scale: coarseScale,
    customerCredit: 0,
    returnedItems: [],
    suppressed: [],
    settlement: null,
    isDelinquent: false,
    limit: terms.creditLimit,
    firstLimit: terms.creditLimit,
    newDrawsAllowed: true,
    drawsFrozen: false,
    rateFacts: [],
    draws: [],
    ordinal: 1,
    periodStart: 0,
    statementOn: 0,
    dueOn: 0,
    cycle: terms.cycle,
    anchor: 0,
    isCycleChanged: false,
    obligations: [],
    waiting: [],
    periodicFees: terms.fees.periodic.map(({ type, amount, cap }) => ({ type, amount, cap, charged: 0 })),
    lateFees: { ordinals: [], taken: 0 },
    feesOfFirstYear: 0,
    chargedOffFees: 0,
    holds: [],
    uncleared: [],
    disputes: [],
    takenBack: [],
    creditSince: null,
    returned: [],
    period: emptyPeriod(),
    yearToDate: { year: 0, fees: 0, interest: 0 },
    previousBalance: 0,
    totals: { payments: 0, credits: 0, reimbursements: 0, principal: 0, interest: 0, fees: 0 },
    latestAmount: 0,
    paidInFull: 0,
  };
}

export const emptyPeriod = (): PeriodSums => ({
  payments: 0,
  credits: 0,
  purchases: 0,
  cashAdvances: 0,
  balanceTransfers: 0,
  fees: {},
  reimbursements: 0,
  interest: 0,
  relieved: 0,
});

const copyOfFee = (fee: Fee): Fee => ({ ...fee });

/** A copy that can be changed while the original stays as it is. What is replaced as a whole is not copied. */
export function copyOf(p: LinePosition): LinePosition {
  return {
    ...p,
    draws: p.draws.map(copyOfDraw),
    obligations: p.obligations.map(copyOfObligation),
    waiting: p.waiting.map(copyOfFee),
    periodicFees: p.periodicFees.map((fee) => ({ ...fee })),
    lateFees: { ...p.lateFees },
    uncleared: p.uncleared.map((one) => ({ ...one, taken: { ...one.taken } })),
    settlement: p.settlement && { ...p.settlement },
    totals: { ...p.totals },
    period: { ...p.period, fees: { ...p.period.fees } },
    yearToDate: { ...p.yearToDate },
  };
}

function copyOfDraw(d: Draw): Draw {
  return {
    ...d,
    waiting: d.waiting.length === 0 ? [] : d.waiting.map(copyOfFee),
    spread: d.spread && { ...d.spread, fees: d.spread.fees.map(copyOfFee) },
    periodicFees: d.periodicFees.length === 0 ? [] : d.periodicFees.map((fee) => ({ ...fee })),
    chargedOff: { ...d.chargedOff },
    stretches: d.stretches.map((stretch) => ({ ...stretch })),
    carried: { ...d.carried },
    earned: { ...d.earned },
    forgone: { ...d.forgone },
    forgoneByCap: { ...d.forgoneByCap },
    discount: { ...d.discount },
    memo: d.memo && { ...d.memo },
    amortized: d.amortized && { ...d.amortized },
  };
}

function copyOfObligation(o: LineObligation): LineObligation {
  return {
    ...o,
    parts: o.parts.map((part) => ({ ...part, fees: part.fees.map(copyOfFee) })),
    fees: o.fees.map(copyOfFee),
    fulfilled: { ...o.fulfilled },
  };
}

/** Every exact amount gets the finer scale, as soon as one rate has more decimals than the others. */
export function refine(line: Line): void {
  const { position: p } = line;
  const factor = fineScale / p.scale;
  if (factor === 1) return;
  const finer = (amount: Exact | null): void => {
    if (amount !== null) amount.part *= factor;
  };
  for (const d of p.draws) {
    for (const amount of [d.carried, d.earned, d.forgone, d.forgoneByCap, d.discount, d.memo]) finer(amount);
    d.factor *= factor;
    for (const stretch of d.stretches) {
      stretch.rate *= factor;
      if (stretch.onInterest) stretch.onInterest = { ...stretch.onInterest, part: stretch.onInterest.part * factor };
    }
  }
  for (const o of p.obligations) {
    for (const part of o.parts) {
      (part as { accrued: Part['accrued'] }).accrued = part.accrued.map((one) => ({ ...one, rate: one.rate * factor }));
    }
  }
  p.disputes = p.disputes.map((one) => ({ ...one, factor: one.factor * factor, since: one.since * factor }));
  p.scale = fineScale;
  line.denominator *= factor;
}

/** The account of a draw: the name of the account and the draw. Without a draw it is the line's own. */
export const of = (account: string, d: Draw | { readonly draw: string } | null): string =>
  d === null ? account : `${account}@${'id' in d ? d.id : d.draw}`;

export function partOf(o: LineObligation, d: Draw): Part | undefined {
  for (const part of o.parts) if (part.draw === d.id) return part;
  return undefined;
}

/** Ends the entry: adds its postings and the line in the account that people read. */
export function book(
  line: Line,
  on: Day,
  kind: LineStepKind,
  cause: string,
  amount: number,
  draw: string | null = null,
  parts: readonly StepPart[] | null = null,
): void {
  const { entry, records } = line;
  countMoney(line, kind, amount);
  addPostings(line, on, cause);
  records.steps.push({
    on,
    kind,
    cause,
    draw,
    amount: amount as Cents,
    fees: entry.fees as Cents,
    interest: entry.interest as Cents,
    principal: entry.principal as Cents,
    over: entry.over as Cents,
    parts,
  });
  clearEntry(line);
}

const totalOfKind: Partial<Record<LineStepKind, 'payments' | 'credits' | 'reimbursements'>> = {
  payment: 'payments',
  serviceCredit: 'credits',
  refund: 'credits',
  cashBack: 'credits',
  reimbursement: 'reimbursements',
};

/** Credit that a statement uses came in before, but it pays something only now. */
function countMoney({ entry, position: { totals } }: Line, kind: LineStepKind, amount: number): void {
  const total = totalOfKind[kind];
  if (total !== undefined) totals[total] += amount;
  if (total === undefined && kind !== 'creditUsed') return;
  totals.principal += entry.principal;
  totals.interest += entry.interest;
  totals.fees += entry.fees;
}

/** The sums of the year of a day; they begin anew with a year. */
export function yearOfDay(sums: LinePosition['yearToDate'], on: Day): LinePosition['yearToDate'] {
  const year = yearOf(on);
  if (sums.year !== year) Object.assign(sums, { year, fees: 0, interest: 0 });
  return sums;
}

/** Interest that is booked, or taken by money, before the statement. */
export function countInterest({ position: p }: Line, amount: number, on: Day): void {
  p.period.interest += amount;
  yearOfDay(p.yearToDate, on).interest += amount;
}
