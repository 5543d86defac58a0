// What a rule is. A rule about an account looks at one record; one between months looks at the record of the month before too.
import type { Account, Base, Header, J1 } from '../layout/segments.ts';

interface Rule {
  readonly id: string;
  /** What must be so, as a sentence. */
  readonly says: string;
}

export interface AccountRule extends Rule {
  /** Where a finding points: a field of the base segment, or of another, such as `k2.name`. */
  readonly at: keyof Base | `${'k1' | 'k2' | 'k3' | 'k4' | 'l1'}.${string}`;
  readonly breaks: (account: Account, header: Header | undefined) => boolean;
}

/** The base segment, J1 and J2 each say this of a consumer. */
export type Consumer = Pick<
  Base & J1,
  'surname' | 'firstName' | 'middleName' | 'generation' | 'ssn' | 'birthDate' | 'telephone' | 'ecoa' | 'indicator'
>;

export interface ConsumerRule extends Rule {
  readonly at: keyof Consumer;
  readonly breaks: (consumer: Consumer) => boolean;
}

/** What is remembered of an account of the month before. */
export type Before = Pick<
  Base,
  | 'portfolio'
  | 'accountType'
  | 'dateOpened'
  | 'status'
  | 'rating'
  | 'balance'
  | 'chargeOff'
  | 'informationDate'
  | 'firstDelinquency'
> & { readonly l1: Account['l1'] };

export interface MonthRule extends Rule {
  readonly at: keyof Base | 'l1.indicator';
  readonly breaks: (account: Account, before: Before) => boolean;
}
