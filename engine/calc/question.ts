// The questions of `tenor calc`, and what is the same in every answer to them.

import { FactRefused } from '../account/facts.ts';
import { type AnyFact, isUndo } from '../account/order.ts';
import { TermsRefused } from '../account/terms.ts';
import { NoRate } from '../disclosures/apr.ts';
import type { Day } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { InputError } from './input.ts';
import type { Report } from './report.ts';

export type Calculation = 'schedule' | 'apr' | 'payoff' | 'replay' | 'explain' | 'statement';

/** What a product answers; it leaves out what has no meaning for it. */
export type Answers<Loan> = Readonly<Partial<Record<Calculation, (loan: Loan, question: Question) => Report>>>;

export interface Question {
  /** The day to calculate through, or on. Default: the day of the last fact. */
  readonly day?: Day;
  readonly knownAt?: Instant;
}

/** How far a replay goes, and what it knows. */
export function extentOf(facts: readonly AnyFact[], question: Question): { through: Day; knownAt?: Instant } {
  const { knownAt } = question;
  return { through: dayOf(facts, question), ...(knownAt === undefined ? {} : { knownAt }) };
}

/** The day of the last fact, as far as it was known. */
function dayOf(facts: readonly AnyFact[], { day, knownAt }: Question): Day {
  if (day !== undefined) return day;
  const knownFacts = facts.filter(({ recordedAt }) => {
    return knownAt === undefined || recordedAt === undefined || compare(recordedAt, knownAt) <= 0;
  });
  const days = knownFacts.map((fact) => (isUndo(fact) ? fact.happenedOn : fact.on));
  return days.reduce((last, day) => Math.max(last, day), facts[0]?.on ?? 0);
}

/** Names the path in the file of what the engine refuses. Any other error is returned as it is. */
export function byPath(error: unknown, facts: readonly AnyFact[]): unknown {
  if (error instanceof TermsRefused) {
    const path = `terms.${error.path}`;
    return new InputError(path, `terms.${error.message}.`);
  }
  if (error instanceof NoRate) return new InputError('terms', `There is no annual percentage rate: ${error.message}.`);
  if (!(error instanceof FactRefused)) return error;
  const path = `facts[${facts.findIndex(({ id }) => id === error.fact)}]`;
  return new InputError(path, `${path} is refused: ${error.message}.`);
}
