// The loan while a replay works on it: its position, which every step changes, and the records it leaves.

import type {
  BookedFee,
  Fee,
  LoanEvent,
  Obligation,
  Position,
  Posting,
  Segment,
  Status,
  Step,
} from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { coarseScale, type Exact, fineScale, nothing, scaleFor } from '../interest/exact.ts';
import { type RateFact, type RateStep, rateSteps, stepIndexOn } from '../interest/rates.ts';
import { basisOf } from '../time/day-count.ts';
import { dayNumberMin } from '../values/civil-date.ts';
import type { Day } from '../values/day.ts';

export interface Loan {
  readonly terms: Terms;
  readonly position: Position;
  readonly records: {
    readonly steps: Step[];
    readonly postings: Posting[];
    readonly segments: Segment[];
    readonly fees: BookedFee[];
    readonly obligations: Obligation[];
    readonly events: LoanEvent[];
    readonly moot: { fact: string; on: Day; why: string }[];
  };
  /** Scale of the rates times basis of the day count: what exact amounts are parts of. */
  denominator: number;
  /** Place of the day's rate in `position.rateSteps`. */
  rateIndex: number;
  /** The entry being written, and how its money divides (ledger.ts). */
  readonly entry: Entry;
}

export interface Entry {
  /** The first `size` of them; the arrays are kept from entry to entry, which saves making new ones. */
  readonly accounts: string[];
  readonly amounts: number[];
  size: number;
  fees: number;
  interest: number;
  principal: number;
  over: number;
  cutFrom: Exact | null;
}

export function loanAt(terms: Terms, position: Position): Loan {
  return {
    terms,
    position,
    records: { steps: [], postings: [], segments: [], fees: [], obligations: [], events: [], moot: [] },
    denominator: position.scale * basisOf(terms.interest.dayCount),
    rateIndex: stepIndexOn(position.rateSteps, position.accruedTo),
    entry: { accounts: [], amounts: [], size: 0, fees: 0, interest: 0, principal: 0, over: 0, cutFrom: null },
  };
}

const beforeAnyDay = dayNumberMin - 1;

export function beforeActivation(terms: Terms): Position {
  const rates = [...terms.interest.rates, ...terms.interest.promos].map(({ rate }) => rate);
  const bounds = [terms.interest.floor, terms.interest.cap, terms.interest.stepCap].filter((rate) => rate !== null);
  return {
    standing: 'pending',
    paidOffOn: null,
    isClosed: false,
    servicedBy: 'creditor',
    accruedTo: 0,
    workedDay: beforeAnyDay,
    startedOn: 0,
    scale: [...rates, ...bounds].some((rate) => scaleFor(rate) === fineScale) ? fineScale : coarseScale,
    rateFacts: [],
    rateSteps: [],
    principal: 0,
    obligations: [],
    waiting: [],
    spread: null,
    chargedOff: { principal: 0, interest: 0, fees: 0 },
    customerCredit: 0,
    accrued: nothing(),
    accruedTotal: nothing(),
    periodMark: nothing(),
    discount: nothing(),
    relief: nothing(),
    discountTotal: nothing(),
    forgoneRounding: nothing(),
    forgoneCap: nothing(),
    segment: null,
    frozen: null,
    dueDates: [],
    series: { frequency: terms.payments.frequency, days: terms.payments.days, startDate: terms.payments.startDate },
    next: 0,
    firstOrdinal: 1,
    firstPeriodStart: 0,
    periodStart: 0,
    payment: 0,
    supplied: null,
    plan: null,
    deferred: [],
    paidAhead: 0,
    periodicFees: terms.fees.periodic.map(({ type, amount, cap }) => ({ type, amount, cap, charged: 0 })),
    lateFeeOrdinals: [],
    lateFees: { total: 0, year: 0, inYear: 0, paid: 0 },
    returnedItems: [],
    suppressed: [],
    settlement: null,
    discountLeft: null,
    totals: noTotals(),
    isDelinquent: false,
  };
}

const noTotals = (): Position['totals'] => ({
  lent: 0,
  capitalised: 0,
  repaid: 0,
  credited: 0,
  creditedInterest: 0,
  creditedFees: 0,
  refunded: 0,
  settled: 0,
  recovered: 0,
  writtenOff: 0,
  payments: 0,
  credits: 0,
  refunds: 0,
  reimbursements: 0,
  paidPrincipal: 0,
  paidInterest: 0,
  paidFees: 0,
  paidOver: 0,
  interestBooked: 0,
});

