// Random terms: every option, as often as real loans have it. Independent random values are drawn first and then made
// into terms, so that each shrinks by itself.

import fc from 'fast-check';
import type { DelinquencyTerms, FeeTerms, LateFee, Waterfall } from '../account/terms.ts';
import { replay } from '../installment/replay.ts';
import type { InterestTerms, PaymentTerms, Terms } from '../installment/terms.ts';
import type { RateEntry } from '../interest/rates.ts';
import type { DayCount } from '../time/day-count.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { parseRate, type Rate } from '../values/rate.ts';
import { d, seriesAfter } from './due-days.ts';
import { someClosedDays } from './some-closed-days.ts';
import { someDueDays } from './some-due-days.ts';
import { type PrecomputedGenes, somePrecomputed, withCharge } from './some-precomputed.ts';
import { type ResetGenes, resetsOf, someResets } from './some-resets.ts';

interface TermsOptions {
  readonly countMax: number;
  readonly principal?: { readonly min: number; readonly max: number };
}

/** Terms with what the random facts need to know about them. */
export interface Frame {
  readonly terms: Terms;
  readonly start: Day;
  readonly dueDates: readonly Day[];
  /** The payment that is due, or about that. */
  readonly payment: number;
}

export const millionths = (n: number): Rate => parseRate(`${n}e-6`)!;
export const often = <T>(value: T, arbitrary: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 100 - weight, arbitrary });
const choice = <const T>(...weighted: readonly (readonly [weight: number, value: T])[]): fc.Arbitrary<T> =>
  fc.oneof(...weighted.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
const between = (min: number, max: number) => fc.integer({ min, max });

export const someRate: fc.Arbitrary<Rate> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(millionths(0)) },
  // Round rates, so that interest and fees also fall on exact halves of a cent.
  { weight: 30, arbitrary: between(1, 36).map((n) => millionths(n * 10_000)) },
  { weight: 32, arbitrary: between(1, 36_00).map((n) => millionths(n * 100)) },
  { weight: 12, arbitrary: between(36_00, 400_00).map((n) => millionths(n * 100)) },
  { weight: 12, arbitrary: between(1, 360_000).map(millionths) },
  { weight: 2, arbitrary: between(1, 2_000_000_000).map((n) => parseRate(`${n}e-10`)!) },
);

const smallRate = between(0, 9_00).map((n) => millionths(n * 100));
const spread = between(-1_00, 20_00).map((n) => millionths(n * 100));

const rateEntry: fc.Arbitrary<RateEntry> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ days: fc.constant(null), rate: someRate, type: fc.constant('absolute' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ days: fc.constant(null), rate: spread, type: fc.constant('spread' as const) }) },
);
const shortRateEntry: fc.Arbitrary<RateEntry> = fc
  .tuple(rateEntry, between(1, 150))
  .map(([entry, days]) => ({ ...entry, days }));
const rateList = fc.oneof(
  { weight: 70, arbitrary: rateEntry.map((entry) => [entry]) },
  { weight: 15, arbitrary: fc.tuple(shortRateEntry, rateEntry) },
  { weight: 8, arbitrary: fc.array(shortRateEntry, { minLength: 1, maxLength: 4 }) },
);
const promo = fc.record({ days: often<number | null>(null, between(1, 200), 25), rate: smallRate });

const someInterest: fc.Arbitrary<InterestTerms> = fc.record({
  rates: rateList,
  promos: fc.oneof(
    { weight: 80, arbitrary: fc.constant([]) },
    { weight: 20, arbitrary: fc.array(promo, { minLength: 1, maxLength: 2 }) },
  ),
  floor: often<Rate | null>(
    null,
    between(0, 8_00).map((n) => millionths(n * 100)),
    60,
  ),
  cap: often<Rate | null>(
    null,
    between(9_00, 25_00).map((n) => millionths(n * 100)),
    60,
  ),
  stepCap: often<Rate | null>(
    null,
    between(0, 2_00).map((n) => millionths(n * 100)),
    60,
  ),
  dayCount: fc.constantFrom(
    'actual/365',
    '30/360',
    'actual/actual',
    'actual/360',
    '30E/360',
    '30E/360 ISDA',
    'actual/365.25',
    'noLeap/365',
    '30/360 bond',
    'actual/actual period',
    'periodic',
  ),
  accrual: choice([70, 'simple'], [18, 'compound'], [12, 'compoundWithFees']),
  rounding: fc.constantFrom('cut', 'halfEven', 'halfUp'),
  totalCap: fc.constant(null),
  overdueRate: often<Rate | null>(
    null,
    between(1_00, 30_00).map((n) => millionths(n * 100)),
    75,
  ),
  overdueBearing: choice([75, 'principal'], [25, 'principalAndInterest']),
  afterRateChange: fc.constantFrom('solveAgain', 'keepPayment'),
});

