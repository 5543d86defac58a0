// The position of a loan: the first one, and copies.

import { coarseScale, fineScale, nothing, scaleFor } from '../interest/exact.ts';
import { dayNumberMin } from '../values/civil-date.ts';
import type { Segment } from './records.ts';
import type { LoanPosition, Totals } from './state.ts';
import type { LoanTerms } from './terms.ts';

const beforeAnyDay = dayNumberMin - 1;

/** The part that is the same for any loan before its activation; a product adds its fields. */
export function pendingPosition(terms: LoanTerms): LoanPosition {
  const rates = [...terms.interest.rates, ...terms.interest.promos].map(({ rate }) => rate);
  const { floor, cap, stepCap, overdueRate = null, resets = null } = terms.interest;
  const caps = resets && [resets.firstCap, resets.periodicCap, resets.lifetimeCap, resets.lifetimeDrop, resets.roundTo];
  const bounds = [floor, cap, stepCap, overdueRate, ...(caps ?? [])].filter((rate) => rate !== null);
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
    next: 0,
    firstOrdinal: 1,
    periodStart: 0,
    payment: 0,
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

const noTotals = (): Totals => ({
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
  cameDue: 0,
  paidBeforeDue: 0,
  paidBeyond: 0,
  payments: 0,
  credits: 0,
  refunds: 0,
  reimbursements: 0,
  owedAgain: 0,
  paidPrincipal: 0,
  paidInterest: 0,
  paidFees: 0,
  paidOver: 0,
  interestBooked: 0,
});

/**
 * A copy that can be changed while the original stays as it is. Its cost does not grow with the loan's age. The fields
 * of a product are copied too, as long as they are replaced and never changed in place.
 */
export function copyOf<P extends LoanPosition>(p: P): P {
  return {
    ...p,
    obligations: p.obligations.map((o) => ({ ...o, fees: o.fees.map((fee) => ({ ...fee })) })),
    waiting: p.waiting.map((fee) => ({ ...fee })),
    spread: p.spread && { ...p.spread },
    chargedOff: { ...p.chargedOff },
    accrued: { ...p.accrued },
    accruedTotal: { ...p.accruedTotal },
    ...(p.charge && { charge: { ...p.charge } }),
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
