// What `tenor calc` answers about an installment loan.

import { explain } from '../account/explain.ts';
import { payoffOf } from '../account/payoff.ts';
import { replay } from '../installment/replay.ts';
import { type ScheduleRow, scheduleFrom } from '../installment/schedule-of.ts';
import { aprReport } from './apr-report.ts';
import { explainReport } from './explain-report.ts';
import { fault } from './input.ts';
import { payoffReport } from './payoff-report.ts';
import { type Answers, extentOf, type Question } from './question.ts';
import type { Loan } from './read-loan.ts';
import { replayReport } from './replay-report.ts';
import { scheduleReport } from './schedule-report.ts';

export const installmentAnswers: Answers<Loan> = {
  schedule: (loan) => scheduleReport(agreedPayments(loan), startOf(loan).on),
  apr: (loan) => {
    const start = startOf(loan);
    if (start.kind === 'migration')
      throw fault('facts', 'must begin with an activation: what a loan costs is counted from there.');
    return aprReport(loan.terms, agreedPayments(loan), start.on);
  },
  payoff: (loan, question) => payoffReport(payoffOf(loan.terms, stateOf(loan, question))),
  replay: (loan, question) => replayReport(loan.terms, stateOf(loan, question)),
  explain: (loan, question) => {
    const state = stateOf(loan, question);
    return explainReport(state, (posting) => explain(loan.terms, state, posting));
  },
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
  return replay(terms, facts, extentOf(facts, question));
}
