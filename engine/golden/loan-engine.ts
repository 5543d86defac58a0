// The interface of the engine for the golden cases: days and instants as text, amounts in cents, parts of a cent as
// `n/d`.

import type { Reading } from '../naive/reading.ts';

/** Terms and facts as `readLoan` returns them. */
export type Loan = unknown;

export interface ScheduleLine {
  readonly on: string;
  readonly amount: number;
  readonly interest: number;
  readonly principal: number;
  readonly fees: number;
  readonly balance: number;
  readonly interestExact: string;
}

interface StepLine {
  readonly on: string;
  readonly kind: string;
  readonly cause: string;
  readonly amount: number;
  readonly fees: number;
  readonly interest: number;
  readonly principal: number;
  readonly over: number;
  readonly after: {
    readonly principal: number;
    readonly instalments: number;
    readonly fees: number;
    readonly accrued: string;
  };
}

export interface LoanState {
  readonly postings: readonly { readonly on: string; readonly account: string; readonly amount: number }[];
}

/** What both implementations support. */
export interface LoanReader {
  readLoan(input: unknown): Loan;
  reading(loan: Loan, day: string, knownAt?: string): Reading;
}

export interface LoanEngine extends LoanReader {
  schedule(loan: Loan): readonly ScheduleLine[];
  expected(loan: Loan, day: string): readonly ScheduleLine[];
  steps(loan: Loan, through: string, knownAt?: string): readonly StepLine[];
  state(loan: Loan, through: string, knownAt?: string): LoanState;
  payoff(loan: Loan, day: string, knownAt?: string): Readonly<Record<string, number | string>>;
  apr(advances: readonly Flow[], payments: readonly Flow[]): string;
}

export interface Flow {
  readonly on: string;
  readonly cents: number;
}
