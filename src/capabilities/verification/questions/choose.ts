// Which questions are put: drawn anew for each verification among those to which the answer is known, and put in the order
// of the bank.
import { Refusal } from '#platform/errors.ts';
import { randomFraction } from '#platform/random.ts';
import { verificationErrors } from '../errors.ts';
import type { Category, Criterion } from '../words.ts';
import type { Question } from './bank.ts';

/** Where a type does not say how many. Fewer would be a guess. */
const usualCount = 3;

interface Asked {
  /** Null: all. */
  readonly enabled: readonly string[] | null;
  readonly criteria: readonly Criterion[] | null;
}

/** Errors: VerificationNotPossible. */
export function chosen(answerable: readonly Question[], { enabled, criteria }: Asked): Question[] {
  const open = answerable.filter(({ id }) => enabled === null || enabled.includes(id));
  const ofCategory = (category: Category) => open.filter((one) => one.category === category);
  const parts = criteria?.map(({ exactMatchCount, category }) => drawn(ofCategory(category), exactMatchCount));
  const put = new Set(parts?.flat() ?? drawn(open, usualCount));
  return open.filter((one) => put.has(one));
}

/** Errors: VerificationNotPossible. */
function drawn(from: readonly Question[], count: number): Question[] {
  if (from.length < count) throw tooFew();
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(Math.floor(randomFraction() * left.length), 1)).flat();
}

/** It does not say which answers are known. */
const tooFew = (): Refusal =>
  new Refusal(
    verificationErrors.VerificationNotPossible,
    'Too little is known of the borrower for the questions of this verification type.',
    { data: { path: 'verificationTypeId', reason: 'tooFewAnswers' } },
  );
