// What a loan type settles for all its lines of credit: the terms of the line, and what its draws have that say nothing
// themselves. The defaults are those of open-end credit in the United States; the
// regulation `card` brings its own.
import type { DrawPurpose, LineTerms, PaymentOrder } from '@tenor/engine/line/terms.ts';
import Type, { type Static } from 'typebox';
import { Amount, Described, Int, Named, Nullable, Rate, StringEnum } from '#platform/input/schemas.ts';
import {
  accrualMethods,
  amount,
  amountOrNone,
  Delinquency,
  daysPastDue,
  deadlines,
  extraFields,
  flag,
  indexParts,
  interestParts,
  nsfAmount,
  PeriodicFee,
  plainSettings,
  waterfallOrder,
} from '../parts.ts';
import { retryRules, stopsAfterTwoFailures } from '../retry-rules.ts';

const regulations = ['card', 'openEnd', 'none'] as const satisfies readonly LineTerms['regulation'][];
const noticesOfHigherRate = ['required', 'pointedOut', 'none'] as const;
const dueDateModes = ['fixedDueDate', 'fixedStatementDate', 'bothFixed'] as const;
const lineFrequencies = ['weekly', 'everyTwoWeeks', 'twiceMonthly', 'monthly'] as const;
export const drawPurposes = [
  'regular',
  'cashAdvance',
  'balanceTransfer',
  'static',
] as const satisfies readonly DrawPurpose[];
const drawOrders = ['lowestRate', 'highestRate', 'activation'] as const satisfies readonly PaymentOrder['drawOrder'][];

const LineInterest = Named('LineInterestSettings')({
  ...interestParts,
  ...indexParts,
  accrualMethod: StringEnum([...accrualMethods, 'compoundDaily'], {
    description:
      'Whether unpaid interest earns interest. simple (the default): never. compound (compoundWithFees: with unpaid fees): what is unpaid on the day after a due date joins the principal. compoundDaily, of lines alone: the interest of each day is on that of the days before too; the principal stays what was bought.',
  }),
  balanceMethod: StringEnum(['daily', 'average'], {
    description:
      'Whether the interest of a statement is computed from the balance of each day (the default), or from the average daily balance.',
  }),
  minChargeAmount: amountOrNone('Interest of a statement above zero is raised to this.'),
  noticeOfHigherRate: StringEnum(noticesOfHigherRate, {
    description:
      'Whether a rate that is given to a line, and is higher than what runs, must begin 45 days after the notice of it (12 CFR 1026.9(c)(2)). required: one that begins sooner is refused, unless the request says why none is needed; so is one that is higher only from a day after its first one, of which the notice does not tell. pointedOut (the default of the regulations card and openEnd): it is taken, and ratesValidation.higherRateTooSoon says so. none (the default of the regulation none): nothing is said.',
  }),
});

/** 1 to 31: a day of the month or of the week. */
const seriesDay = Int({ min: 1, max: 31, example: 1 });

const LinePayments = Named('LinePaymentSettings')({
  paymentFrequency: StringEnum(lineFrequencies, {
    description:
      'How often a line is billed that does not say so. Default monthly; under the regulation card the only one.',
  }),
  dueDateMode: StringEnum(dueDateModes, {
    description:
      'What the days of a line (specificDays) mean: its due dates (fixedDueDate, the default), its statement dates (fixedStatementDate), or the day of the statement and the due day of each month (bothFixed). Two days of a monthly line are always the last.',
  }),
  specificDays: Type.Array(seriesDay, {
    minItems: 1,
    maxItems: 2,
    description: 'The days of a line that says none. Default [1].',
    examples: [[1]],
  }),
  dueAfterDays: Int({
    min: 1,
    max: 60,
    example: 25,
    description:
      'Days from the statement to the due date, where only one of the two is fixed. Default 25; at least 21 on a card or with a grace period (12 CFR 1026.5).',
  }),
  deadlines,
  holdDays: Nullable(Int({ min: 0, max: 366, example: 3 }), {
    description:
      'A pending payment makes credit available again after so many days. Null (the default): when it has succeeded.',
  }),
  retryRules,
  stopsAfterTwoFailures,
});

