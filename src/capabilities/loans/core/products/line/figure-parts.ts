// The parts of each figure of a line: a draw after the other, and what is of the line itself.

import { dollars } from '@tenor/engine/account/explain.ts';
import type { Fee } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import { explainLine, stepWords } from '@tenor/engine/line/explain.ts';
import type { LineObligation } from '@tenor/engine/line/state.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { BucketName } from '../../loan/amounts.ts';
import type { Figure } from '../../loan/balance-fields.ts';
import {
  feeWords,
  figureMakers,
  type PartsOf as PartsOfBooks,
  part,
  postingsOn,
  type Words,
} from '../../loan/figure-parts.ts';
import type { ExplainedPart as Part } from '../../loan/product.ts';
import {
  accruedInYearParts,
  accruedParts,
  accruedTotalParts,
  capParts,
  discountParts,
  roundingParts,
} from './interest-parts.ts';
import type { OwnBooksInYear as Books } from './own-books.ts';

type PartsOf = PartsOfBooks<Books>;

const words: Words<Books> = {
  ofStep: stepWords,
  ofPosting: ({ terms, state }, posting) => explainLine(terms, state, posting),
};

export function partsOf(figure: Figure, books: Books, all: Readonly<Record<Figure, number>>): readonly Part[] {
  const parts = makers[figure]?.(books, all) ?? [];
  return parts.filter(({ amount }) => amount !== 0);
}

const obligationsIn = ({ state }: Books, bucket: BucketName): LineObligation[] =>
  state.position.obligations.filter(({ isOverdue }) => isOverdue === (bucket === 'overdue'));

/** What is open of the draws in the obligations of a bucket. */
const openIn =
  (bucket: BucketName, what: 'principal' | 'interest'): PartsOf =>
  (books) =>
    obligationsIn(books, bucket).flatMap((o) =>
      o.parts.map((one) => {
        const open = what === 'principal' ? one.principalOpen : one.interestOpen;
        const paid = open === one[what] ? '' : ` of ${dollars(one[what])}`;
        return part(open, o.dueDate, `${dollars(open)}${paid} ${what} of ${one.draw} open in ${wordsOf(o)}.`);
      }),
    );

function wordsOf({ kind, ordinal, dueDate, isOverdue }: LineObligation): string {
  const names = {
    statement: `statement ${ordinal}`,
    acceleration: 'the acceleration',
    moved: 'what a dispute moved',
    fee: 'a fee',
  };
  return `${names[kind]} due on ${dateOf(dueDate)}${isOverdue ? ', which is overdue' : ''}`;
}

interface PlacedFee {
  readonly fee: Fee;
  readonly place: string;
}

const placed = (fees: readonly Fee[], place: string): PlacedFee[] => fees.map((fee) => ({ fee, place }));

function feesNotDue({ state: { position: p } }: Books): PlacedFee[] {
  return [
    ...placed(p.waiting, 'which waits for the next statement'),
    ...p.draws.flatMap(({ id, waiting, spread }) => [
      ...placed(waiting, `of ${id}, which waits for the next statement`),
      ...placed(spread?.fees ?? [], `of ${id}, spread over statements`),
    ]),
  ];
}

const feesBilled = (books: Books, bucket: BucketName): PlacedFee[] =>
  obligationsIn(books, bucket).flatMap((o) => [
    ...placed(o.fees, `in ${wordsOf(o)}`),
    ...o.parts.flatMap(({ draw, fees }) => placed(fees, `of ${draw}, in ${wordsOf(o)}`)),
  ]);

const feesIn =
  (bucket: BucketName, type: FeeType | undefined): PartsOf =>
  (books) =>
    (bucket === 'nonDue' ? feesNotDue(books) : feesBilled(books, bucket))
      .filter(({ fee }) => type === undefined || fee.type === type)
      .map(({ fee, place }) => part(fee.open, fee.on, `${feeWords(fee)}, ${place}.`));

const credits = ['serviceCredit', 'refund', 'cashBack'];

/** Money that paid nothing when it came: what came in or went back, less what was paid with it since. */
const paidOver: PartsOf = ({ state }) =>
  state.records.steps.flatMap(({ kind, on, cause, amount, principal, interest, fees }) => {
    const paid = principal + interest + fees;
    const named = (size: number, sentence: string, day: Day): Part =>
      part(size, day, `${dollars(Math.abs(size))} ${sentence} on ${dateOf(day)}, cause ${cause}.`);
    // What it paid beyond the credit is owed again.
    if (kind === 'reimbursement') return [named(-(amount + paid), 'of credit paid back to the borrower', on)];
    if (kind === 'creditUsed') return [named(-paid, 'of the credit used', on)];
    return kind === 'payment' || credits.includes(kind)
      ? [named(amount - paid, `credit of the ${stepWords[kind]} of ${dollars(amount)}`, on)]
      : [];
  });

const makers = figureMakers<Books>({
  words,
  open: {
    principal: (bucket) => (bucket === 'nonDue' ? postingsOn(words, 'principal.notDue') : openIn(bucket, 'principal')),
    interest: (bucket) => (bucket === 'nonDue' ? accruedParts : openIn(bucket, 'interest')),
    fees: feesIn,
  },
  credits,
  raising: ['purchase', 'disputeOutcome'],
  paidOver,
  own: {
    interestAccruedTotalAmount: accruedTotalParts,
    interestAccruedYearToDateAmount: accruedInYearParts,
    forgoneInterestCapAmount: capParts,
    forgoneInterestRoundingAmount: roundingParts,
    interestDiscountTotalAmount: discountParts,
  },
});
