// How every product explains a figure: a sum has other figures as parts; the other figures have what happened.
import { dollars } from '@tenor/engine/account/explain.ts';
import type { BookedFee, Fee, Posting } from '@tenor/engine/account/records.ts';
import type { FeeType } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { BucketName } from './amounts.ts';
import { type BucketNames, bucketFields, bucketNames, type Figure, feeFields, wordsOf } from './balance-fields.ts';
import type { BookStep } from './books.ts';
import type { ExplainedPart as Part } from './product.ts';

type Figures = Readonly<Record<Figure, number>>;
export type PartsOf<B> = (books: B, all: Figures) => readonly Part[];

/** What the parts of every product are made from. */
interface WithRecords {
  readonly state: { readonly records: { readonly steps: readonly BookStep[]; readonly postings: readonly Posting[] } };
}

/** The words of a product for its steps and postings. */
export interface Words<B> {
  readonly ofStep: Readonly<Record<string, string>>;
  ofPosting(books: B, posting: Posting): string;
}

/** What is open in a bucket. */
interface InBuckets<B> {
  principal(bucket: BucketName): PartsOf<B>;
  interest(bucket: BucketName): PartsOf<B>;
  /** Takes the fees of all types, if none is named. */
  fees(bucket: BucketName, type: FeeType | undefined): PartsOf<B>;
}

export const part = (amount: number, on: Day | null, sentence: string): Part => ({
  amount: amount as Cents,
  effectiveDate: on === null ? null : dateOf(on),
  figure: null,
  sentence,
});

/** A sum of other figures; a minus before a figure subtracts it. */
const sumOf =
  <B>(...summands: readonly Figure[]): PartsOf<B> =>
  (_, all) =>
    summands.map((summand) => {
      const figure = summand.replace(/^-/, '');
      const amount = (all[figure] as number) * (figure === summand ? 1 : -1);
      const sentence = `${dollars(Math.abs(amount))} ${wordsOf(figure)}${amount < 0 ? ', taken off' : ''}.`;
      return { ...part(amount, null, sentence), figure };
    });

/** Every posting of an account, and of that account of each draw, in order. */
export const postingsOn =
  <B extends WithRecords>(words: Words<B>, account: string, sign: 1 | -1 = 1): PartsOf<B> =>
  (books) =>
    books.state.records.postings
      .filter((posting) => posting.account === account || posting.account.startsWith(`${account}@`))
      .map((posting) => part(sign * posting.amount, posting.on, words.ofPosting(books, posting)));

export const feeWords = ({ type, open, amount, on }: Fee & BookedFee): string =>
  `${dollars(open)} open of the ${wordsOf(type)} fee of ${dollars(amount)} booked on ${dateOf(on)}`;

type Split = 'amount' | 'principal' | 'interest' | 'fees' | 'over';

export function stepPart<B>({ ofStep }: Words<B>, step: BookStep, what: Split, sign: 1 | -1): Part {
  const again = what !== 'amount' && step[what] < 0 ? ' owed again' : '';
  const size =
    what === 'amount' ? '' : `${dollars(Math.abs(step[what]))} ${what === 'over' ? 'credit' : what}${again} of the `;
  const whole = what === 'amount' ? ` of ${dollars(step.amount)}` : '';
  const sentence = `${size}${ofStep[step.kind]}${whole} on ${dateOf(step.on)}, cause ${step.cause}.`;
  return part(sign * step[what], step.on, sentence);
}

/** The share of each step of these kinds. */
const stepsOf =
  <B extends WithRecords>(words: Words<B>, what: Split, kinds: readonly string[]): PartsOf<B> =>
  ({ state }) =>
    state.records.steps.filter(({ kind }) => kinds.includes(kind)).map((step) => stepPart(words, step, what, 1));

/** The kinds of steps that change what is charged off. */
interface OfChargedOff {
  readonly recovering: readonly string[];
  readonly raising: readonly string[];
}