const lateFee: fc.Arbitrary<LateFee> = fc
  .record({
    graceDays: fc.oneof(fc.constant(10), between(0, 5), between(0, 16)),
    flat: often(15_00, between(0, 40_00), 30).map(cents),
    percent: often(5_00, between(0, 1200), 45).map((n) => millionths(n * 100)),
    rule: fc.constantFrom('flat' as const, 'percent', 'greater', 'lesser'),
    base: choice([60, 'instalment' as const], [25, 'overdue'], [15, 'standardPayment']),
    min: often<Cents | null>(null, between(1, 10_00).map(cents), 70),
    max: often<Cents | null>(null, between(10_00, 50_00).map(cents), 70),
    yearlyCap: often<Cents | null>(null, between(0, 60_00).map(cents), 75),
    lifetimeCap: often<Cents | null>(null, between(0, 90_00).map(cents), 75),
    pyramiding: fc.constantFrom('blocked' as const, 'allowed'),
  })
  .map((fee) => fee);

const periodicAmounts = fc.record({
  amount: between(1, 12_00).map(cents),
  cap: often<Cents | null>(null, between(1, 60_00).map(cents), 50),
});
const periodic = fc.oneof(
  { weight: 70, arbitrary: fc.constant([] as const) },
  {
    weight: 30,
    arbitrary: fc
      .tuple(periodicAmounts, periodicAmounts, between(0, 3))
      .map(([a, b, which]) => [
        ...(which !== 1 ? [{ type: 'service' as const, ...a }] : []),
        ...(which !== 0 ? [{ type: 'membership' as const, ...b }] : []),
      ])
      .map((fees) => (fees.length === 2 && fees[0]!.amount % 2 === 1 ? fees.toReversed() : fees)),
  },
);

const someFees = fc.record({
  origination: often<'financed' | 'deducted' | 'firstPayment' | 'spread' | 'apart' | null>(
    null,
    fc.constantFrom('financed', 'deducted', 'firstPayment', 'spread', 'apart'),
    55,
  ),
  originationShare: between(1, 80),
  periodic,
  late: often<LateFee | null>(null, lateFee, 35),
  nsf: often<Cents | null>(null, between(1_00, 35_00).map(cents), 40),
});

const someWaterfall: fc.Arbitrary<Waterfall> = fc.record({
  by: choice([65, 'obligation' as const], [35, 'component']),
  order: fc.oneof(
    { weight: 4, arbitrary: fc.constant(['fees', 'interest', 'principal'] as const) },
    { weight: 3, arbitrary: fc.shuffledSubarray(['fees', 'interest', 'principal'] as const, { minLength: 3 }) },
  ),
  early: choice([60, 'interestFirst' as const], [20, 'principalFirst'], [20, 'principalOnly']),
});

const someDelinquency: fc.Arbitrary<DelinquencyTerms> = fc.record({
  tolerance: often(0, between(1, 5_00), 70).map(cents),
  deadlines: choice([70, 'asIs' as const], [30, 'following']),
  closedDays: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 4, arbitrary: someClosedDays }),
  accelerationDueWithin: often<number | null>(null, between(3, 120), 60),
  chargeOffDueWithin: often<number | null>(null, between(3, 180), 65),
  accrualAfterChargeOff: fc.boolean(),
});

const principalOf = ({ principal }: TermsOptions): fc.Arbitrary<number> =>
  principal !== undefined
    ? between(principal.min, principal.max)
    : fc.oneof(
        { weight: 6, arbitrary: between(1, 50_00) },
        { weight: 30, arbitrary: between(1, 90).map((n) => n * 100_00) },
        { weight: 20, arbitrary: between(50_00, 900_00) },
        { weight: 24, arbitrary: between(500_00, 9_000_00) },
        { weight: 20, arbitrary: between(5_000_00, 60_000_00) },
      );

/** The ways in which terms say how often and how much is paid. */
type Plan = 'amountAndEnd' | 'count' | 'amount' | 'countAndAmount' | 'supplied' | 'countAndEnd' | 'endAlone' | 'single';

