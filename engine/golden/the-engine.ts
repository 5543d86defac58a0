// The two implementations behind the interface of the golden cases. The naive one has only readings.

import { payoffOf } from '../account/payoff.ts';
import { fractionText, read } from '../account/read.ts';
import { type Loan as ReadLoan, readLoan } from '../calc/read-loan.ts';
import { apr } from '../disclosures/apr.ts';
import { replay } from '../installment/replay.ts';
import { expectedPayments, type ScheduleRow, scheduleOf } from '../installment/schedule-of.ts';
import { simulate } from '../naive/simulate.ts';
import { basisOf } from '../time/day-count.ts';
import { cents } from '../values/cents.ts';
import { type CivilDate, parseCivilDate } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { parseInstant } from '../values/instant.ts';
import type { Flow, Loan, LoanEngine, LoanReader, ScheduleLine } from './loan-engine.ts';

const dayNumber = (text: string): Day => dayOf(parseCivilDate(text) as CivilDate);
const knowing = (knownAt: string | undefined) => (knownAt === undefined ? {} : { knownAt: parseInstant(knownAt)! });

function stateOf(loan: Loan, through: string, knownAt?: string) {
  const { terms, facts } = loan as ReadLoan;
  return replay(terms, facts, { through: dayNumber(through), ...knowing(knownAt) });
}

/** The payment of a row is all that is paid on its day, fees included. */
const line = ({ on, interest, principal, fees, balance, unroundedInterest }: ScheduleRow): ScheduleLine => ({
  on: dateOf(on),
  amount: interest + principal + fees,
  interest,
  principal,
  fees,
  balance,
  interestExact: unroundedInterest,
});

const flow = ({ on, cents: amount }: Flow) => ({ on: dayNumber(on), amount: cents(amount) });

export const theEngine: LoanEngine = {
  readLoan,
  schedule(loan) {
    const { terms, facts } = loan as ReadLoan;
    const activation = facts.find(({ kind }) => kind === 'activation');
    if (activation === undefined) throw new Error('a schedule from the terms needs an activation');
    return scheduleOf(terms, activation.on).map(line);
  },
  expected(loan, day) {
    const { terms, facts } = loan as ReadLoan;
    return expectedPayments(terms, stateOf(loan, day), facts).map(line);
  },
  steps(loan, through, knownAt) {
    const { dayCount } = (loan as ReadLoan).terms.interest;
    return stateOf(loan, through, knownAt).records.steps.map((step) => ({
      ...step,
      on: dateOf(step.on),
      after: { ...step.after, accrued: fractionText(step.after.accrued, step.after.scale * basisOf(dayCount)) },
    }));
  },
  state(loan, through, knownAt) {
    const { postings } = stateOf(loan, through, knownAt).records;
    return { postings: postings.map(({ on, account, amount }) => ({ on: dateOf(on), account, amount })) };
  },
  reading: (loan, day, knownAt) => read((loan as ReadLoan).terms, stateOf(loan, day, knownAt)),
  payoff: (loan, day, knownAt) => ({ ...payoffOf((loan as ReadLoan).terms, stateOf(loan, day, knownAt)) }),
  apr: (advances, payments) => apr({ advances: advances.map(flow), payments: payments.map(flow) }).nominal,
};

export const theNaive: LoanReader = {
  readLoan,
  reading(loan, day, knownAt) {
    const { terms, facts } = loan as ReadLoan;
    return simulate(terms, facts, { through: dayNumber(day), ...knowing(knownAt) });
  },
};
