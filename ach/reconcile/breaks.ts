// Where bank and cash book differ: each kind with its meaning and what is done by default.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { StatementLine } from '../statements/statement.ts';
import type { Expected } from './expected.ts';

export type BreakKind =
  | 'theirsNotOurs'
  | 'oursNotTheirs'
  | 'amount'
  | 'date'
  | 'chargedTwice'
  | 'late'
  | 'returnUnknown'
  | 'returnTwice'
  | 'refundedAndReturned'
  | 'proof';

export interface Break {
  readonly kind: BreakKind;
  /** From this day on it is open. */
  readonly since: CivilDate;
  readonly ageBankingDays: number;
  /** What the two differ by. */
  readonly amount: Cents;
  readonly line: StatementLine | null;
  readonly expected: readonly Expected[];
  /** What it may be, for a person to say. */
  readonly candidates: readonly Expected[];
}

interface BreakRule {
  readonly means: string;
  readonly then: string;
  /** A person looks at it at once, not on the next day. */
  readonly isAlarm: boolean;
}

const rule = (means: string, then: string, isAlarm = false): BreakRule => ({ means, then, isAlarm });

export const breakRules: Readonly<Record<BreakKind, BreakRule>> = {
  theirsNotOurs: rule('the bank has what we do not know', 'booked as unidentified; a person says what it is'),
  oursNotTheirs: rule('we know what the bank has not', 'the provider is asked'),
  amount: rule('the amounts differ', 'nothing more is done with it; a person looks'),
  date: rule('the days differ', 'nothing more is done with it; a person looks'),
  chargedTwice: rule('moved twice for one order', 'the second is given back the same day', true),
  late: rule('not at the bank when it was due', 'the bank is asked'),
  returnUnknown: rule('a return of nothing that we know', 'a person looks'),
  returnTwice: rule('returned twice', 'the bank is asked to dishonor the second'),
  refundedAndReturned: rule('given back by us, and returned as well', 'a person claims one of the two'),
  proof: rule('the balances do not agree', 'the day is not proved', true),
};

/** How many banking days old they are. */
export const ageGroups = [
  { title: '0-1', upTo: 1 },
  { title: '2-3', upTo: 3 },
  { title: '4-5', upTo: 5 },
  { title: '6-10', upTo: 10 },
  { title: 'over 10', upTo: Number.POSITIVE_INFINITY },
] as const;

/** An older break is reported to the lender. */
export const reportedAfterDays = 5;
