// The settings of lines of credit: what they are by default, and after a change.
import { cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import { after, ownPart, paymentsAfter, periodicFeeAfter, plainAfter, type SentOf } from '../merge.ts';
import { components, type PeriodicFee } from '../parts.ts';
import { defaultRetryRules } from '../retry-rules.ts';
import type { SettingsInput } from '../schema.ts';
import { drawPurposes, type LineSettings } from './schema.ts';

type Fees = LineSettings['fees'];

/** Settings that may still miss a field without a default. */
export type LineDraft = Omit<LineSettings, 'fees'> & {
  readonly fees: Omit<Fees, 'service' | 'membership'> & {
    readonly service: Partial<PeriodicFee> | null;
    readonly membership: Partial<PeriodicFee> | null;
  };
};

const zeroRate = parseRate('0')!;

/** 12 CFR 1026.52(b)(1)(ii), as last adjusted. */
export const safeHarbor = { firstAmount: cents(3000), repeatAmount: cents(4100) } as const;

/**
 * What a regulation settles that a loan type does not say. On a card money beyond the minimum goes to the highest rate,
 * whatever draw it is for (12 CFR 1026.53), and the fees of the first year are capped (1026.52(a)). Elsewhere a payment
 * for a draw pays that draw, and any other pays fees first, then the highest rate.
 */
const ruledBy = (regulation: LineSettings['regulation']) =>
  regulation === 'card'
    ? ({
        firstYearCap: parseRate('0.25')!,
        waterfall: { drawOrder: 'lowestRate', excess: 'highestRate', aim: 'due' },
      } as const)
    : ({ firstYearCap: null, waterfall: { drawOrder: 'highestRate', excess: 'drawOrder', aim: 'whole' } } as const);

/**
 * 12 CFR 1026.9(c)(2) is about open-end credit, on a card or not. Whoever gives a rate may have told of it before, so a
 * company that says nothing of it is told, and not refused.
 */
const noticeUnder = (regulation: LineSettings['regulation']) => (regulation === 'none' ? 'none' : 'pointedOut');

/** In the order of the schema: the order in which answers show them. */
export const defaultLine = (name: string): LineSettings => ({
  type: 'lineOfCredit',
  name,
  description: null,
  assetType: 'personalOpenEndUnsecured',
  assetDisplayName: name,
  timezone: null,
  currency: 'USD',
  cutOffTime: null,
  extraFields: null,
  regulation: 'openEnd',
  interest: {
    dayCount: 'actual/365',
    accrualMethod: 'simple',
    rounding: 'cut',
    minRate: zeroRate,
    maxRate: parseRate('0.36')!,
    indexFloor: null,
    indexCap: null,
    indexStepCap: null,
    balanceMethod: 'daily',
    minChargeAmount: null,
    noticeOfHigherRate: noticeUnder('openEnd'),
  },
  payments: {
    paymentFrequency: 'monthly',
    dueDateMode: 'fixedDueDate',
    specificDays: [1],
    dueAfterDays: 25,
    deadlines: 'asIs',
    holdDays: null,
    retryRules: defaultRetryRules,
    stopsAfterTwoFailures: false,
  },
  minPaymentCalculation: {
    percentageOfPrincipal: parseRate('0.01')!,
    minAmount: cents(2500),
    drawMinAmount: zeroCents,
    roundUpToAmount: cents(1),
    includesOverLimitAmount: false,
    overLimitBeyond: 'nothing',
    ofBalance: null,
  },
  gracePeriod: {
    isGracePeriodApplicable: true,
    numPeriodsToRestoreGrace: 1,
    numPeriodsToEvaluateGrace: 1,
    minPaymentCalculationOverride: null,
    scope: 'line',
  },
  fees: {
    draw: { amount: zeroCents, percentageOfPrincipal: zeroRate, charged: 'firstPayment' },
    late: null,
    nsfAmount: null,
    service: null,
    membership: null,
    firstYearCap: ruledBy('openEnd').firstYearCap,
  },
  draws: { purposes: [...drawPurposes], creditLimitAmount: null, autoAmortization: null },
  purchases: { authorizationDays: 7, blockPurchasesOverdueDays: null },
  disputes: { lostInterest: 'forgone', credit: 'provisional' },
  waterfall: { order: [...components], ...ruledBy('openEnd').waterfall },
  delinquency: {
    toleranceAmount: zeroCents,
    accelerationDueWithin: null,
    chargeOffDueWithin: null,
    accrualAfterChargeOff: false,
    paymentAllowedWhenChargedOff: true,
  },
});

type Tier = NonNullable<LineSettings['minPaymentCalculation']['ofBalance']>['tiers'][number];

const blankOfBalance = { tiers: [], plus: 'nothing' };
const blankOverride = { percentageOfPrincipal: zeroRate, minAmount: zeroCents };
const blankAmortization = { duration: null, periodicPaymentAmount: null };
const blankLateFee = { graceDays: 0, ...safeHarbor, basis: 'safeHarbor' } as const;

/** Another regulation brings what it settles, as far as it is not sent. Nothing is checked yet. */
export function lineAfter(stored: LineSettings, input: SettingsInput): LineDraft {
  const sent: SentOf<LineSettings> = ownPart(input);
  const before = underRegulation(stored, sent.regulation ?? stored.regulation);
  return {
    ...plainAfter(before, input),
    regulation: before.regulation,
    interest: { ...before.interest, ...sent.interest },
    payments: paymentsAfter(before.payments, sent.payments),
    minPaymentCalculation: minimumAfter(before.minPaymentCalculation, sent.minPaymentCalculation ?? {}),
    gracePeriod: graceAfter(before.gracePeriod, sent.gracePeriod ?? {}),
    fees: feesAfter(before.fees, sent.fees ?? {}),
    draws: drawsAfter(before.draws, sent.draws ?? {}),
    purchases: { ...before.purchases, ...sent.purchases },
    disputes: { ...before.disputes, ...sent.disputes },
    waterfall: { ...before.waterfall, ...sent.waterfall },
    delinquency: { ...before.delinquency, ...sent.delinquency },
  };
}

function underRegulation(settings: LineSettings, regulation: LineSettings['regulation']): LineSettings {
  if (regulation === settings.regulation) return settings;
  const { firstYearCap, waterfall } = ruledBy(regulation);
  return {
    ...settings,
    regulation,
    interest: { ...settings.interest, noticeOfHigherRate: noticeUnder(regulation) },
    fees: { ...settings.fees, firstYearCap },
    waterfall: { ...settings.waterfall, ...waterfall },
  };
}

type Section<Name extends 'minPaymentCalculation' | 'gracePeriod' | 'fees' | 'draws'> = NonNullable<
  SentOf<LineSettings>[Name]
>;

/** Tiers are sent whole, in the order of their schema as they come back from storage. */
function minimumAfter(
  before: LineSettings['minPaymentCalculation'],
  sent: Section<'minPaymentCalculation'>,
): LineSettings['minPaymentCalculation'] {
  const ofBalance = after(blankOfBalance, before.ofBalance, sent.ofBalance);
  return { ...before, ...sent, ofBalance: ofBalance && { ...ofBalance, tiers: ofBalance.tiers.map(inOrderOfTier) } };
}

const inOrderOfTier = ({ upToAmount, percentageOfBalance, minAmount }: Tier): Tier => ({
  upToAmount,
  percentageOfBalance,
  minAmount,
});

function graceAfter(before: LineSettings['gracePeriod'], sent: Section<'gracePeriod'>): LineSettings['gracePeriod'] {
  const { minPaymentCalculationOverride: override } = before;
  return {
    ...before,
    ...sent,
    minPaymentCalculationOverride: after(blankOverride, override, sent.minPaymentCalculationOverride),
  };
}

function feesAfter(before: Fees, sent: Section<'fees'>): LineDraft['fees'] {
  return {
    draw: { ...before.draw, ...sent.draw },
    late: after(blankLateFee, before.late, sent.late),
    nsfAmount: sent.nsfAmount === undefined ? before.nsfAmount : sent.nsfAmount,
    service: periodicFeeAfter(before.service, sent.service),
    membership: periodicFeeAfter(before.membership, sent.membership),
    firstYearCap: sent.firstYearCap === undefined ? before.firstYearCap : sent.firstYearCap,
  };
}

function drawsAfter(before: LineSettings['draws'], sent: Section<'draws'>): LineSettings['draws'] {
  return {
    ...before,
    ...sent,
    autoAmortization: after(blankAmortization, before.autoAmortization, sent.autoAmortization),
  };
}
