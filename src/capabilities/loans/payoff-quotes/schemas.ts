// Payoff quotes as they are asked for and shown. The interface has no fields for them: all are ours.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { previewMode } from '../loan/schemas.ts';
import { quotedBuckets } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });
const amount = (description: string) => Described(Amount, { description });

const QuotedBucket = Named('PayoffQuoteBucket')({
  bucket: StringEnum(quotedBuckets),
  principalAmount: Amount,
  interestAmount: Amount,
  feesAmount: Amount,
});

export const PayoffQuote = Type.Object(
  {
    id: id('PX-5KX8-W2NB'),
    object: Type.Literal('payoffQuote'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    mainBorrowerId: id('BO-9XK3-T2WA'),
    goodThroughDate: Described(DateOnly, { description: 'Received by the end of this day it pays the loan off.' }),
    payoffAmount: amount('All buckets, less the credit. Paid earlier, the difference is credit of the borrower.'),
    buckets: Type.Array(QuotedBucket, { description: 'As they will stand at the end of goodThroughDate.' }),
    creditAmount: amount('What the lender owes the borrower.'),
    unearnedChargeAmount: Nullable(Amount, {
      description: 'The rebate of precomputed interest: what of the charge is not owed then. Null: interest accrues.',
    }),
    perDiem: Text({ max: 60, description: 'Interest of one more day in dollars, six decimals.', example: '1.412772' }),
    holds: Type.Boolean({ description: 'Whether the amount, paid today, still pays the loan off.' }),
    reason: Nullable(StringEnum(['expired', 'owesMore', 'paidOff']), {
      description:
        'Why it does not hold. owesMore: what was recorded since has raised the payoff: a payment came back, a fee was charged, a rate or a day was corrected.',
    }),
    missingAmount: amount('With owesMore: how much more it is by now. Otherwise zero.'),
    createdAt: DateTime,
  },
  { title: 'PayoffQuote' },
);
export type PayoffQuote = Static<typeof PayoffQuote>;

export const NewPayoffQuote = Extended(PayoffQuote, {
  id: Nullable(id('PX-5KX8-W2NB'), { description: 'Null in a preview.' }),
});
export type NewPayoffQuote = Static<typeof NewPayoffQuote>;

export const PayoffQuoteCreate = Named('PayoffQuoteCreate')({
  goodThroughDate: Type.Optional(
    Described(DateOnly, { description: 'From today to 60 days ahead; ten days from now if not given.' }),
  ),
  previewMode,
  caseId,
});
export type PayoffQuoteCreate = Static<typeof PayoffQuoteCreate>;