/** The minimum that replaces that of a draw while it has grace. */
const minimumParts = {
  percentageOfPrincipal: Described(Rate, {
    description:
      'The part of the principal of each draw that is not due yet, besides its interest and fees. Default 0.01.',
    example: 0.01,
  }),
  minAmount: amount('What a statement asks for at least, as far as it is owed. Default 25.00.'),
};

const MinimumOverride = Named('MinPaymentCalculationOverride')({
  percentageOfPrincipal: Described(Rate, { description: 'The part of the principal that is not due yet.', example: 0 }),
  minAmount: amount('For principal, interest and fees of the draw together.'),
});

const MinimumTier = Named('MinimumTier')({
  upToAmount: Nullable(Amount, {
    description:
      'The tier is for balances up to this, and above that of the tier before. Null: for all above; the last one.',
  }),
  percentageOfBalance: Described(Rate, { description: 'The part of the balance of the statement.', example: 0.02 }),
  minAmount: amount('The tier asks for this, if that is more.'),
});

/** Also of a line that agrees it. */
export const MinimumOfBalance = Named('MinimumOfBalance')({
  tiers: Type.Array(MinimumTier, {
    minItems: 1,
    maxItems: 20,
    description: 'In rising order. The first one counts that the balance of the statement does not pass.',
  }),
  plus: StringEnum(['nothing', 'interest', 'interestAndFees'], {
    description: 'What is asked for on top: nothing, the interest of the statement, or that and its fees.',
  }),
});

export const OverLimitBeyond = StringEnum(['nothing', 'pastDue', 'minimum'], {
  description:
    'What is owed above the limit comes due as far as it is more than this. nothing (the default): all of it, besides what is past due. pastDue: the larger of the two is added to the minimum. minimum: the larger of the two is asked for, the minimum with what is past due or what is above the limit.',
});

const MinimumPayment = Named('MinimumPaymentSettings')({
  ...minimumParts,
  drawMinAmount: amount('What a statement asks for at least of each draw, as far as it is owed. Default 0.'),
  roundUpToAmount: amount('The minimum is raised to a multiple of this. Default 0.01: it stays.'),
  includesOverLimitAmount: flag(
    'Whether what is owed above the limit comes due with the minimum. Default false.',
    false,
  ),
  overLimitBeyond: OverLimitBeyond,
  ofBalance: Nullable(MinimumOfBalance, {
    description:
      'What a statement asks for by its whole balance, if that is more than what the draws ask for by themselves: percentageOfPrincipal 0 leaves them their interest and fees. Null (the default): nothing.',
  }),
});

const GracePeriod = Named('GracePeriodSettings')({
  isGracePeriodApplicable: flag(
    'Whether draws of the purpose regular bear no interest while each statement is paid in full. Default true. Other draws have grace only where they say so.',
    true,
  ),
  numPeriodsToRestoreGrace: Int({
    min: 1,
    max: 120,
    example: 1,
    description: 'So many statements in a row that are paid in full bring grace back. Default 1.',
  }),
  numPeriodsToEvaluateGrace: Int({
    min: 1,
    max: 120,
    example: 1,
    description:
      'A statement must be paid in full by the due date of the statement so many, less one, after it. Default 1.',
  }),
  minPaymentCalculationOverride: Nullable(MinimumOverride, {
    description: 'Takes the place of the minimum of a draw while it has grace. Null (the default): none does.',
  }),
  scope: StringEnum(['line', 'draw'], {
    description:
      'What must be paid in full: the balance of the statement (line, the default), or what it shows for each draw (draw), so that one draw may have grace and another none.',
  }),
});

const LateFee = Named('LineLateFeeSettings')({
  graceDays: Int({
    min: 0,
    max: 366,
    example: 0,
    description: 'Days after the due date until it is charged. Of a line of credit 0, if not given.',
  }),
  firstAmount: amount('Default 30.00. Never more than the minimum that was not paid.'),
  repeatAmount: amount('Where a late fee was charged for one of the six statements before. Default 41.00.'),
  basis: StringEnum(['safeHarbor', 'costs'], {
    description:
      'For a card: whether the amounts are within the safe harbor of 12 CFR 1026.52(b)(1)(ii), 30.00 and 41.00 (the default), or what your own costs justify.',
  }),
});

const DrawFee = Named('DrawFeeSettings')({
  amount: amount('Once, on the day on which a draw is activated. Default 0.'),
  percentageOfPrincipal: Described(Rate, { description: 'The part of each purchase. Default 0.', example: 0.04 }),
  charged: StringEnum(['firstPayment', 'spread', 'apart'], {
    description:
      'With the next statement (firstPayment, the default), over the instalments of an amortized draw (spread), or due at once (apart: only under the regulation none).',
  }),
});

