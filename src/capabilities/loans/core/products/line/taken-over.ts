// The balances that another system sends for a running line.
import { type Static, Type } from 'typebox';
import { feeKinds } from '#capabilities/products/index.ts';
import { Amount, Bool, DateOnly, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { drawsMax } from '../../loan/draws.ts';

const optionalAmount = (description: string) => Type.Optional(Nullable(Amount, { description }));
const optionalDate = (description: string) => Type.Optional(Nullable(DateOnly, { description }));
const flag = (description: string) => Type.Optional(Nullable(Bool, { description }));
const count = (min: number, description: string) => Type.Optional(Nullable(Int({ min, max: 3600 }), { description }));

const TakenOverFee = Named('TakenOverFee')({
  feeType: StringEnum(feeKinds),
  amount: Described(Amount, { description: 'What is open of it.' }),
});
export type TakenOverFee = Static<typeof TakenOverFee>;
const fees = (description: string) =>
  Type.Optional(Nullable(Type.Array(TakenOverFee, { maxItems: 100 }), { description }));

const drawId = Text({ max: 259, example: 'LN-4TM8-QW2C' });

const TakenOverDraw = Named('TakenOverDraw')({
  drawId: Described(drawId, {
    description: 'An originated draw of the line, by its id or ext- and its external id. It becomes active.',
  }),
  startDate: optionalDate('The day on which it really began: its rates count from it; that of the line if not given.'),
  isClosed: flag('Nothing more is bought on it.'),
  principalAmount: optionalAmount('The principal that no statement has asked for yet; 0 if not given.'),
  accruedInterestAmount: optionalAmount('Earned since the last statement and not billed, in whole cents.'),
  unroundedAccruedInterestAmount: Type.Optional(
    Nullable(Text({ max: 30, example: '12.34567801' }), {
      description: 'The same in dollars with up to eight decimals, so that no part of a cent is lost.',
    }),
  ),
  hasGrace: flag('Whether it bears no interest now; false if not given.'),
  periodsPaidInFull: count(0, 'Statements in a row that were paid in full, up to the last one that was checked.'),
  deferredInterestAmount: optionalAmount('The interest so far of a program of deferred interest that runs.'),
  instalmentAmount: optionalAmount('For an amortized draw, with instalmentsLeft.'),
  instalmentsLeft: count(1, 'That of the next statement included.'),
  waitingFees: fees('Booked and in no statement yet.'),
});
export type TakenOverDraw = Static<typeof TakenOverDraw>;

const TakenOverPart = Named('TakenOverStatementPart')({
  drawId,
  principalAmount: optionalAmount('What is open of the principal that the statement asked for.'),
  interestAmount: optionalAmount('What is open of the interest that it billed.'),
  fees: fees('What is open of fees.'),
  fullBalanceAmount: optionalAmount(
    'All that was owed of the draw after the statement: for grace. What is open and what is not due, if not given.',
  ),
  fulfilledAmount: optionalAmount('What of that has been paid or credited since; 0 if not given.'),
  isGraceChecked: flag('Whether grace was checked for it; if not given, whether its due date is over.'),
});
export type TakenOverPart = Static<typeof TakenOverPart>;

const TakenOverStatement = Named('TakenOverStatement')({
  statementDate: Described(DateOnly, { description: 'At most the migration date.' }),
  dueDate: DateOnly,
  minimumDueAmount: optionalAmount('What it asked for by itself; what is open of it if not given.'),
  newBalanceAmount: optionalAmount('What was owed in all after it; the full balances and line fees if not given.'),
  fulfilledAmount: optionalAmount('What of that has been paid or credited since; that of its draws if not given.'),
  isLateFeeTested: flag('Whether its late fee was charged or ruled out.'),
  lineFees: fees('What is open of fees of the line itself.'),
  draws: Type.Optional(Nullable(Type.Array(TakenOverPart, { maxItems: drawsMax }))),
});
export type TakenOverStatement = Static<typeof TakenOverStatement>;

export const TakenOverBalances = Type.Object({
  creditLimitAmount: optionalAmount('The limit on the migration date; the agreed one if not given. Of a line.'),
  reimbursementAmount: optionalAmount('What we owe the borrower. Never a negative principal.'),
  draws: Type.Optional(
    Nullable(Type.Array(TakenOverDraw, { maxItems: drawsMax }), {
      description: 'For a line: its draws that have begun.',
    }),
  ),
  statements: Type.Optional(
    Nullable(Type.Array(TakenOverStatement, { maxItems: 120 }), {
      description:
        'For a line, earliest first: the last statement, and those before of which something is open or whose grace is still to be checked.',
    }),
  ),
  waitingFees: fees('For a line: its own fees that are in no statement yet.'),
  lateFeesTakenAmount: optionalAmount('For a line: late fees paid since nothing was open for the last time.'),
  nextPeriodNumber: count(1, 'The number of the running period, counted from the beginning; counted if not given.'),
  periodStartDate: optionalDate('The first day of the running period; the last statement date if not given.'),
});
export type TakenOverBalances = Static<typeof TakenOverBalances>;