/** What was charged off, with what has joined it since, less what was recovered and what a settlement gave up. */
const chargedOff =
  <B extends WithRecords>(words: Words<B>, what: 'principal' | 'interest' | 'fees', kinds: OfChargedOff) =>
  ({ state: { records } }: B): readonly Part[] => {
    const last = records.steps.findLastIndex(({ kind }) => kind === 'chargeOff');
    if (last < 0) return [];
    const parts = [stepPart(words, records.steps[last] as BookStep, what, 1)];
    for (const step of records.steps.slice(last + 1)) {
      if (step.kind === 'settled') parts.push(givenUp(step, what, parts));
      else if (kinds.recovering.includes(step.kind)) parts.push(stepPart(words, step, what, -1));
      else if (kinds.raising.includes(step.kind)) parts.push(stepPart(words, step, what, 1));
    }
    return parts;
  };

function givenUp({ on, cause }: BookStep, what: string, before: readonly Part[]): Part {
  const left = before.reduce((sum, { amount }) => sum + amount, 0);
  return part(-left, on, `${dollars(left)} ${what} given up in a settlement on ${dateOf(on)}, cause ${cause}.`);
}

/** How the figures of a bucket are made; those of `outstanding` are sums over the other buckets. */
function ofBucket<B>(name: BucketNames, open: InBuckets<B>): [Figure, PartsOf<B>][] {
  const fields = bucketFields(name);
  if (name === 'outstanding') {
    const overBuckets = (field: string): PartsOf<B> =>
      sumOf(...bucketNames.slice(1).map((bucket) => field.replace('outstanding', bucket)));
    return fields.map((field) => [field, overBuckets(field)]);
  }
  const [total, principal, interest, fees, ...ownFees] = fields as [string, string, string, string, ...string[]];
  const types = Object.values(feeFields);
  return [
    [total, sumOf(principal, interest, fees)],
    [principal, open.principal(name)],
    [interest, open.interest(name)],
    [fees, open.fees(name, undefined)],
    ...ownFees.map((field, i): [Figure, PartsOf<B>] => [field, open.fees(name, types[i])]),
  ];
}

interface Makers<B> {
  readonly words: Words<B>;
  readonly open: InBuckets<B>;
  /** The kinds of steps by which money comes in as a credit. */
  readonly credits: readonly string[];
  /** The kinds that recover what was charged off, besides money, and those that add to it. */
  readonly recovering?: readonly string[];
  readonly raising?: readonly string[];
  readonly paidOver: PartsOf<B>;
  /** Figures that only this product explains, those of interest above all. */
  readonly own: Readonly<Record<Figure, PartsOf<B>>>;
}

export function figureMakers<B extends WithRecords>(makers: Makers<B>): Readonly<Record<Figure, PartsOf<B>>> {
  const { words, open, credits, recovering = [], raising = [], paidOver, own } = makers;
  // A reimbursement beyond the credit takes principal back.
  const money = ['payment', ...credits, 'reimbursement'];
  const applied = (what: Split): PartsOf<B> => stepsOf(words, what, [...money, 'creditUsed']);
  const lost = (what: 'principal' | 'interest' | 'fees') =>
    chargedOff(words, what, { recovering: [...money, ...recovering], raising });
  return {
    ...Object.fromEntries(bucketNames.flatMap((name) => ofBucket(name, open))),
    chargedOffTotalAmount: sumOf('chargedOffPrincipalAmount', 'chargedOffInterestAmount', 'chargedOffFeesAmount'),
    chargedOffPrincipalAmount: lost('principal'),
    chargedOffInterestAmount: lost('interest'),
    chargedOffFeesAmount: lost('fees'),
    paidTotalAmount: sumOf('paidPaymentsAmount', 'paidCreditsAmount', '-paidReimbursementsAmount'),
    paidPaymentsAmount: stepsOf(words, 'amount', ['payment']),
    paidCreditsAmount: stepsOf(words, 'amount', credits),
    paidReimbursementsAmount: stepsOf(words, 'amount', ['reimbursement']),
    paidPrincipalAmount: applied('principal'),
    paidInterestAmount: applied('interest'),
    paidFeesAmount: applied('fees'),
    paidOverAmount: paidOver,
    creditBalance: postingsOn(words, 'customerCredit', -1),
    ...own,
  };
}