const LineFees = Named('LineFeeSettings')({
  draw: DrawFee,
  late: Nullable(LateFee, { description: 'Null (the default): none.' }),
  nsfAmount,
  service: Nullable(PeriodicFee, {
    description: 'For each draw, with each of its statements. Null (the default): none.',
  }),
  membership: Nullable(PeriodicFee, { description: 'For the line, with each statement. Null (the default): none.' }),
  firstYearCap: Nullable(Rate, {
    description:
      'Fees of the first year, those for being late apart, are at most this part of the first limit (12 CFR 1026.52(a)). Default 0.25 under the regulation card, else null: without bound.',
  }),
});

/** Thirty years of months: a draw is spread over so many statements at most. */
export const statementsMax = 360;

const Amortization = Named('AutoAmortizationSettings')({
  duration: Nullable(Int({ min: 1, max: statementsMax, example: 6 }), { description: 'Number of statements.' }),
  periodicPaymentAmount: Nullable(Amount, { description: 'The instalment, in place of a number of statements.' }),
});

const Draws = Named('DrawSettings')({
  purposes: Type.Array(StringEnum(drawPurposes), {
    minItems: 1,
    maxItems: drawPurposes.length,
    description:
      'What draws may be for. Default all: regular, cashAdvance, balanceTransfer, and static, on which nothing accrues and nothing is bought.',
    examples: [['regular', 'cashAdvance']],
  }),
  creditLimitAmount: amountOrNone('The limit of a draw that has none of its own, besides that of the line.'),
  autoAmortization: Nullable(Amortization, {
    description:
      'What was bought in a period is spread over the following statements. Null (the default): a draw is paid by minimums. Not together with a grace period.',
  }),
});

const Purchases = Named('PurchaseSettings')({
  authorizationDays: Int({
    min: 1,
    max: 366,
    example: 7,
    description: 'An authorization that is not settled is released after so many days. Default 7.',
  }),
  blockPurchasesOverdueDays: daysPastDue('Days past due beyond which nothing may be bought.'),
});

const Disputes = Named('DisputeSettings')({
  lostInterest: StringEnum(['forgone', 'charged'], {
    description: 'Whether the days of a dispute that the borrower has lost bear interest after all. Default forgone.',
  }),
  credit: StringEnum(['provisional', 'hold'], {
    description:
      'How disputed amounts are shown: as a credit (provisional, the default), or within the balance. It changes no cent.',
  }),
});

const LineWaterfall = Named('LineWaterfall')({
  order: waterfallOrder,
  drawOrder: StringEnum(drawOrders, {
    description: 'The order of draws within what is due. Default highestRate; under the regulation card lowestRate.',
  }),
  excess: StringEnum(['highestRate', 'drawOrder'], {
    description:
      'Where money goes beyond everything due. highestRate: to the principal of the highest rate, fees last; under the regulation card the default and the only one (12 CFR 1026.53). drawOrder, the default elsewhere: fees of the line, then draw by draw fees and principal.',
  }),
  aim: StringEnum(['whole', 'due'], {
    description:
      'What a payment for one draw pays first: all of this draw (whole, the default), or what is due of it (due; under the regulation card the default and the only one).',
  }),
});

/** A line keeps the settings that it was originated with: a change makes a new version. */
export const LineSettings = Type.Object(
  {
    type: Type.Literal('lineOfCredit'),
    ...plainSettings,
    extraFields,
    regulation: StringEnum(regulations, {
      description:
        'The rules of Regulation Z that hold: those of credit cards (card), of other open-end consumer credit (openEnd, the default), or none. What they do not allow is refused. Another one brings its defaults: of the cap of the first year, and where money goes.',
    }),
    interest: LineInterest,
    payments: LinePayments,
    minPaymentCalculation: MinimumPayment,
    gracePeriod: GracePeriod,
    fees: LineFees,
    draws: Draws,
    purchases: Purchases,
    disputes: Disputes,
    waterfall: LineWaterfall,
    delinquency: Delinquency,
  },
  { title: 'LineOfCreditSettings' },
);
export type LineSettings = Static<typeof LineSettings>;
