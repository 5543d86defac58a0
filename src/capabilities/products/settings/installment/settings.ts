// The settings of installment loans: what they are by default, and after a change.
import { cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import { after, ownPart, paymentsAfter, periodicFeeAfter, plainAfter, type SentOf } from '../merge.ts';
import { components, type PeriodicFee } from '../parts.ts';
import { defaultRetryRules } from '../retry-rules.ts';
import type { SettingsInput } from '../schema.ts';
import type { InstallmentSettings, LateFeeSettings } from './schema.ts';

type Fees = InstallmentSettings['fees'];

/** Settings that may still miss a field without a default. */
export type InstallmentDraft = Omit<InstallmentSettings, 'fees'> & {
  readonly fees: Omit<Fees, 'late' | 'service' | 'membership'> & {
    readonly late: Partial<LateFeeSettings> | null;
    readonly service: Partial<PeriodicFee> | null;
    readonly membership: Partial<PeriodicFee> | null;
  };
};

const zeroRate = parseRate('0')!;

/** In the order of the schema: the order in which answers show them. */
export const defaultInstallment = (name: string): InstallmentSettings => ({
  type: 'installment',
  name,
  description: null,
  assetType: 'personalClosedEndUnsecured',
  assetDisplayName: name,
  timezone: null,
  currency: 'USD',
  cutOffTime: null,
  extraFields: null,
  interest: {
    dayCount: 'actual/365',
    accrualMethod: 'simple',
    rounding: 'cut',
    minRate: null,
    maxRate: null,
    maxAprNominal: null,
    maxAprEffective: null,
    indexFloor: null,
    indexCap: null,
    indexStepCap: null,
    overdueRate: null,
    overdueBearing: 'principal',
    precomputedRebate: null,
    precomputedRebateRounding: 'halfUp',
    precomputedWholeAfterDays: null,
    resetMonths: null,
    resetLookbackDays: 0,
    resetRoundTo: null,
    resetFirstCap: null,
    resetPeriodicCap: null,
    resetLifetimeCap: null,
    resetLifetimeDrop: null,
    afterRateChange: 'solveAgain',
  },
  payments: {
    roundingUnit: cents(1),
    roundingMode: 'up',
    amortization: 'level',
    interestOnlyPayments: 0,
    prepayment: 'nextDue',
    deadlines: 'asIs',
    dueDateMode: 'fixedDueDate',
    statementDaysBeforeDue: 0,
    proceedsPaidTo: 'nobody',
    multipleAdvances: false,
    retryRules: defaultRetryRules,
    stopsAfterTwoFailures: false,
  },
  fees: { origination: null, late: null, nsfAmount: null, service: null, membership: null },
  waterfall: { by: 'obligation', order: [...components], earlyPayment: 'interestFirst' },
  delinquency: {
    toleranceAmount: zeroCents,
    accelerationDueWithin: null,
    chargeOffDueWithin: null,
    accrualAfterChargeOff: false,
    paymentAllowedWhenChargedOff: true,
  },
  reAge: {
    monthsOnBooksMin: 9,
    monthsBetweenMin: 12,
    timesMax: 2,
    withinMonths: 60,
    paymentsMin: 3,
    addedPaymentsMax: null,
  },
});

const defaultOrigination: NonNullable<Fees['origination']> = { charged: 'financed' };

/** Grace days and rule have no default: a lender says how long it waits, and which of two amounts counts. */
const blankLateFee = {
  graceDays: undefined,
  flatAmount: zeroCents,
  percent: zeroRate,
  rule: undefined,
  base: 'instalment',
  minAmount: null,
  maxAmount: null,
  yearlyCapAmount: null,
  lifetimeCapAmount: null,
  pyramiding: 'blocked',
} as const;

/** Nothing is checked yet. */
export function installmentAfter(before: InstallmentSettings, input: SettingsInput): InstallmentDraft {
  const { interest, payments, fees, waterfall, delinquency, reAge }: SentOf<InstallmentSettings> = ownPart(input);
  return {
    ...plainAfter(before, input),
    interest: { ...before.interest, ...interest },
    payments: paymentsAfter(before.payments, payments),
    fees: feesAfter(before.fees, fees ?? {}),
    waterfall: { ...before.waterfall, ...waterfall },
    delinquency: { ...before.delinquency, ...delinquency },
    reAge: { ...before.reAge, ...reAge },
  };
}

function feesAfter(before: Fees, sent: NonNullable<SentOf<InstallmentSettings>['fees']>): InstallmentDraft['fees'] {
  return {
    origination: after<NonNullable<Fees['origination']>>(defaultOrigination, before.origination, sent.origination),
    late: lateFeeAfter(before.late, sent.late),
    nsfAmount: sent.nsfAmount === undefined ? before.nsfAmount : sent.nsfAmount,
    service: periodicFeeAfter(before.service, sent.service),
    membership: periodicFeeAfter(before.membership, sent.membership),
  };
}

function lateFeeAfter(
  before: LateFeeSettings | null,
  sent: Partial<LateFeeSettings> | null | undefined,
): Partial<LateFeeSettings> | null {
  const merged = after<Partial<LateFeeSettings>>(blankLateFee, before, sent);
  if (!sent || merged === null || sent.rule !== undefined) return merged;
  const { rule: _, ...rest } = merged;
  const rule = ruleOf(merged, before);
  return rule === undefined ? rest : { ...merged, rule };
}

/** If only one amount is above zero, its rule applies; with both, the rule before, if both were above zero then too. */
function ruleOf(
  { flatAmount = zeroCents, percent = zeroRate }: Partial<LateFeeSettings>,
  before: LateFeeSettings | null,
): LateFeeSettings['rule'] | undefined {
  if (flatAmount === 0) return 'percent';
  if (percent === zeroRate) return 'flat';
  return before && before.flatAmount !== 0 && before.percent !== zeroRate ? before.rule : undefined;
}
