// What a line of credit and its draws agree (interface, 3.5.2, 3.7): the schemas, values that were left out, and checks
// that need nothing but the agreement. What is null or left out is that of the line for a draw, and of the loan type for
// both.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Static, Type } from 'typebox';
import {
  drawPurposes,
  MinimumOfBalance,
  OverLimitBeyond,
  rateProblem,
  statementsMax,
} from '#capabilities/products/index.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { Amount, Bool, DateOnly, Int, Named, Nullable, Rate, StringEnum } from '#platform/input/schemas.ts';
import { gapsIn, mustBeRates, notNegative, scheduleFields, sharedFields } from '../../loan/agreement-fields.ts';
import { agreementFields } from '../../loan/schemas.ts';
import type { LoanRow } from '../../loan/tables.ts';

const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));
const optionalPart = (description: string) => Type.Optional(Nullable(Rate, { description, example: 0.01 }));

const MinimumOverride = Named('MinimumOverrideAgreed')({
  percentageOfPrincipal: optionalPart('The part of the principal that is not due yet.'),
  minAmount: optionalAmount('For principal, interest and fees of the draw together.'),
});

const MinPaymentCalculation = Named('MinPaymentCalculation')({
  percentageOfPrincipal: optionalPart(
    'The part of the principal of each draw that is not due yet, besides interest and fees.',
  ),
  minAmount: optionalAmount('What a statement asks for at least: of the line, or of this draw.'),
  includesOverLimitAmount: Type.Optional(
    Nullable(Bool, {
      description: 'For a line: whether what is owed above the limit comes due with the minimum.',
    }),
  ),
  overLimitBeyond: Type.Optional(
    Nullable(OverLimitBeyond, { description: 'For a line: how far. Null: as the loan type says.' }),
  ),
  ofBalance: Type.Optional(
    Nullable(MinimumOfBalance, {
      description: 'For a line: what a statement asks for by its whole balance. Null: as the loan type says.',
    }),
  ),
});

const GracePeriod = Named('GracePeriod')({
  isGracePeriodApplicable: Type.Optional(
    Nullable(Bool, { description: 'Whether a draw bears no interest while each statement is paid in full.' }),
  ),
  numPeriodsToRestoreGrace: Type.Optional(
    Nullable(Int({ min: 1, max: 120, example: 1 }), {
      description: 'So many statements in a row that are paid in full bring grace back.',
    }),
  ),
  numPeriodsToEvaluateGrace: Type.Optional(
    Nullable(Int({ min: 1, max: 120, example: 1 }), {
      description: 'A statement must be paid in full by the due date of the statement so many, less one, after it.',
    }),
  ),
  minPaymentCalculationOverride: Type.Optional(
    Nullable(MinimumOverride, { description: 'Takes the place of the minimum of a draw while it has grace.' }),
  ),
});

const AutoAmortization = Named('AutoAmortization')({
  amortizationLogic: Type.Optional(
    Nullable(StringEnum(['aggregatePurchasesInPeriod']), {
      description: 'What was bought in a period is spread together. The only one.',
    }),
  ),
  duration: Type.Optional(
    Nullable(Int({ min: 1, max: statementsMax, example: 6 }), { description: 'Number of statements.' }),
  ),
  periodicPaymentAmount: optionalAmount('The instalment, in place of a number of statements.'),
});

const { fees: lineFees, ...sharedOfBoth } = sharedFields;
const ofBoth = {
  ...sharedOfBoth,
  minPaymentCalculation: Type.Optional(Nullable(MinPaymentCalculation)),
  gracePeriod: Type.Optional(Nullable(GracePeriod)),
  autoAmortization: Type.Optional(Nullable(AutoAmortization)),
};

/** Refused by its name, and not passed over. */
const noDiscount = Type.Optional(Type.Null({ description: 'A merchant discount is kept back of installment loans.' }));

export const LineAgreement = Type.Object({
  creditLimitAmount: optionalAmount('The limit from activation on. Required at the origination.'),
  downPaymentAmount: optionalAmount('Paid before, as it was agreed; 0 if not given. The limit stays what it is.'),
  ...scheduleFields,
  fees: lineFees,
  ...ofBoth,
  ...agreementFields,
  mdr: noDiscount,
});
export type LineAgreement = Static<typeof LineAgreement>;

const DrawFees = Named('DrawFees')({
  drawFeeAmount: optionalAmount('Once, on the day of activation.'),
  originationFeeAmount: optionalAmount('The same, by the name that it has on a loan.'),
  drawFeePercentageOfPrincipal: optionalPart('The part of each purchase.'),
  serviceFeeAmount: optionalAmount('With each statement of the draw; 0: none.'),
  serviceFeeCapAmount: optionalAmount('All service fees together are at most this.'),
});

export const DrawAgreement = Named('DrawAtOriginationInput')({
  creditLimitAmount: optionalAmount('Its own limit, besides that of the line. Null: that of the loan type, if any.'),
  fees: Type.Optional(Nullable(DrawFees)),
  ...ofBoth,
  purpose: Type.Optional(
    Nullable(StringEnum(drawPurposes), {
      description: 'regular, if not given. On a static draw nothing accrues and nothing is bought.',
    }),
  ),
  enforcedEndDate: Type.Optional(
    Nullable(DateOnly, {
      description: 'After it nothing is bought, and the first statement on or after it asks for all that is owed.',
    }),
  ),
  mdr: noDiscount,
});
export type DrawAgreement = Static<typeof DrawAgreement>;

export const agreementOf = ({ at_origination }: Pick<LoanRow, 'at_origination'>): LineAgreement =>
  at_origination as LineAgreement;

