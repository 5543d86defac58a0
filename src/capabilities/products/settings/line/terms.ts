// The engine's terms as the settings of a loan type make them: of a line, and of a draw, that agreed nothing else. What
// a loan agreed is laid over them.
import type { CycleTerms, DrawTerms, LineTerms } from '@tenor/engine/line/terms.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { LineSettings } from './schema.ts';

const fixedBy = {
  fixedDueDate: 'dueDay',
  fixedStatementDate: 'statementDay',
  bothFixed: 'both',
} as const satisfies Record<LineSettings['payments']['dueDateMode'], CycleTerms['fixed']>;

/** The limit is each line's own. */
export const lineTermsOf = (settings: LineSettings): LineTerms => ({
  regulation: settings.regulation,
  creditLimit: zeroCents,
  cycle: cycleTermsOf(settings.payments, {
    frequency: settings.payments.paymentFrequency,
    days: settings.payments.specificDays,
    startDate: null,
  }),
  bufferDays: null,
  interest: {
    dayCount: settings.interest.dayCount,
    accrual: settings.interest.accrualMethod,
    rounding: settings.interest.rounding,
    balanceMethod: settings.interest.balanceMethod,
    minCharge: settings.interest.minChargeAmount,
    residualWaivedBelow: null,
    totalCap: null,
  },
  minimum: {
    floor: settings.minPaymentCalculation.minAmount,
    roundUpTo: settings.minPaymentCalculation.roundUpToAmount,
    isOverLimitDue: settings.minPaymentCalculation.includesOverLimitAmount,
    overLimitBeyond: settings.minPaymentCalculation.overLimitBeyond,
    ofBalance: minimumOfBalanceOf(settings.minPaymentCalculation.ofBalance),
  },
  cycleRateMax: null,
  graceScope: settings.gracePeriod.scope,
  payments: {
    ...settings.waterfall,
    areAllowedWhenChargedOff: settings.delinquency.paymentAllowedWhenChargedOff,
  },
  fees: feesOf(settings),
  disputes: settings.disputes,
  authorizationDays: settings.purchases.authorizationDays,
  blockPurchasesOverdueDays: settings.purchases.blockPurchasesOverdueDays,
  paymentHoldDays: settings.payments.holdDays,
  delinquency: {
    tolerance: settings.delinquency.toleranceAmount,
    deadlines: settings.payments.deadlines,
    accelerationDueWithin: settings.delinquency.accelerationDueWithin,
    chargeOffDueWithin: settings.delinquency.chargeOffDueWithin,
    accrualAfterChargeOff: settings.delinquency.accrualAfterChargeOff,
  },
});

export const minimumOfBalanceOf = (
  ofBalance: LineSettings['minPaymentCalculation']['ofBalance'],
): LineTerms['minimum']['ofBalance'] =>
  ofBalance && {
    plus: ofBalance.plus,
    tiers: ofBalance.tiers.map(({ upToAmount: upTo, percentageOfBalance: percent, minAmount: amount }) => ({
      upTo,
      percent,
      amount,
    })),
  };

type Days = Pick<CycleTerms, 'frequency' | 'days' | 'startDate'>;

/** Two days of a month are the day of the statement and the due day, whatever one day would mean. */
export function cycleTermsOf({ dueDateMode, dueAfterDays }: LineSettings['payments'], days: Days): CycleTerms {
  const isPair = days.frequency === 'monthly' && days.days.length === 2;
  const fixed = isPair ? 'both' : fixedBy[dueDateMode];
  return { ...days, fixed, dueAfterDays: fixed === 'both' ? null : dueAfterDays };
}

const feesOf = ({
  regulation,
  fees: { late, nsfAmount, membership, firstYearCap },
}: LineSettings): LineTerms['fees'] => ({
  late: late && { graceDays: late.graceDays, first: late.firstAmount, repeat: late.repeatAmount },
  nsf: nsfAmount,
  periodic: membership === null ? [] : [{ type: 'membership', amount: membership.amount, cap: membership.capAmount }],
  firstYearCap: regulation === 'card' ? firstYearCap : null,
});

/** A regular draw; its rates are its own, or those of its line. */
export function drawTermsOf(settings: LineSettings): Omit<DrawTerms, 'rates'> {
  const { minPaymentCalculation, draws, fees } = settings;
  const { drawMinAmount: amount, percentageOfPrincipal } = minPaymentCalculation;
  const amortization = amortizationOf(draws.autoAmortization);
  return {
    purpose: 'regular',
    creditLimit: draws.creditLimitAmount,
    minimum: { percentOfPrincipal: percentageOfPrincipal, amount },
    grace: settings.gracePeriod.isGracePeriodApplicable ? graceTermsOf(settings.gracePeriod) : null,
    amortization,
    deferredInterest: null,
    fees: {
      draw: {
        amount: fees.draw.amount,
        percentOfPurchase: fees.draw.percentageOfPrincipal,
        charged: chargedOf(settings, amortization),
      },
      periodic:
        fees.service === null ? [] : [{ type: 'service', amount: fees.service.amount, cap: fees.service.capAmount }],
    },
    endDate: null,
  };
}

export const graceTermsOf = (grace: Omit<LineSettings['gracePeriod'], 'isGracePeriodApplicable' | 'scope'>) => ({
  periodsToRestore: grace.numPeriodsToRestoreGrace,
  periodsToEvaluate: grace.numPeriodsToEvaluateGrace,
  minimumOverride: grace.minPaymentCalculationOverride && {
    percentOfPrincipal: grace.minPaymentCalculationOverride.percentageOfPrincipal,
    amount: grace.minPaymentCalculationOverride.minAmount,
  },
});

/** A draw that is not amortized has nothing to spread its fee over: it comes with the next statement. */
export const chargedOf = (
  { fees: { draw } }: LineSettings,
  amortization: DrawTerms['amortization'],
): DrawTerms['fees']['draw']['charged'] =>
  draw.charged === 'spread' && amortization === null ? 'firstPayment' : draw.charged;

/** One of the two is given: a number of statements is not computed from an instalment, nor the other way round. */
export function amortizationOf(
  agreed: Partial<NonNullable<LineSettings['draws']['autoAmortization']>> | null,
): DrawTerms['amortization'] {
  if (agreed === null) return null;
  const { duration = null, periodicPaymentAmount: amount = null } = agreed;
  if (duration !== null) return { duration, amount: null };
  return amount === null ? null : { duration: null, amount };
}
