// Payoff quotes: what pays a loan off by a day. A quote is a snapshot: what is recorded after it may raise what is owed,
// and then it says so; the lender bears nothing of that. The interface has no fields for them: all are ours.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { Amount, DateOnly, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { thingOfLoan } from '../loan/declared-thing.ts';
import { previewMode } from '../loan/schemas.ts';
import { listsOf } from '../loan/thing.ts';
import { dated, from, ofBorrower } from '../loan/thing-fields.ts';

const buckets = ['notDue', 'due', 'overdue', 'chargedOff'] as const;

interface QuotedParts {
  readonly buckets: readonly {
    readonly bucket: (typeof buckets)[number];
    readonly principal: number;
    readonly interest: number;
    readonly fees: number;
  }[];
  readonly credit: number;
  /** Absent where interest accrues. */
  readonly unearned?: number;
  readonly perDiem: string;
}

const QuotedBucket = Named('PayoffQuoteBucket')({
  bucket: StringEnum(buckets),
  principalAmount: Amount,
  interestAmount: Amount,
  feesAmount: Amount,
});

const amount = (description: string) => Described(Amount, { description });

export const quotes = thingOfLoan({
  table: 'payoff_quotes',
  name: 'payoff quote',
  object: 'payoffQuote',
  prefix: 'PX',
  fields: {
    ...ofBorrower,
    goodThroughDate: from(
      'good_through',
      Described(DateOnly, { description: 'Received by the end of this day it pays the loan off.' }),
    ),
    payoffAmount: from(
      'amount',
      amount('All buckets, less the credit. Paid earlier, the difference is credit of the borrower.'),
    ),
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
    createdAt: dated.createdAt,
  },
  columns: { parts: json<QuotedParts>() },
});
export type PayoffQuote = Static<typeof quotes.schema>;
export type PayoffQuoteRow = RowOf<typeof quotes.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payoff_quotes: Stored<typeof quotes.definition>;
  }
}

export const quoteTables = tablesByName(quotes.definition);
export const quoteLists = listsOf(quotes);

export const NewPayoffQuote = quotes.changed({}, { title: 'NewPayoffQuote', description: 'Null in a preview.' });
export type NewPayoffQuote = Static<typeof NewPayoffQuote>;

export const PayoffQuoteCreate = Named('PayoffQuoteCreate')({
  goodThroughDate: Type.Optional(
    Described(DateOnly, { description: 'From today to 60 days ahead; ten days from now if not given.' }),
  ),
  previewMode,
  caseId,
});
export type PayoffQuoteCreate = Static<typeof PayoffQuoteCreate>;