const paymentGenes = (countMax: number) =>
  fc.record({
    plan: choice<Plan>(
      [56, 'count'],
      [10, 'amount'],
      [5, 'countAndAmount'],
      [8, 'supplied'],
      [7, 'countAndEnd'],
      [5, 'endAlone'],
      [3, 'amountAndEnd'],
      [8, 'single'],
    ),
    dueDays: someDueDays,
    count: between(1, countMax),
    buffer: often<number | null>(null, between(0, 45), 75),
    endShift: between(-12, 25),
    unit: choice([60, 1], [20, 100], [8, 500], [12, 1000]).map(cents),
    mode: choice([60, 'up' as const], [20, 'nearest'], [20, 'down']),
    amortization: choice([80, 'level' as const], [20, 'equalPrincipal']),
    interestOnly: often(0, between(1, 5), 85),
    balloonShare: often(0, between(1, 70), 85),
    advances: often<readonly { k: number; shift: number; share: number }[]>(
      [],
      fc.array(fc.record({ k: between(0, 30), shift: between(0, 6), share: between(1, 80) }), {
        minLength: 1,
        maxLength: 2,
      }),
      91,
    ),
    amountShare: between(0, 99),
    supplied: fc.array(fc.record({ shift: between(-1, 1), share: often<number | null>(null, between(0, 160), 40) }), {
      minLength: countMax,
      maxLength: countMax,
      size: 'max',
    }),
  });

type PaymentGenes = ReturnType<typeof paymentGenes> extends fc.Arbitrary<infer T> ? T : never;

export const someFrame = (options: TermsOptions): fc.Arbitrary<Frame> =>
  fc
    .record({
      start: between(0, 1700).map((n) => d('2026-01-01') + (n % 5 === 0 ? -n : n)),
      principal: principalOf(options),
      financedShare: often(100, between(5, 100), 75),
      interest: someInterest,
      capShare: often<number | null>(null, between(1, 20), 84),
      precomputed: often<PrecomputedGenes | null>(null, somePrecomputed, 85),
      resets: often<ResetGenes | null>(null, someResets, 75),
      payments: paymentGenes(options.countMax),
      fees: someFees,
      waterfall: someWaterfall,
      prepayment: fc.constantFrom('nextDue' as const, 'lastDue', 'shorten', 'reamortize'),
      delinquency: someDelinquency,
      discount: often<{ share: number; over: number | null } | null>(
        null,
        fc.record({ share: between(1, 90), over: often<number | null>(null, between(1, options.countMax), 30) }),
        80,
      ),
    })
    .map((genes) => {
      const { start, principal, waterfall, prepayment, delinquency } = genes;
      const interest = { ...genes.interest, resets: resetsOf(genes.resets, start) };
      const share = (part: number, of: number) => cents(Math.floor((principal * part) / of));
      const discount = genes.discount === null ? 0 : share(genes.discount.share, 1000);
      const fees = feesOf(genes.fees, principal);
      const totalCap = genes.capShare === null ? null : share(genes.capShare, 100);
      const frame = paymentsOf(genes.payments, { start, principal, interest, fees });
      const terms: Terms = {
        principal: cents(principal),
        amountFinanced: cents(Math.max(1, share(genes.financedShare, 100))),
        interest: { ...interest, totalCap, dayCount: dayCountFor(interest.dayCount, frame.payments) },
        payments: frame.payments,
        fees,
        waterfall,
        prepayment,
        delinquency,
        merchantDiscount: discount === 0 ? null : { amount: cents(discount), amortizedOver: genes.discount!.over },
      };
      return precomputedIf(genes.precomputed, {
        terms,
        start,
        dueDates: frame.dueDates,
        payment: exactPayment(terms, start) ?? frame.payment,
      });
    });

function precomputedIf(genes: PrecomputedGenes | null, frame: Frame): Frame {
  if (genes === null) return frame;
  const terms = withCharge(genes, frame);
  return { ...frame, terms, payment: exactPayment(terms, frame.start) ?? frame.payment };
}

/** A single term has no periods by which interest could go. */
const dayCountFor = (dayCount: DayCount, { frequency }: PaymentTerms): DayCount =>
  dayCount === 'periodic' && frequency === 'singleTerm' ? 'actual/365' : dayCount;

/** The exact payment of the loan: the amount that should be tried most often. */
function exactPayment(terms: Terms, start: Day): number | undefined {
  try {
    const state = replay(terms, [{ id: 'A', on: start, kind: 'activation' }], { through: start });
    return state.position.payment > 0 ? state.position.payment : undefined;
  } catch {
    return undefined;
  }
}

interface FeeGenes extends Omit<FeeTerms, 'origination'> {
  readonly origination: 'financed' | 'deducted' | 'firstPayment' | 'spread' | 'apart' | null;
  readonly originationShare: number;
}

function feesOf({ origination, originationShare, ...others }: FeeGenes, principal: number): FeeTerms {
  const amount = Math.min(Math.ceil((principal * originationShare) / 1000), principal - 1);
  const isCharged = origination !== null && amount > 0;
  return { ...others, origination: isCharged ? { amount: cents(amount), charged: origination } : null };
}