/** A copy that can be worked on while the original stays as it is. Its cost does not grow with the loan's age. */
export function copyOf(p: Position): Position {
  return {
    ...p,
    obligations: p.obligations.map((o) => ({ ...o, fees: o.fees.map((fee) => ({ ...fee })) })),
    waiting: p.waiting.map((fee) => ({ ...fee })),
    spread: p.spread && { ...p.spread },
    chargedOff: { ...p.chargedOff },
    accrued: { ...p.accrued },
    accruedTotal: { ...p.accruedTotal },
    periodMark: { ...p.periodMark },
    discount: { ...p.discount },
    relief: { ...p.relief },
    discountTotal: { ...p.discountTotal },
    forgoneRounding: { ...p.forgoneRounding },
    forgoneCap: { ...p.forgoneCap },
    segment: p.segment && copyOfSegment(p.segment),
    frozen: p.frozen && {
      since: p.frozen.since,
      interest: { ...p.frozen.interest },
      discount: { ...p.frozen.discount },
      relief: { ...p.frozen.relief },
      segments: p.frozen.segments.map(copyOfSegment),
    },
    periodicFees: p.periodicFees.map((fee) => ({ ...fee })),
    lateFees: { ...p.lateFees },
    settlement: p.settlement && { ...p.settlement },
    discountLeft: p.discountLeft && { ...p.discountLeft },
    totals: { ...p.totals },
  };
}

const copyOfSegment = (segment: Segment): Segment => ({ ...segment, interest: { ...segment.interest } });

export function statusOf(p: Position): Status {
  return p.paidOffOn === null ? p.standing : 'paidOff';
}

/** Adds a fact about rates; all steps are worked out again, and a finer rate makes every exact amount finer. */
export function addRateFact(loan: Loan, fact: RateFact): void {
  const p = loan.position;
  const isFiner = scaleFor(fact.rate) > p.scale;
  if (isFiner) refine(loan, scaleFor(fact.rate));
  p.rateFacts = [...p.rateFacts, termsOf(fact)];
  if (p.standing === 'pending') return;
  const start = p.rateSteps[0]!.from;
  if (isFiner) setRates(loan, start);
  else setRates(loan, start, p.rateSteps, Math.max(start, fact.on));
}

/** Without what does not bear on rates: when it was recorded, say. */
function termsOf(fact: RateFact): RateFact {
  const { kind, id, on, rate } = fact;
  if (kind === 'index') return { kind, id, on, rate };
  if (kind !== 'rate') return { kind, id, on, rate, until: fact.until };
  return { kind, id, on, rate, type: fact.type, until: fact.until, replaces: fact.replaces };
}

export function setRates(loan: Loan, start: Day, kept: readonly RateStep[] = [], since: Day = start): void {
  const p = loan.position;
  p.rateSteps = rateSteps(loan.terms.interest, start, p.rateFacts, p.scale, kept, since);
  loan.rateIndex = stepIndexOn(p.rateSteps, p.accruedTo);
}

function refine(loan: Loan, scale: number): void {
  const p = loan.position;
  const factor = scale / p.scale;
  closeSegment(loan);
  const amounts: Exact[] = [p.accrued, p.accruedTotal, p.periodMark, p.discount, p.relief, p.discountTotal];
  amounts.push(p.forgoneRounding, p.forgoneCap);
  if (p.frozen !== null) amounts.push(p.frozen.interest, p.frozen.discount, p.frozen.relief);
  for (const amount of amounts) amount.part *= factor;
  p.scale = scale;
  loan.denominator *= factor;
}

/** A segment ends where balance, rate or period change. Frozen days keep theirs apart until they count. */
export function closeSegment(loan: Loan): void {
  const p = loan.position;
  if (p.segment === null) return;
  (p.frozen?.segments ?? loan.records.segments).push(p.segment);
  p.segment = null;
}

export function emit(loan: Loan, on: Day, type: string, cause: string): void {
  loan.records.events.push({ on, type, cause });
}

/** Why a fact finds nothing to do; undefined when it did something. */
export type Moot = string | undefined;

export const ordinalAt = (p: Position, index: number): number => p.firstOrdinal + index;

export function openFees(fees: readonly Fee[]): number {
  let open = 0;
  for (const fee of fees) open += fee.open;
  return open;
}

/** Not due, due and overdue. */
export function principalOwed(p: Position): number {
  let owed = p.principal;
  for (const obligation of p.obligations) owed += obligation.principalOpen;
  return owed;
}

/** Due and overdue; what accrues and is not booked is not in it. */
export function interestOwed(p: Position): number {
  let owed = 0;
  for (const obligation of p.obligations) owed += obligation.interestOpen;
  return owed;
}

export function feesOwed(p: Position): number {
  let owed = openFees(p.waiting) + (p.spread?.open ?? 0);
  for (const obligation of p.obligations) owed += openFees(obligation.fees);
  return owed;
}
