// Lines for tests: terms with what one test needs, and facts in few words. Days are dates, amounts are dollars.

import type { Cents } from '../values/cents.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { type Day, dayOf } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import type { LineFact, LineFactOf, PurchaseNamed } from './facts.ts';
import type { DrawTerms, LineTerms } from './terms.ts';

export const day = (text: string): Day => dayOf(text as CivilDate);
export const dollars = (amount: number): Cents => Math.round(amount * 100) as Cents;

/** No minimum, no late fee, rising order, excess to the highest rate: the conventions of the worked examples. */
export function lineTerms(
  days: readonly [number, number],
  more: Partial<LineTerms> & { readonly floor?: number; readonly lateFee?: readonly [number, number] } = {},
): LineTerms {
  const { floor = 0, lateFee, ...rest } = more;
  return {
    regulation: 'openEnd',
    creditLimit: dollars(10_000),
    cycle: { frequency: 'monthly', fixed: 'both', days, startDate: null, dueAfterDays: null },
    bufferDays: null,
    interest: {
      dayCount: 'actual/365',
      accrual: 'simple',
      rounding: 'cut',
      balanceMethod: 'daily',
      minCharge: null,
      residualWaivedBelow: null,
      totalCap: null,
    },
    minimum: {
      floor: dollars(floor),
      roundUpTo: dollars(0.01),
      ofBalance: null,
      isOverLimitDue: false,
      overLimitBeyond: 'nothing',
    },
    cycleRateMax: null,
    graceScope: 'draw',
    payments: {
      drawOrder: 'lowestRate',
      excess: 'highestRate',
      aim: 'whole',
      order: ['fees', 'interest', 'principal'],
      areAllowedWhenChargedOff: true,
    },
    fees: {
      late: lateFee === undefined ? null : { graceDays: 0, first: dollars(lateFee[0]), repeat: dollars(lateFee[1]) },
      nsf: null,
      periodic: [],
      firstYearCap: null,
    },
    disputes: { lostInterest: 'forgone', credit: 'provisional' },
    authorizationDays: 7,
    paymentHoldDays: null,
    blockPurchasesOverdueDays: null,
    delinquency: {
      tolerance: dollars(0),
      deadlines: 'asIs',
      accelerationDueWithin: null,
      chargeOffDueWithin: null,
      accrualAfterChargeOff: false,
    },
    ...rest,
  };
}

interface DrawOptions extends Partial<Omit<DrawTerms, 'grace' | 'minimum'>> {
  /** Statements in a row that restore grace; absent: no grace. */
  readonly grace?: number | DrawTerms['grace'];
  readonly percent?: string;
  readonly least?: number;
  /** A share of each purchase. */
  readonly feePercent?: string;
}

export function drawTerms(rate: string, more: DrawOptions = {}): DrawTerms {
  const { grace = null, percent = '0', least = 0, feePercent = '0', ...rest } = more;
  return {
    purpose: 'regular',
    creditLimit: null,
    rates: {
      rates: [{ days: null, rate: rate as Rate, type: 'absolute' }],
      promos: [],
      floor: null,
      cap: null,
      stepCap: null,
    },
    minimum: { percentOfPrincipal: percent as Rate, amount: dollars(least) },
    grace: typeof grace === 'number' ? { periodsToRestore: grace, periodsToEvaluate: 1, minimumOverride: null } : grace,
    amortization: null,
    deferredInterest: null,
    fees: {
      draw: { amount: dollars(0), percentOfPurchase: feePercent as Rate, charged: 'firstPayment' },
      periodic: [],
    },
    endDate: null,
    ...rest,
  };
}

let count = 0;
/** The compiler cannot follow the fields through all kinds: whoever calls this writes them as the kind has them. */
export function fact<K extends LineFact['kind']>(kind: K, on: string, fields: object, id?: string): LineFactOf<K> {
  const made: unknown = { kind, id: id ?? `${kind}-${++count}`, on: day(on), ...fields };
  return made as LineFactOf<K>;
}

export const activation = (on: string): LineFact => fact('activation', on, {});
export const draw = (on: string, name: string, terms: DrawTerms): LineFact =>
  fact('drawActivation', on, { draw: name, terms }, `draw-${name}`);

export const buy = (on: string, name: string, amount: number, id?: string): LineFactOf<'purchase'> =>
  fact('purchase', on, { draw: name, status: 'settled', amount: dollars(amount), authorization: null }, id);

const named = ({ id, draw, on, amount }: LineFactOf<'purchase'>): PurchaseNamed => ({ id, draw, on, amount });

export const refund = (
  on: string,
  name: string,
  amount: number,
  of: LineFactOf<'purchase'> | null = null,
): LineFactOf<'purchaseCredit'> =>
  fact('purchaseCredit', on, {
    draw: name,
    type: 'refund',
    status: 'settled',
    amount: dollars(amount),
    original: of === null ? null : named(of),
  });

export const pay = (on: string, amount: number, name: string | null = null, id?: string): LineFactOf<'payment'> =>
  fact('payment', on, { amount: dollars(amount), status: 'succeeded', draw: name, agencyFee: dollars(0) }, id);

export const dispute = (on: string, of: LineFactOf<'purchase'>, amount: number): LineFactOf<'dispute'> =>
  fact('dispute', on, { purchase: named(of), amount: dollars(amount) });

export const outcome = (
  on: string,
  of: LineFactOf<'dispute'>,
  how: LineFactOf<'disputeOutcome'>['outcome'],
): LineFactOf<'disputeOutcome'> =>
  fact('disputeOutcome', on, { dispute: of.id, amount: of.amount, purchase: of.purchase, outcome: how });
