// A loan from JSON: its terms, and its facts in any order. Every mistake is refused with its path.

import type { Fact } from '../account/facts.ts';
import type { Terms } from '../installment/terms.ts';
import { type Day, dateOf } from '../values/day.ts';
import { completed, startOf } from './complete-facts.ts';
import { choice, defaulting, fault, list, object, type Reader, required } from './input.ts';
import { factReader } from './read-facts.ts';
import { readTerms } from './read-terms.ts';

export { InputError } from './input.ts';

export interface Loan {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
}

const anything: Reader<unknown> = { what: 'a list of facts', read: (value) => value };
const outline = object('an object with terms and facts', {
  product: defaulting(choice('installment'), 'installment'),
  terms: required(readTerms),
  facts: required(anything),
});

/** `input` is the result of JSON.parse. Throws an InputError. */
export function readLoan(input: unknown): Loan {
  const { terms, facts: written } = outline.read(input, '');
  const read = list('a list of facts', factReader(terms.payments.frequency));
  const facts = completed<Fact>(read.read(written, 'facts'));
  const start = startOf(facts);
  if (start.kind === 'activation') checkTermDays(terms, start.on);
  return { terms, facts };
}

/** Days in the terms must be after the activation. */
function checkTermDays({ payments }: Terms, start: Day): void {
  const after = (day: Day | undefined | null, path: string): void => {
    if (typeof day === 'number' && day <= start)
      throw fault(`terms.payments.${path}`, `must be after the activation on ${dateOf(start)}.`);
  };
  after(payments.endDate, 'endDate');
  after(payments.schedule?.[0]?.on, 'schedule[0].on');
  for (const [i, advance] of payments.plannedAdvances.entries()) after(advance.on, `plannedAdvances[${i}].on`);
}