interface Surroundings {
  readonly start: Day;
  readonly principal: number;
  readonly interest: InterestTerms;
  readonly fees: FeeTerms;
}

function paymentsOf(genes: PaymentGenes, about: Surroundings) {
  const { plan, dueDays, endShift } = genes;
  const { start } = about;
  const buffer = genes.buffer ?? 0;
  const series = seriesAfter(dueDays, { start, buffer, count: genes.count });
  const end = Math.max(start + Math.max(1, buffer), series.at(-1)! + endShift);
  const dates = datesOf(genes, { series, end, start });
  const last = dates.at(-1)!;
  const advances = genes.advances
    .map(({ k, shift, share }) => ({
      on: Math.max(start + 1, dates[k % dates.length]! - shift),
      amount: cents(Math.max(1, Math.floor((about.principal * share) / 100))),
    }))
    .filter(({ on }) => (plan === 'count' || plan === 'countAndEnd' || plan === 'endAlone') && on < last);
  const lent = about.principal + advances.reduce((sum, { amount }) => sum + amount, 0);
  const solved = aboutPayment({ ...about, dates, lent, unit: genes.unit });
  const amount = cents(amountOf(genes, { ...about, dates, lent }));
  const isByAmount = plan === 'amountAndEnd' || plan === 'amount' || plan === 'countAndAmount';
  const isSeries = plan !== 'single' && plan !== 'supplied';
  const payments: PaymentTerms = {
    ...(plan === 'single' ? { frequency: 'singleTerm', days: [], startDate: null } : dueDays),
    count: plan === 'count' || plan === 'countAndAmount' || plan === 'countAndEnd' ? genes.count : null,
    amount: isByAmount ? amount : null,
    schedule:
      plan === 'supplied'
        ? dates.map((on, i) => {
            const share = genes.supplied[i]!.share;
            return { on, amount: share === null ? null : cents(Math.floor((solved * share) / 100)) };
          })
        : null,
    bufferDays: isSeries ? genes.buffer : null,
    endDate: plan === 'amountAndEnd' || plan === 'single' || plan === 'countAndEnd' || plan === 'endAlone' ? end : null,
    rounding: { unit: genes.unit, mode: genes.mode },
    amortization: genes.amortization,
    interestOnly: isSeries ? Math.min(genes.interestOnly, dates.length - 1) : 0,
    balloon: isSeries ? cents(Math.floor((about.principal * genes.balloonShare) / 100)) : cents(0),
    plannedAdvances: advances.toSorted((a, b) => a.on - b.on),
  };
  return { payments, dueDates: dates, payment: isByAmount ? amount : solved };
}

interface Dates {
  readonly series: readonly Day[];
  readonly end: Day;
  readonly start: Day;
}

function datesOf({ plan, supplied }: PaymentGenes, { series, end, start }: Dates): Day[] {
  if (plan === 'single') return [end];
  const before = series.filter((day) => day < end);
  if (plan === 'countAndEnd') return [...before.slice(0, series.length - 1), end];
  if (plan === 'endAlone' || plan === 'amountAndEnd') return [...before, end];
  if (plan !== 'supplied') return [...series];
  return [...new Set(series.map((day, i) => Math.max(start + 1, day + supplied[i]!.shift)))].sort((a, b) => a - b);
}

const highestRate = ({ rates }: InterestTerms): number =>
  Math.max(...rates.map(({ rate, type }) => Number(rate) + (type === 'spread' ? 0.12 : 0)));

interface Lent extends Surroundings {
  readonly dates: readonly Day[];
  readonly lent: number;
}

/** The annuity in floating point: random payments need not be exact. */
function aboutPayment({ start, dates, lent, unit, interest, fees }: Lent & { unit: number }): number {
  const days = (dates.at(-1)! - start) / dates.length;
  const rate = (highestRate(interest) * days) / 365;
  const principal = lent + (fees.origination?.charged === 'financed' ? fees.origination.amount : 0);
  const exact = rate === 0 ? principal / dates.length : (principal * rate) / (1 - (1 + rate) ** -dates.length);
  return Math.ceil(exact / unit) * unit;
}

/** A payment under which the loan ends: more than the interest of the longest period at the highest rate. */
function amountOf({ amountShare, count, plan }: PaymentGenes, { interest, lent, fees }: Lent): number {
  const principal = lent + (fees.origination?.amount ?? 0);
  const mostInterest = plan.startsWith('amount') ? (principal * highestRate(interest) * 31 * 1.1) / 360 : 0;
  const exact = mostInterest + principal / (1 + ((amountShare * count) % 40)) + 1;
  return amountShare % 2 === 0 ? Math.ceil(exact) : Math.ceil(exact / 100) * 100;
}
