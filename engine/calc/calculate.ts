// The questions that `tenor calc` answers about a loan.

import { FactRefused } from '../facts.ts';
import { replay } from '../replay.ts';
import { TermsRefused } from '../terms.ts';
import type { Day } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { InputError } from './input.ts';
import type { Loan } from './read-loan.ts';
import { replayReport } from './replay-report.ts';
import type { Report } from './report.ts';

export type Calculation = 'schedule' | 'apr' | 'payoff' | 'replay' | 'explain';

export interface Question {
  /** Through which day, or on which; absent: the day of the last fact. */
  readonly day?: Day;
  readonly knownAt?: Instant;
}

/** Throws an InputError, by the path in the loan, for what the engine refuses. */
export function calculate(what: Calculation, loan: Loan, question: Question): Report {
  try {
    return calculations[what](loan, question);
  } catch (error) {
    throw byPath(error, loan);
  }
}

type Calculate = (loan: Loan, question: Question) => Report;

const calculations: Readonly<Record<Calculation, Calculate>> = {
  replay: (loan, question) => replayReport(loan.terms, stateOf(loan, question)),
} as never;

function stateOf({ terms, facts }: Loan, question: Question) {
  return replay(terms, facts, { through: dayOf(facts, question), ...known(question) });
}

const known = ({ knownAt }: Question): { knownAt?: Instant } => (knownAt === undefined ? {} : { knownAt });

/** The last day on which something happened, as far as it was known. */
function dayOf(facts: Loan['facts'], { day, knownAt }: Question): Day {
  if (day !== undefined) return day;
  const knownFacts = facts.filter(({ recordedAt }) => {
    return knownAt === undefined || recordedAt === undefined || compare(recordedAt, knownAt) <= 0;
  });
  const days = knownFacts.map((fact) => (fact.kind === 'undo' ? fact.happenedOn : fact.on));
  return days.reduce((last, day) => Math.max(last, day), facts[0]?.on ?? 0);
}

function byPath(error: unknown, { facts }: Loan): unknown {
  if (error instanceof TermsRefused) return new InputError(`terms.${error.path}`, `terms.${error.message}`);
  if (!(error instanceof FactRefused)) return error;
  const path = `facts[${facts.findIndex(({ id }) => id === error.fact)}]`;
  return new InputError(path, `${path} is refused: ${error.message}.`);
}
