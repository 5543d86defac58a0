// What a loan type settles for all its installment loans.
import type { LateFee, OverdueBearing } from '@tenor/engine/account/terms.ts';
import type { Precomputed } from '@tenor/engine/installment/terms.ts';
import Type, { type Static } from 'typebox';
import { Bool, Described, Int, Named, Nullable, Rate, StringEnum } from '#platform/input/schemas.ts';
import {
  amount,
  amountOrNone,
  Delinquency,
  deadlines,
  extraFields,
  indexParts,
  interestParts,
  nsfAmount,
  PeriodicFee,
  plainSettings,
  rateOrNone,
  waterfallOrder,
} from '../parts.ts';
import { retryRules, stopsAfterTwoFailures } from '../retry-rules.ts';

const rebates = ['ruleOf78', 'actuarial', 'evenly'] as const satisfies readonly Precomputed['rebate'][];
const rebateRoundings = ['halfUp', 'up'] as const satisfies readonly Precomputed['rebateRounding'][];
const overdueBearings = ['principal', 'principalAndInterest'] as const satisfies readonly OverdueBearing[];
const afterRateChanges = ['solveAgain', 'keepPayment'] as const;
const roundingModes = ['up', 'nearest', 'down'] as const;
const amortizations = ['level', 'equalPrincipal'] as const;
const earlyPayments = ['interestFirst', 'principalFirst', 'principalOnly'] as const;
const prepayments = ['nextDue', 'lastDue', 'shorten', 'reamortize'] as const;
const originationCharges = ['financed', 'deducted', 'firstPayment', 'spread', 'apart'] as const;
const lateFeeRules = ['flat', 'percent', 'greater', 'lesser'] as const satisfies readonly LateFee['rule'][];
const lateFeeBases = ['instalment', 'overdue', 'standardPayment'] as const satisfies readonly LateFee['base'][];

/** The engine never computes more payments than these. */
const paymentsMax = 1200;

const Interest = Named('InterestSettings')({
  ...interestParts,
  maxAprNominal: rateOrNone('The highest nominal annual percentage rate.'),
  maxAprEffective: rateOrNone('The highest effective annual percentage rate.'),
  ...indexParts,
  overdueRate: rateOrNone(
    'Principal that is overdue pays this rate, if it is above that of the day. A ceiling by law bounds it.',
  ),
  overdueBearing: StringEnum(overdueBearings, {
    description:
      'What bears interest while it is overdue. principal (the default). principalAndInterest: overdue interest too, at the rate of overdue principal, from the day after its deadline; what it bears comes due with the next payment.',
  }),
  precomputedRebate: Nullable(StringEnum(rebates), {
    description:
      'Interest is a charge that is fixed when the loan begins: what the agreed rates come to, or the financeChargeAmount or addOnRate of the agreement. What of it is not earned when the loan is paid off is not owed: by the Rule of 78, by the balances (actuarial), or each period alike (evenly). Null (the default): interest accrues.',
  }),
  precomputedRebateRounding: StringEnum(rebateRoundings, {
    description:
      'How the rebate of the Rule of 78 is rounded to the cent. Default halfUp, as published tables do; up is in favour of the borrower.',
  }),
  precomputedWholeAfterDays: Nullable(Int({ min: 1, max: 31, example: 16 }), {
    description:
      'The part of a period is earned as a whole once so many days of it have passed, and before that none of it. Null (the default): day by day.',
  }),
  resetMonths: Nullable(Int({ min: 1, max: 120, example: 12 }), {
    description:
      'A rate over an index is reset every so many months from the firstRateResetDate of the agreement on, whether or not the index has changed, and moves on no other day. Null (the default): it moves with the index.',
  }),
  resetLookbackDays: Int({
    min: 0,
    max: 366,
    description: 'At a reset the index of so many days before counts. Default 0.',
  }),
  resetRoundTo: rateOrNone('Index and spread together are rounded to a multiple of this, halves up, before the caps.'),
  resetFirstCap: Nullable(Rate, {
    description: 'How far a rate may move at its first reset, up or down. Null (the default): as at the others.',
  }),
  resetPeriodicCap: rateOrNone('How far a rate may move at each later reset, up or down.'),
  resetLifetimeCap: rateOrNone('How far a rate may ever lie above the first rate of its loan.'),
  resetLifetimeDrop: rateOrNone('How far a rate may ever lie below the first rate of its loan.'),
  afterRateChange: StringEnum(afterRateChanges, {
    description:
      'What a changed rate does to the payment. Default solveAgain: it is computed anew; with resetMonths on each date of a reset.',
  }),
});

