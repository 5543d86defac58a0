// The values that two implementations must agree on: a line on one day. Exact amounts are fractions of a cent in
// lowest terms, `12/1` or `-3/7`.

import type { Day } from '../../values/day.ts';
import type { Bucketed } from '../reading.ts';
import type { GraceDates } from './grace.ts';

export type FeesByType = Readonly<Record<string, Bucketed>>;

export interface DrawReading {
  readonly status: 'active' | 'paidOff';
  readonly isClosed: boolean;
  readonly hasGrace: boolean;
  readonly principal: Bucketed;
  /** `notDue` has the whole cents of `accrued`. */
  readonly interest: Bucketed;
  /** Types without an open amount are left out. Not due: waiting. */
  readonly fees: FeesByType;
  readonly disputed: number;
  readonly chargedOff: { readonly principal: number; readonly interest: number; readonly fees: number };
  readonly accrued: string;
  /** Booked + accrued + forgone − raised: what the days earned. */
  readonly accruedTotal: string;
  readonly booked: number;
  readonly raised: number;
  readonly forgone: string;
  readonly forgoneByCap: string;
  /** Null unless a programme is running. */
  readonly memo: string | null;
  /** Null unless the draw is amortized. */
  readonly instalment: number | null;
  readonly rowsLeft: number | null;
  readonly owed: number;
  /** What may be spent on it. */
  readonly available: number;
}

export interface PartReading {
  readonly fees: number;
  readonly interest: number;
  readonly principal: number;
}

/** Pieces of one statement that got different due dates stand together. */
export interface ObligationReading {
  readonly kind: 'statement' | 'acceleration' | 'apart';
  readonly ordinal: number;
  readonly madeOn: Day;
  readonly dueDate: Day;
  readonly deadline: Day;
  readonly isOverdue: boolean;
  /** What it asked for by itself, and the over-limit part of that. */
  readonly amount: number;
  readonly overLimit: number;
  /** What is open, by draw. */
  readonly draws: Readonly<Record<string, PartReading>>;
  readonly lineFees: number;
  readonly taken: {
    readonly payments: number;
    readonly credits: number;
    readonly overpayments: number;
    readonly capitalized: number;
  };
}

export interface StatementReading {
  readonly ordinal: number;
  readonly date: Day;
  readonly interest: Readonly<Record<string, number>>;
  /** Everything owed, before customer credit was used. */
  readonly balance: number;
  readonly shownBalance: number;
  readonly shownMinimum: number;
  readonly fullBalances: Readonly<Record<string, number>>;
  /** Through today, or the day before the check. */
  readonly fulfilled: Readonly<Record<string, number>>;
  readonly grace: Readonly<Record<string, GraceDates>>;
}

export interface LineReading {
  readonly day: Day;
  readonly status: 'pending' | 'active' | 'accelerated' | 'chargedOff' | 'paidOff';
  readonly isClosed: boolean;
  readonly servicedBy: 'creditor' | 'debtCollectionAgency';
  readonly draws: Readonly<Record<string, DrawReading>>;
  /** They are in no other value. */
  readonly canceledDraws: readonly string[];
  readonly lineFees: FeesByType;
  readonly chargedOffLineFees: number;
  readonly owed: number;
  readonly disputed: number;
  readonly customerCredit: number;
  readonly limit: number;
  readonly holds: number;
  readonly uncleared: number;
  readonly available: number;
  readonly overLimit: number;
  readonly payoff: number;
  readonly daysPastDue: number;
  readonly overdueAmount: number;
  readonly minimumDue: number;
  readonly nextStatement: Day;
  readonly nextDue: Day;
  readonly obligations: readonly ObligationReading[];
  readonly statements: readonly StatementReading[];
  /** Every fee ever booked, by day of booking, then key. */
  readonly feesBooked: readonly { readonly key: string; readonly on: Day; readonly amount: number }[];
  readonly openDisputes: Readonly<Record<string, number>>;
  readonly openHolds: Readonly<Record<string, number>>;
  readonly moot: readonly string[];
}