/** A line is filled in only with what is shown filled in: the loan type is asked when the terms are made. */
export const wholeAgreement = (agreed: LineAgreement): LineAgreement => ({
  ...agreed,
  specificDays: agreed.specificDays ?? [],
  downPaymentAmount: agreed.downPaymentAmount ?? zeroCents,
  skipCreditReporting: agreed.skipCreditReporting ?? false,
});

export const changedAgreement = (before: LineAgreement, sent: Partial<LineAgreement> | undefined): LineAgreement =>
  wholeAgreement({ ...before, ...sent });

/** What a line cannot be originated without. Its rates may be those of each draw. */
export const lacking = ({ creditLimitAmount, interestRates }: LineAgreement): Problem[] => [
  ...(creditLimitAmount == null ? [wrong('creditLimitAmount', 'is required', 'an amount of at least 0.01')] : []),
  ...gapsIn(interestRates),
];

/** What is sent is read as the field of an installment loan. */
const noDiscountOf = ({ mdr }: { readonly mdr?: unknown }): Problem[] =>
  mdr == null ? [] : [wrong('mdr', 'is for installment loans', 'nothing')];

/** Errors: InvalidRequest, with all fields that are wrong. */
export function mustBeSound(agreed: LineAgreement): undefined {
  mustBeRates(agreed);
  mustHaveNone([
    ...aboveZero('creditLimitAmount', agreed.creditLimitAmount),
    ...notNegative('downPaymentAmount', agreed.downPaymentAmount),
    ...notNegative('fees.serviceFeeAmount', agreed.fees?.serviceFeeAmount),
    ...notNegative('fees.serviceFeeCapAmount', agreed.fees?.serviceFeeCapAmount),
    ...noOriginationFee(agreed),
    ...noDiscountOf(agreed),
    ...problemsOfBoth(agreed),
  ]);
}

const noOriginationFee = ({ fees }: LineAgreement): Problem[] =>
  fees?.originationFeeAmount
    ? [wrong('fees.originationFeeAmount', 'must be 0: a line has no origination fee', 'nothing; draws have a draw fee')]
    : [];

/** Errors: InvalidRequest, with all fields that are wrong. */
export function mustBeSoundDraw(agreed: DrawAgreement): void {
  mustBeRates(agreed);
  const { fees } = agreed;
  mustHaveNone([
    ...aboveZero('creditLimitAmount', agreed.creditLimitAmount),
    ...notNegative('fees.drawFeeAmount', fees?.drawFeeAmount),
    ...notNegative('fees.originationFeeAmount', fees?.originationFeeAmount),
    ...oneDrawFee(fees),
    ...part('fees.drawFeePercentageOfPrincipal', fees?.drawFeePercentageOfPrincipal),
    ...notNegative('fees.serviceFeeAmount', fees?.serviceFeeAmount),
    ...notNegative('fees.serviceFeeCapAmount', fees?.serviceFeeCapAmount),
    ...gapsIn(agreed.interestRates),
    ...ofTheLine(agreed),
    ...problemsOfBoth(agreed),
  ]);
}

const ofTheLine = ({ minPaymentCalculation }: DrawAgreement): Problem[] =>
  (['overLimitBeyond', 'ofBalance'] as const).flatMap((field) =>
    minPaymentCalculation?.[field] == null
      ? []
      : [wrong(`minPaymentCalculation.${field}`, 'is agreed with the line, not with a draw', 'nothing')],
  );

/** The fee for the draw itself, by either name. */
export const drawFeeOf = (fees: DrawAgreement['fees']): Cents | null =>
  fees?.drawFeeAmount ?? fees?.originationFeeAmount ?? null;

const oneDrawFee = (fees: DrawAgreement['fees']): Problem[] =>
  (fees?.originationFeeAmount ?? drawFeeOf(fees)) === drawFeeOf(fees)
    ? []
    : [wrong('fees.originationFeeAmount', 'is not what drawFeeAmount says', 'the same, or one of them alone')];

function problemsOfBoth({
  minPaymentCalculation,
  gracePeriod,
  autoAmortization,
}: Omit<DrawAgreement, 'fees'>): Problem[] {
  const override = gracePeriod?.minPaymentCalculationOverride;
  const path = 'gracePeriod.minPaymentCalculationOverride';
  return [
    ...part('minPaymentCalculation.percentageOfPrincipal', minPaymentCalculation?.percentageOfPrincipal),
    ...notNegative('minPaymentCalculation.minAmount', minPaymentCalculation?.minAmount),
    ...part(`${path}.percentageOfPrincipal`, override?.percentageOfPrincipal),
    ...notNegative(`${path}.minAmount`, override?.minAmount),
    ...(autoAmortization == null ? [] : amortizationProblems(autoAmortization)),
  ];
}

function amortizationProblems({ duration, periodicPaymentAmount: amount }: Static<typeof AutoAmortization>): Problem[] {
  if (duration == null && amount == null) {
    return [wrong('autoAmortization.duration', 'is required', 'a number of statements, or periodicPaymentAmount')];
  }
  if (duration == null) return aboveZero('autoAmortization.periodicPaymentAmount', amount);
  if (amount == null) return [];
  return [wrong('autoAmortization.periodicPaymentAmount', 'follows from the duration', 'one of the two')];
}

const part = (field: string, rate: Static<typeof Rate> | null | undefined): readonly Problem[] =>
  rateProblem(`atOrigination.${field}`, rate ?? null, { min: 0, max: 1 });

const aboveZero = (field: string, amount: number | null | undefined): Problem[] =>
  amount != null && amount <= 0 ? [wrong(field, 'must be above zero', 'an amount of at least 0.01')] : [];

const wrong = (field: string, message: string, expected: string): Problem => ({
  path: `atOrigination.${field}`,
  message,
  expected,
});