const Payments = Named('PaymentSettings')({
  roundingUnit: amount('A computed payment is a multiple of this. Default 0.01.'),
  roundingMode: StringEnum(roundingModes, {
    description: 'Which multiple. Default up, so that the last payment is the smallest.',
  }),
  amortization: StringEnum(amortizations, {
    description:
      'level (the default): all payments are one amount. equalPrincipal: each repays the same principal, and the interest comes on top; periodicPaymentAmount is that principal.',
  }),
  interestOnlyPayments: Int({
    min: 0,
    max: paymentsMax,
    description: 'So many first payments are the interest of their period. Default 0.',
  }),
  prepayment: StringEnum(prepayments, {
    description:
      'What money beyond everything due does: nextDue makes the next payments smaller, lastDue and shorten end the loan earlier, reamortize computes the payment anew. Default nextDue.',
  }),
  deadlines,
  dueDateMode: StringEnum(['fixedDueDate'], {
    description: 'What the days of a loan (specificDays) mean: its due dates. The only one yet.',
  }),
  statementDaysBeforeDue: Int({
    min: 0,
    max: 45,
    example: 20,
    description:
      'A statement is made so many days before its due date: what it asks for by then rests on what is known on its day. Default 0: on the due date.',
  }),
  proceedsPaidTo: StringEnum(['nobody', 'borrower', 'merchant'], {
    description:
      'Whom the service pays the proceeds at the activation: nobody (the default), since the lender pays them; the borrower; or the merchant that the agreement names, and the borrower where it names none.',
  }),
  multipleAdvances: Described(Bool, {
    description:
      'Whether more may be lent on a running loan: advances, agreed with the loan or added later. Default false.',
  }),
  retryRules,
  stopsAfterTwoFailures,
});

const OriginationFee = Named('OriginationFeeSettings')({
  charged: StringEnum(originationCharges, {
    description:
      'Added to the principal (financed, the default), kept back from what is paid out, due with the first payment, spread over all payments, or due apart on the day of activation.',
  }),
});

const LateFeeSettings = Named('LateFeeSettings')({
  graceDays: Int({ min: 0, max: 366, example: 10, description: 'Days after the due date until it is charged.' }),
  flatAmount: amount('Default 0.'),
  percent: Described(Rate, { description: 'The part of the base; 0.05 is five percent. Default 0.', example: 0.05 }),
  rule: StringEnum(lateFeeRules, {
    description: 'Which of the two is charged. May be left out where only one is above zero; it is then that one.',
  }),
  base: StringEnum(lateFeeBases, {
    description:
      'What the percentage is taken of: the unpaid instalment (the default), all that is overdue, or the payment as it was to be made, however little of it is missing.',
  }),
  minAmount: amountOrNone('The fee is at least this.'),
  maxAmount: amountOrNone('The fee is at most this.'),
  yearlyCapAmount: amountOrNone('All late fees of a calendar year together are at most this.'),
  lifetimeCapAmount: amountOrNone('All late fees of the loan together are at most this.'),
  pyramiding: StringEnum(['blocked', 'allowed'], {
    description:
      'Whether an instalment that is short only by earlier late fees brings a further one. Default blocked (12 CFR 1026.36).',
  }),
});

const Fees = Named('FeeSettings')({
  origination: Nullable(OriginationFee, {
    description:
      'How the origination fee of a loan is charged; each loan has its own amount. Null (the default): none.',
  }),
  late: Nullable(LateFeeSettings, { description: 'Null (the default): none.' }),
  nsfAmount,
  service: Nullable(PeriodicFee, { description: 'Null (the default): none.' }),
  membership: Nullable(PeriodicFee, { description: 'Null (the default): none.' }),
});

const Waterfall = Named('Waterfall')({
  by: StringEnum(['obligation', 'component'], {
    description:
      'Whether a payment fills the oldest obligation first (the default), or component by component, and the oldest first within each.',
  }),
  order: waterfallOrder,
  earlyPayment: StringEnum(earlyPayments, {
    description:
      'Where money goes after everything due is paid: to waiting fees and accrued interest first (interestFirst, the default), to principal first, or to principal only; the rest then is customer credit until something is due or everything is covered.',
  }),
});

const monthsMax = 600;

const ReAge = Named('ReAgeSettings')({
  monthsOnBooksMin: Int({ min: 0, max: monthsMax, description: 'A loan is at least so old. Default 9.' }),
  monthsBetweenMin: Int({ min: 0, max: monthsMax, description: 'From one re-age to the next. Default 12.' }),
  timesMax: Int({
    min: 0,
    max: 100,
    description: 'How often within withinMonths. Default 2; 0: loans of the type are not re-aged.',
  }),
  withinMonths: Int({ min: 1, max: monthsMax, description: 'Default 60.' }),
  paymentsMin: Int({
    min: 0,
    max: 60,
    description: 'The last so many payments, or their sum, must have been made. Default 3.',
  }),
  addedPaymentsMax: Nullable(Int({ min: 0, max: paymentsMax, example: 12 }), {
    description: 'How many payments a re-age may add. Null (the default): as many as a loan can have.',
  }),
});

/** A loan keeps the settings that it was originated with: a change makes a new version. */
export const InstallmentSettings = Type.Object(
  {
    type: Type.Literal('installment'),
    ...plainSettings,
    extraFields,
    interest: Interest,
    payments: Payments,
    fees: Fees,
    waterfall: Waterfall,
    delinquency: Delinquency,
    reAge: Described(ReAge, { description: 'When a loan whose payments are overdue may be brought back to current.' }),
  },
  { title: 'InstallmentSettings' },
);
export type InstallmentSettings = Static<typeof InstallmentSettings>;
export type LateFeeSettings = Static<typeof LateFeeSettings>;
