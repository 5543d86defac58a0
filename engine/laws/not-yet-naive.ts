// What the naive implementation does not know yet: somebody who has not seen the engine writes it from rules.md. Until
// then these options are left out where the two are compared, and nowhere else. Each line goes with the rule it names.

import type { Terms } from '../installment/terms.ts';
import type { History } from './histories.ts';

/** Golden cases that only the engine computes. */
export const goldenOfEngineAlone: ReadonlySet<string> = new Set([
  // rules.md 6.1c
  'overdue-interest-bears-interest.txt',
  // rules.md 3.2a, 3.2b
  'rate-resets-regulation-z.txt',
  'rate-resets-texas-instruments.txt',
  'rate-resets.txt',
  'rate-resets-and-payments.txt',
  // rules.md 4.17
  're-age.txt',
  're-age-of-a-single-term.txt',
  're-age-with-interest-and-fees.txt',
]);

/** The same loan without what only the engine knows. */
export const asNaiveKnows = ({ terms, facts, through }: History): History => ({
  terms: termsAsNaiveKnows(terms),
  // rules.md 4.17
  facts: facts.filter(({ kind }) => kind !== 'reAge'),
  through,
});

function termsAsNaiveKnows(terms: Terms): Terms {
  // rules.md 3.2a, 6.1c
  return { ...terms, interest: { ...terms.interest, resets: null, overdueBearing: 'principal' } };
}
