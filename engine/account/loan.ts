// The loan during a replay: its position, which every step changes, and the records that it adds.

import { type Exact, scaleFor } from '../interest/exact.ts';
import { type RateFact, type RateStep, rateSteps, stepIndexOn, withoutRates } from '../interest/rates.ts';
import { basisOf } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import type { BookedFee, Fee, LoanEvent, Obligation, Posting, Segment, Step } from './records.ts';
import type { AccountPosition, LoanPosition, Status } from './state.ts';
import type { LoanTerms } from './terms.ts';

export interface Loan<T extends LoanTerms = LoanTerms, P extends LoanPosition = LoanPosition> {
  readonly terms: T;
  readonly position: P;
  readonly records: {
    readonly steps: Step[];
    readonly postings: Posting[];
    readonly segments: Segment[];
    readonly fees: BookedFee[];
    readonly obligations: Obligation[];
    readonly events: LoanEvent[];
    readonly moot: { fact: string; on: Day; why: string }[];
  };
  /** Scale of the rates times basis of the day count: the denominator of exact amounts. */
  denominator: number;
  /** Index of the day's rate in `position.rateSteps`. */
  rateIndex: number;
  /** So many of the first obligations need no calendar day any more (`firstToWork`). */
  worked: number;
  /** The entry being written, and how its money is divided (ledger.ts). */
  readonly entry: Entry;
}

export interface Entry {
  /** Only the first `size` are in use; the arrays are kept for all entries, which saves making new ones. */
  readonly accounts: string[];
  readonly amounts: number[];
  size: number;
  fees: number;
  interest: number;
  principal: number;
  over: number;
  cutFrom: Exact | null;
}

export function loanAt<T extends LoanTerms, P extends LoanPosition>(terms: T, position: P): Loan<T, P> {
  return {
    terms,
    position,
    records: { steps: [], postings: [], segments: [], fees: [], obligations: [], events: [], moot: [] },
    denominator: position.scale * basisOf(terms.interest.dayCount),
    rateIndex: stepIndexOn(position.rateSteps, position.accruedTo),
    worked: 0,
    entry: emptyEntry(),
  };
}

export const emptyEntry = (): Entry => ({
  accounts: [],
  amounts: [],
  size: 0,
  fees: 0,
  interest: 0,
  principal: 0,
  over: 0,
  cutFrom: null,
});

export function statusOf(p: AccountPosition): Status {
  return p.paidOffOn === null ? p.standing : 'paidOff';
}

/**
 * Adds a fact about rates; all rate steps are computed again, and a rate with more decimals refines every exact amount.
 */
export function addRateFact(loan: Loan, fact: RateFact): void {
  const p = loan.position;
  const isFiner = scaleFor(fact.rate) > p.scale;
  if (isFiner) refine(loan, scaleFor(fact.rate));
  p.rateFacts = [...p.rateFacts, termsOf(fact)];
  if (p.standing === 'pending') return;
  const start = p.rateSteps[0]!.from;
  if (isFiner) setRates(loan, start);
  else setRates(loan, start, { kept: p.rateSteps, since: Math.max(start, fact.on) });
}

/** The fields that matter for rates: not, for example, when the fact was recorded. */
function termsOf(fact: RateFact): RateFact {
  const { kind, id, on, rate } = fact;
  if (kind === 'index') return { kind, id, on, rate };
  if (kind !== 'rate') return { kind, id, on, rate, until: fact.until };
  return { kind, id, on, rate, type: fact.type, until: fact.until, replaces: fact.replaces };
}

export function setRates(loan: Loan, start: Day, known: { kept?: readonly RateStep[]; since?: Day } = {}): void {
  const p = loan.position;
  const terms = p.charge === undefined ? loan.terms.interest : withoutRates(loan.terms.interest);
  p.rateSteps = rateSteps(terms, start, p.rateFacts, p.scale, known);
  loan.rateIndex = stepIndexOn(p.rateSteps, p.accruedTo);
}

/** The rates as who solves a payment knows them: no reset date to come. */
export function ratesForSolving({ terms, position: p }: Loan): readonly RateStep[] {
  if (terms.interest.resets == null || p.charge !== undefined) return p.rateSteps;
  const start = p.rateSteps[0]!.from;
  const known = { kept: p.rateSteps, since: p.accruedTo + 1, resetsThrough: p.accruedTo };
  return rateSteps(terms.interest, start, p.rateFacts, p.scale, known);
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

interface Emitting {
  readonly records: { readonly events: LoanEvent[] };
}

/** A segment ends when balance, rate or period changes. Segments of frozen days are kept apart until they count. */
export function closeSegment(loan: Loan): void {
  const p = loan.position;
  if (p.segment === null) return;
  (p.frozen?.segments ?? loan.records.segments).push(p.segment);
  p.segment = null;
}

export function emit(loan: Emitting, on: Day, type: string, cause: string, draw?: string): void {
  loan.records.events.push(draw === undefined ? { on, type, cause } : { on, type, cause, draw });
}

/** The reason why a fact has no effect; undefined if it has one. */
export type Moot = string | undefined;

export const ordinalAt = (p: LoanPosition, index: number): number => p.firstOrdinal + index;

export function openFees(fees: readonly Fee[]): number {
  let open = 0;
  for (const fee of fees) open += fee.open;
  return open;
}

/** Not due, due and overdue. */
export function principalOwed(p: LoanPosition): number {
  let owed = p.principal;
  for (const obligation of p.obligations) owed += obligation.principalOpen;
  return owed;
}

interface Owed {
  /** Not due, due and overdue. */
  readonly principal: number;
  /** Due and overdue, without interest that accrues and is not booked. */
  readonly interest: number;
  readonly fees: number;
}

export function owedBy(p: LoanPosition): Owed {
  let { principal } = p;
  let interest = 0;
  let fees = openFees(p.waiting) + (p.spread?.open ?? 0);
  for (const o of p.obligations) {
    principal += o.principalOpen;
    interest += o.interestOpen;
    if (o.fees.length > 0) fees += openFees(o.fees);
  }
  return { principal, interest, fees };
}
