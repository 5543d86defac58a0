// The questions that `tenor calc` answers about a loan.

import { FactRefused } from '../account/facts.ts';
import { payoffOf } from '../account/payoff.ts';
import { TermsRefused } from '../account/terms.ts';
import { NoRate } from '../disclosures/apr.ts';
import { replay } from '../installment/replay.ts';
import { type ScheduleRow, scheduleFrom } from '../installment/schedule-of.ts';
import type { Day } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { aprReport } from './apr-report.ts';
import { explainReport } from './explain-report.ts';
import { fault, InputError } from './input.ts';
import { payoffReport } from './payoff-report.ts';
import type { Loan } from './read-loan.ts';
import { replayReport } from './replay-report.ts';
import type { Report } from './report.ts';
import { scheduleReport } from './schedule-report.ts';

export type Calculation = 'schedule' | 'apr' | 'payoff' | 'replay' | 'explain';

export interface Question {
  /** The day to calculate through, or on. Default: the day of the last fact. */
  readonly day?: Day;
  readonly knownAt?: Instant;
}

/** Throws an InputError for terms and facts that the engine refuses; it names the path in the loan. */
export function calculate(what: Calculation, loan: Loan, question: Question): Report {
  try {
    return calculations[what](loan, question);
  } catch (error) {
    throw byPath(error, loan);
  }
}

const calculations: Readonly<Record<Calculation, (loan: Loan, question: Question) => Report>> = {
  schedule: (loan) => scheduleReport(agreedPayments(loan), startOf(loan).on),
  apr: (loan) => {
    const start = startOf(loan);
    if (start.kind === 'migration')
      throw fault('facts', 'must begin with an activation: what a loan costs is counted from there.');
    return aprReport(loan.terms, agreedPayments(loan), start.on);
  },
  payoff: (loan, question) => payoffReport(payoffOf(loan.terms, stateOf(loan, question))),
  replay: (loan, question) => replayReport(loan.terms, stateOf(loan, question)),
  explain: (loan, question) => explainReport(loan.terms, stateOf(loan, question)),
};

function startOf({ facts }: Loan) {
  const start = facts.find((fact) => fact.kind === 'activation' || fact.kind === 'migration');
  if (start === undefined) throw fault('facts', 'must have an activation or a migration.');
  return start;
}

/** The payments as agreed: only the beginning happened, and advances come as planned. */
function agreedPayments(loan: Loan): readonly ScheduleRow[] {
  const start = startOf(loan);
  const begun = loan.facts.filter((fact) => fact === start || (fact.kind === 'index' && fact.on <= start.on));
  return scheduleFrom(loan.terms, begun, start.on);
}

function stateOf({ terms, facts }: Loan, question: Question) {
  return replay(terms, facts, { through: dayOf(facts, question), ...known(question) });
}

const known = ({ knownAt }: Question): { knownAt?: Instant } => (knownAt === undefined ? {} : { knownAt });

/** The day of the last fact, as far as it was known. */
function dayOf(facts: Loan['facts'], { day, knownAt }: Question): Day {
  if (day !== undefined) return day;
  const knownFacts = facts.filter(({ recordedAt }) => {
    return knownAt === undefined || recordedAt === undefined || compare(recordedAt, knownAt) <= 0;
  });
  const days = knownFacts.map((fact) => (fact.kind === 'undo' ? fact.happenedOn : fact.on));
  return days.reduce((last, day) => Math.max(last, day), facts[0]?.on ?? 0);
}

/** Names the path in the file of what the engine refuses. Any other error is returned as it is. */
function byPath(error: unknown, { facts }: Loan): unknown {
  if (error instanceof TermsRefused) {
    const path = `terms.${error.path}`;
    return new InputError(path, `terms.${error.message}.`);
  }
  if (error instanceof NoRate) return new InputError('terms', `There is no annual percentage rate: ${error.message}.`);
  if (!(error instanceof FactRefused)) return error;
  const path = `facts[${facts.findIndex(({ id }) => id === error.fact)}]`;
  return new InputError(path, `${path} is refused: ${error.message}.`);
}
