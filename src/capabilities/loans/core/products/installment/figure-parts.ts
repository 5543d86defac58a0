// The parts of each figure of an installment loan.
import { dollars, explain, stepWords } from '@tenor/engine/account/explain.ts';
import type { Obligation, Step } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { BucketName } from '../../loan/amounts.ts';
import type { Figure } from '../../loan/balance-fields.ts';
import {
  feeWords,
  figureMakers,
  type PartsOf as PartsOfBooks,
  part,
  postingsOn,
  stepPart,
  type Words,
} from '../../loan/figure-parts.ts';
import type { ExplainedPart as Part } from '../../loan/product.ts';
import { bucketName } from './amounts.ts';
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
  ofPosting: ({ terms, state }, posting) => explain(terms, state, posting),
};

export function partsOf(figure: Figure, books: Books, all: Readonly<Record<Figure, number>>): readonly Part[] {
  const parts = [...takenOver(figure, books, all), ...(makers[figure]?.(books, all) ?? [])];
  return parts.filter(({ amount }) => amount !== 0);
}

/** What was paid before the migration of a loan is in its figures, but not in its steps. */
function takenOver(figure: Figure, books: Books, all: Readonly<Record<Figure, number>>): readonly Part[] {
  const [first] = books.state.records.steps;
  if (first?.kind !== 'migration' || !paidBefore.has(figure)) return [];
  const since = (makers[figure]?.(books, all) ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const amount = (all[figure] as number) - since;
  return [part(amount, first.on, `${dollars(amount)} paid before the loan was taken over on ${dateOf(first.on)}.`)];
}

const paidBefore = new Set(['paidPaymentsAmount', 'paidPrincipalAmount', 'paidInterestAmount', 'paidFeesAmount']);

/** What is open in the obligations of a bucket. */
const openIn =
  (bucket: BucketName, what: 'principal' | 'interest'): PartsOf =>
  ({ state }) =>
    obligationsIn(state.position.obligations, bucket).map((o) => {
      const open = what === 'principal' ? o.principalOpen : o.interestOpen;
      const paid = open === o[what] ? '' : ` of ${dollars(o[what])}`;
      return part(open, o.dueDate, `${dollars(open)}${paid} ${what} open in ${obligationWords(o)}.`);
    });

const obligationsIn = (obligations: readonly Obligation[], bucket: BucketName): Obligation[] =>
  obligations.filter((o) => bucketName(o) === bucket);

function obligationWords({ kind, ordinal, dueDate, isOverdue }: Obligation): string {
  const names = {
    instalment: `instalment ${ordinal}`,
    acceleration: 'the acceleration',
    demand: 'an advance',
    fee: 'a fee',
  };
  return `${names[kind]} due on ${dateOf(dueDate)}${isOverdue ? ', which is overdue' : ''}`;
}

const feesIn =
  (bucket: BucketName, type: FeeType | undefined): PartsOf =>
  ({ state: { position: p } }) => {
    const isAsked = (fee: { type: FeeType }): boolean => type === undefined || fee.type === type;
    if (bucket !== 'nonDue') {
      return obligationsIn(p.obligations, bucket).flatMap((o) =>
        o.fees.filter(isAsked).map((fee) => part(fee.open, fee.on, `${feeWords(fee)}, in ${obligationWords(o)}.`)),
      );
    }
    const waiting = p.waiting
      .filter(isAsked)
      .map((fee) => part(fee.open, fee.on, `${feeWords(fee)}, which waits for the next due date.`));
    if (p.spread === null || !isAsked({ type: 'origination' })) return waiting;
    const { open, total } = p.spread;
    return [...waiting, part(open, p.startedOn, `${dollars(open)} left of an origination fee of ${dollars(total)}.`)];
  };

const moneyIn: readonly string[] = ['payment', 'serviceCredit'];

/** What it paid beyond the credit is owed again. */
const fromCredit = ({ on, cause, amount, principal }: Step): Part =>
  part(
    -(amount + principal),
    on,
    `${dollars(amount + principal)} of credit paid back to the borrower on ${dateOf(on)}, cause ${cause}.`,
  );

/** Money that the lender keeps for the borrower: what was paid too much, less what was used or paid back since. */
const paidOver: PartsOf = ({ state }) =>
  state.records.steps.flatMap((step) => {
    if (moneyIn.includes(step.kind)) return [stepPart(words, step, 'over', 1)];
    if (step.kind === 'creditUsed') return [stepPart(words, step, 'amount', -1)];
    return step.kind === 'reimbursement' ? [fromCredit(step)] : [];
  });

const makers = figureMakers<Books>({
  words,
  open: {
    principal: (bucket) => (bucket === 'nonDue' ? postingsOn(words, 'principal.notDue') : openIn(bucket, 'principal')),
    interest: (bucket) => (bucket === 'nonDue' ? accruedParts : openIn(bucket, 'interest')),
    fees: feesIn,
  },
  credits: ['serviceCredit'],
  recovering: ['refund'],
  paidOver,
  own: {
    interestAccruedTotalAmount: accruedTotalParts,
    interestDiscountTotalAmount: discountParts,
    interestAccruedYearToDateAmount: accruedInYearParts,
    forgoneInterestCapAmount: capParts,
    forgoneInterestRoundingAmount: roundingParts,
  },
});
