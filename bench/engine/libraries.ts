// The amortization libraries of npm. Each is asked for the bare schedule of a loan in the way its documentation shows.
import { readFileSync } from 'node:fs';
import { amortize as amortizationjs } from 'amortizationjs';
import amortize, { type Through } from 'amortize';
import { Calculator } from 'amortizejs';
import { fv, ipmt, pmt, ppmt } from 'financial';
import LoanSchedule from 'loan-schedule.js';
import { Loan as loanjs } from 'loanjs';
import { scheduleOf } from '../../engine/installment/schedule-of.ts';
import type { Terms } from '../../engine/installment/terms.ts';
import { activatedOn, type PlainLoan, plainTerms } from './loans.ts';

/** A row of a printed schedule, in dollars. */
export interface Row {
  readonly payment: number;
  readonly interest: number;
  readonly principal: number;
  readonly balance: number;
}

export interface Scheduler {
  readonly name: string;
  /** What a reader of the table must know about it. */
  readonly says: string;
  /** Makes the schedule: timed. */
  prepare(loan: PlainLoan): () => unknown;
  /** The same schedule in common columns: not timed. */
  rows(loan: PlainLoan): readonly Row[];
}

function scheduler<T>(
  name: string,
  says: string,
  schedule: (loan: PlainLoan) => T,
  rowsOf: (made: T) => readonly Row[],
): Scheduler {
  return { name, says, prepare: (loan) => () => schedule(loan), rows: (loan) => rowsOf(schedule(loan)) };
}

const numbered = (months: number): number[] => Array.from({ length: months }, (_, i) => i + 1);

const withRounding = [
  scheduler(
    'amortizationjs',
    'no dates; cents; takes years',
    ({ principal, percent, months }) => amortizationjs(principal, 0, percent, months / 12, 12),
    ({ payments }) =>
      payments.map((row) => ({
        payment: row.totalPayment,
        interest: row.interestPayment,
        principal: row.principlePayment,
        balance: row.principleRemaining,
      })),
  ),
  scheduler(
    'loanjs',
    'no dates; cents',
    ({ principal, percent, months }) => loanjs(principal, months, percent, 'annuity'),
    ({ installments }) =>
      installments.map((row) => ({
        payment: row.installment,
        interest: row.interest,
        principal: row.capital,
        balance: row.remain,
      })),
  ),
  scheduler(
    'loan-schedule.js',
    'dates, days of the year; decimal cents',
    ({ principal, percent, months }) =>
      new LoanSchedule({}).calculateSchedule({
        scheduleType: 'ANNUITY',
        amount: String(principal),
        rate: String(percent),
        term: months,
        paymentOnDay: 15,
        issueDate: '15.11.2021',
      }),
    ({ payments }) =>
      payments.slice(1).map((row) => ({
        payment: Number(row.paymentAmount),
        interest: Number(row.interestAmount),
        principal: Number(row.principalAmount),
        balance: Number(row.finalBalance),
      })),
  ),
];

const withFloats = [
  scheduler(
    'amortizejs',
    'dates only as labels; not rounded',
    ({ principal, percent, months }) =>
      Calculator.calculate({ method: 'mortgage', balance: principal, apr: percent, loanTerm: months }),
    ({ periodicPayment, schedule }) =>
      schedule.map(({ interest, principal, remainingBalance }) => ({
        payment: periodicPayment,
        interest,
        principal,
        balance: remainingBalance,
      })),
  ),
  scheduler(
    'amortize',
    'no dates; not rounded; one call a row, each from the start',
    ({ principal, percent, months }): Through[] =>
      numbered(months).map((month) =>
        amortize({ amount: principal, rate: percent, totalTerm: months, amortizeTerm: month }),
      ),
    (through) => through.map(({ payment, balance, term }) => ({ payment, balance, ...term })),
  ),
  scheduler(
    'financial',
    'no dates; not rounded; four calls a row, as in numpy',
    ({ principal, percent, months }): Row[] => {
      const rate = percent / 1200;
      return numbered(months).map((month) => ({
        payment: -pmt(rate, months, principal),
        interest: -ipmt(rate, month, months, principal),
        principal: -ppmt(rate, month, months, principal),
        balance: -fv(rate, month, pmt(rate, months, principal), principal),
      }));
    },
    (rows) => rows,
  ),
];

export const libraries: readonly Scheduler[] = [...withRounding, ...withFloats];

const ourRows = (terms: Terms): Row[] =>
  scheduleOf(terms, activatedOn).map(({ amount, interest, principal, fees, balance }) => ({
    payment: (amount - fees) / 100,
    interest: interest / 100,
    principal: principal / 100,
    balance: balance / 100,
  }));

export const ours: Scheduler = {
  name: 'scheduleOf',
  says: 'dates, day count; exact, rounded to cents',
  prepare(loan) {
    const terms = plainTerms(loan);
    return () => scheduleOf(terms, activatedOn);
  },
  rows: (loan) => ourRows(plainTerms(loan)),
};

export function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
