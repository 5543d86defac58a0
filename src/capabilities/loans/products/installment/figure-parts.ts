// The parts of each figure: a sum has other figures as parts; the other figures have what happened.
import { dollars, explain, stepWords } from '@tenor/engine/account/explain.ts';
import type { BookedFee, Fee, Obligation, Step, StepKind } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { BucketName } from '../../loan/amounts.ts';
import {
  type BucketNames,
  bucketFields,
  bucketNames,
  type Figure,
  feeFields,
  wordsOf,
} from '../../loan/balance-fields.ts';
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
import type { OwnBooks as Books } from './own-books.ts';

type PartsOf = (books: Books, all: Readonly<Record<Figure, number>>) => readonly Part[];

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

const part = (amount: number, on: Day | null, sentence: string): Part => ({
  amount: amount as Cents,
  effectiveDate: on === null ? null : dateOf(on),
  figure: null,
  sentence,
});

/** A sum of other figures; a minus before a figure subtracts it. */
const sumOf =
  (...summands: readonly Figure[]): PartsOf =>
  (_, all) =>
    summands.map((summand) => {
      const figure = summand.replace(/^-/, '');
      const amount = (all[figure] as number) * (figure === summand ? 1 : -1);
      const sentence = `${dollars(Math.abs(amount))} ${wordsOf(figure)}${amount < 0 ? ', taken off' : ''}.`;
      return { ...part(amount, null, sentence), figure };
    });

/** Every posting of an account, in order. */
const postingsOn =
  (account: string, sign: 1 | -1 = 1): PartsOf =>
  ({ terms, state }) =>
    state.records.postings
      .filter((posting) => posting.account === account)
      .map((posting) => part(sign * posting.amount, posting.on, explain(terms, state, posting)));

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

const feeWords = ({ type, open, amount, on }: Fee & BookedFee): string =>
  `${dollars(open)} open of the ${wordsOf(type)} fee of ${dollars(amount)} booked on ${dateOf(on)}`;

type Split = 'amount' | 'principal' | 'interest' | 'fees' | 'over';

const stepPart = (step: Step, what: Split, sign: 1 | -1): Part => {
  const size = what === 'amount' ? '' : `${dollars(step[what])} ${what === 'over' ? 'credit' : what} of the `;
  const whole = what === 'amount' ? ` of ${dollars(step.amount)}` : '';
  const sentence = `${size}${stepWords[step.kind]}${whole} on ${dateOf(step.on)}, cause ${step.cause}.`;
  return part(sign * step[what], step.on, sentence);
};

/** The share of each step of these kinds. */
const steps =
  (what: Split, kinds: readonly StepKind[]): PartsOf =>
  ({ state }) =>
    state.records.steps.filter(({ kind }) => kinds.includes(kind)).map((step) => stepPart(step, what, 1));

const moneyIn: readonly StepKind[] = ['payment', 'serviceCredit'];
const moneyApplied: readonly StepKind[] = [...moneyIn, 'creditUsed'];

/** Money that the lender keeps for the borrower: what was paid too much, less what was used or paid back since. */
const paidOver: PartsOf = ({ state }) =>
  state.records.steps.flatMap((step) => {
    if (moneyIn.includes(step.kind)) return [stepPart(step, 'over', 1)];
    return step.kind === 'creditUsed' || step.kind === 'reimbursement' ? [stepPart(step, 'amount', -1)] : [];
  });

/** What was charged off, less what has been recovered since and what a settlement gave up. */
const chargedOff =
  (what: 'principal' | 'interest' | 'fees'): PartsOf =>
  ({ state: { records } }) => {
    const last = records.steps.findLastIndex(({ kind }) => kind === 'chargeOff');
    if (last < 0) return [];
    const parts = [stepPart(records.steps[last] as Step, what, 1)];
    for (const step of records.steps.slice(last + 1)) {
      if (step.kind === 'settled') parts.push(givenUp(step, what, parts));
      else if (recovering.includes(step.kind)) parts.push(stepPart(step, what, -1));
    }
    return parts;
  };

const recovering: readonly StepKind[] = [...moneyIn, 'refund'];

function givenUp({ on, cause }: Step, what: string, before: readonly Part[]): Part {
  const left = before.reduce((sum, { amount }) => sum + amount, 0);
  return part(-left, on, `${dollars(left)} ${what} given up in a settlement on ${dateOf(on)}, cause ${cause}.`);
}

/** How the figures of a bucket are made; those of `outstanding` are sums over the other buckets. */
function ofBucket(name: BucketNames): [Figure, PartsOf][] {
  const [total, principal, interest, fees, ...ownFees] = bucketFields(name) as [
    string,
    string,
    string,
    string,
    ...string[],
  ];
  if (name === 'outstanding') {
    const overBuckets = (field: string) =>
      sumOf(...bucketNames.slice(1).map((bucket) => field.replace('outstanding', bucket)));
    return bucketFields(name).map((field) => [field, overBuckets(field)]);
  }
  const types = Object.values(feeFields);
  return [
    [total, sumOf(principal, interest, fees)],
    [principal, name === 'nonDue' ? postingsOn('principal.notDue') : openIn(name, 'principal')],
    [interest, name === 'nonDue' ? accruedParts : openIn(name, 'interest')],
    [fees, feesIn(name, undefined)],
    ...ownFees.map((field, i): [Figure, PartsOf] => {
      const type = types[i];
      return [field, type == null ? () => [] : feesIn(name, type)];
    }),
  ];
}

const makers: Readonly<Record<Figure, PartsOf>> = {
  ...Object.fromEntries(bucketNames.flatMap(ofBucket)),
  chargedOffTotalAmount: sumOf('chargedOffPrincipalAmount', 'chargedOffInterestAmount', 'chargedOffFeesAmount'),
  chargedOffPrincipalAmount: chargedOff('principal'),
  chargedOffInterestAmount: chargedOff('interest'),
  chargedOffFeesAmount: chargedOff('fees'),
  paidTotalAmount: sumOf('paidPaymentsAmount', 'paidCreditsAmount', '-paidReimbursementsAmount'),
  paidPaymentsAmount: steps('amount', ['payment']),
  paidCreditsAmount: steps('amount', ['serviceCredit']),
  paidReimbursementsAmount: steps('amount', ['reimbursement']),
  paidPrincipalAmount: steps('principal', moneyApplied),
  paidInterestAmount: steps('interest', moneyApplied),
  paidFeesAmount: steps('fees', moneyApplied),
  paidOverAmount: paidOver,
  interestAccruedTotalAmount: accruedTotalParts,
  interestDiscountTotalAmount: discountParts,
  interestAccruedYearToDateAmount: accruedInYearParts,
  forgoneInterestCapAmount: capParts,
  forgoneInterestRoundingAmount: roundingParts,
  creditBalance: postingsOn('customerCredit', -1),
};
