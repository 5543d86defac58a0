// What callers read of a loan's state: status, buckets, delinquency, paid amounts.

import { add, type Exact } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { unearned } from './charge.ts';
import { openFees, statusOf } from './loan.ts';
import { daysPastDue, openOf } from './obligations.ts';
import type { Fee, Obligation, ObligationKind } from './records.ts';
import type { LoanPosition, LoanState, Status } from './state.ts';
import type { FeeType, LoanTerms } from './terms.ts';

export interface Bucketed {
  readonly notDue: Cents;
  readonly due: Cents;
  readonly overdue: Cents;
}

export interface Reading {
  readonly day: Day;
  readonly status: Status;
  readonly isClosed: boolean;
  readonly servicedBy: 'creditor' | 'debtCollectionAgency';
  readonly principal: Bucketed;
  /** `notDue` is the whole cents of `accrued`. */
  readonly interest: Bucketed;
  /** Fee types with nothing open are left out. */
  readonly fees: Partial<Record<FeeType, Bucketed>>;
  readonly outstanding: Cents;
  readonly chargedOff: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents };
  readonly customerCredit: Cents;
  /** Exact amounts of cents as fractions in lowest terms, `12/1` or `-3/7`. */
  readonly accrued: string;
  readonly accruedTotal: string;
  readonly discountTotal: string;
  readonly interestBooked: Cents;
  /** What is not earned of a precomputed charge. */
  readonly unearned: Cents;
  readonly forgoneRounding: string;
  readonly forgoneCap: string;
  readonly paid: { readonly principal: Cents; readonly interest: Cents; readonly fees: Cents; readonly over: Cents };
  readonly daysPastDue: number;
  readonly overdueAmount: Cents;
  readonly payment: Cents;
  /** The due dates after this day; none once the schedule has ended. */
  readonly dueDates: readonly Day[];
  readonly open: readonly OpenObligation[];
  /** Fees booked since the checkpoint from which the state was replayed. */
  readonly feesBooked: readonly { readonly key: string; readonly on: Day; readonly amount: Cents }[];
  readonly moot: readonly string[];
}

export interface OpenObligation {
  readonly kind: ObligationKind;
  readonly dueDate: Day;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly fees: Cents;
  readonly isOverdue: boolean;
}

/** What should have been paid by now, and for how many days it has not been. */
export interface Overdue {
  readonly amount: Cents;
  readonly days: number;
}

export function overdueOf(terms: LoanTerms, { position: p, through }: LoanState): Overdue {
  let amount = 0;
  for (const o of p.obligations) if (o.isOverdue) amount += openOf(o);
  return {
    amount: amount as Cents,
    days: p.paidOffOn === null ? daysPastDue(p, terms.delinquency, through) : 0,
  };
}

export function read(terms: LoanTerms, state: LoanState): Reading {
  const { position: p, records, through } = state;
  const status = statusOf(p);
  const denominator = p.scale * basisOf(terms.interest.dayCount);
  const text = (amount: Exact): string => fractionText(amount, denominator);
  const principal = bucketed(p.obligations, (o) => o.principalOpen, p.principal);
  const interest = bucketed(p.obligations, (o) => o.interestOpen, Math.max(0, p.accrued.whole));
  const fees = feesByType(state);
  const overdue = overdueOf(terms, state);
  return {
    day: through,
    status,
    isClosed: p.isClosed,
    servicedBy: p.servicedBy,
    principal,
    interest,
    fees,
    outstanding: (total(principal) +
      total(interest) +
      Object.values(fees).reduce((sum, fee) => sum + total(fee), 0)) as Cents,
    chargedOff: { ...p.chargedOff } as Reading['chargedOff'],
    customerCredit: p.customerCredit as Cents,
    accrued: text(p.accrued),
    accruedTotal: text(p.accruedTotal),
    discountTotal: text(discountSoFar(p, denominator)),
    interestBooked: p.totals.interestBooked as Cents,
    unearned: unearned(p.charge) as Cents,
    forgoneRounding: text(p.forgoneRounding),
    forgoneCap: text(p.forgoneCap),
    paid: {
      principal: p.totals.paidPrincipal as Cents,
      interest: p.totals.paidInterest as Cents,
      fees: p.totals.paidFees as Cents,
      over: p.totals.paidOver as Cents,
    },
    daysPastDue: overdue.days,
    overdueAmount: overdue.amount,
    payment: p.payment as Cents,
    dueDates:
      status === 'paidOff' || status === 'chargedOff'
        ? []
        : p.dueDates.filter((date, i) => i >= p.next && date > through),
    open: p.obligations.map(openObligation),
    feesBooked: records.fees.map(({ key, on, amount }) => ({ key, on, amount })).sort(byDayThenKey),
    moot: records.moot.map(({ fact }) => fact),
  };
}

/** The discount of the periods that have ended, and of the running one. */
function discountSoFar({ discountTotal, discount }: LoanPosition, denominator: number): Exact {
  const sum = { ...discountTotal };
  add(sum, discount.whole, discount.part, denominator);
  return sum;
}

const total = ({ notDue, due, overdue }: Bucketed): number => notDue + due + overdue;

function bucketed(obligations: readonly Obligation[], open: (o: Obligation) => number, notDue: number): Bucketed {
  let due = 0;
  let overdue = 0;
  for (const o of obligations) {
    if (o.isOverdue) overdue += open(o);
    else due += open(o);
  }
  return { notDue, due, overdue } as Bucketed;
}

function feesByType({ position: p }: LoanState): Partial<Record<FeeType, Bucketed>> {
  const fees: Partial<Record<FeeType, { notDue: number; due: number; overdue: number }>> = {};
  const put = (type: FeeType, bucket: keyof Bucketed, open: number): void => {
    if (open === 0) return;
    fees[type] ??= { notDue: 0, due: 0, overdue: 0 };
    fees[type][bucket] += open;
  };
  const putAll = (list: readonly Fee[], bucket: keyof Bucketed): void => {
    for (const { type, open } of list) put(type, bucket, open);
  };
  for (const o of p.obligations) putAll(o.fees, o.isOverdue ? 'overdue' : 'due');
  putAll(p.waiting, 'notDue');
  if (p.spread !== null) put('origination', 'notDue', p.spread.open);
  return fees as Partial<Record<FeeType, Bucketed>>;
}

function openObligation(o: Obligation): OpenObligation {
  return {
    kind: o.kind,
    dueDate: o.dueDate,
    interest: o.interestOpen as Cents,
    principal: o.principalOpen as Cents,
    fees: openFees(o.fees) as Cents,
    isOverdue: o.isOverdue,
  };
}

function byDayThenKey(a: { key: string; on: Day }, b: { key: string; on: Day }): number {
  return a.on - b.on || (a.key < b.key ? -1 : 1);
}

export function fractionText({ whole, part }: Exact, denominator: number): string {
  const numerator = BigInt(whole) * BigInt(denominator) + BigInt(part);
  const over = BigInt(denominator);
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, over);
  return `${numerator / divisor}/${over / divisor}`;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
