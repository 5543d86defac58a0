// Reads a loan together with its standing, the narrow row that every change writes. Each table gets the person's value: a
// column of the row beside it would send the question to every node of a cluster.
import type { JoinBuilder } from 'kysely';
import { columnsWithout } from '#platform/db/define-table.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { LoanKeys } from './named-loans.ts';
import { unpackedState } from './packed-state.ts';
import { loanStanding, loans, type StandingState } from './tables.ts';

type Beside = JoinBuilder<Tables, 'loans' | 'loan_standing'>;

/** The standing of the loan with these keys. */
export const standingOf =
  ({ personId, loanId }: LoanKeys) =>
  (join: Beside): Beside =>
    join.on('loan_standing.person_id', '=', personId).on('loan_standing.loan_id', '=', loanId);

/** The standing of each loan of a list. */
export const itsStanding = (join: Beside): Beside =>
  join.onRef('loan_standing.person_id', '=', 'loans.person_id').onRef('loan_standing.loan_id', '=', 'loans.id');

const keys: ReadonlySet<string> = new Set(['person_id', 'loan_id', 'company_id']);
type StandingColumn = Exclude<keyof typeof loanStanding.columns & string, 'person_id' | 'loan_id' | 'company_id'>;

/** Its columns, besides those by which it is found. */
export const standingColumns = loanStanding.all.filter((column): column is StandingColumn => !keys.has(column));

/** All of a loan but its base, as a query of both tables selects it. */
export const wholeColumns = [
  ...columnsWithout(loans, 'base').map((column) => `loans.${column}` as const),
  ...standingColumns.map((column) => `loan_standing.${column}` as const),
] as const;

interface Read {
  readonly state: Buffer | null;
}

/** A row of `wholeColumns` as the loan that it is. The row itself is changed: a copy costs as much as the read. */
export const asLoan = <R extends Read>(read: R) =>
  Object.assign(read as Omit<R, 'state'>, {
    state: read.state && unpackedState<StandingState>(read.state),
    base: null,
  });
