// A loan whose obligations are asked for: its figures and its state, and its terms where the figures do not have the
// obligation that comes next: then it is computed.
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { type FiguredLoan, figuredColumns } from '../lifecycle/figured-loan.ts';
import { loanOfPath } from '../lifecycle/loan.ts';
import { type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import { unpackedState } from '../loan/packed-state.ts';
import { standingOf } from '../loan/standing.ts';
import type { LoanRow } from '../loan/tables.ts';

export interface ObligationsFiguredLoan
  extends Omit<FiguredLoan, 'year_mark'>,
    Pick<LoanRow, 'timestamps' | 'state' | 'terms'> {
  readonly product: string | null;
}

const unlessNextIsKept = sql<LoanRow['terms']>`case when next_due is null then terms end`;

const asStored = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
      .select([...figuredColumns, 'timestamps', 'state'])
      .select([unlessNextIsKept.as('terms'), sql<string | null>`at_origination->>'product'`.as('product')])
      .where('loans.person_id', '=', placeholder('personId'))
      .where('loans.id', '=', placeholder('loanId')),
  loanKeyTypes,
);

export const obligationsLoan = loanOfPath<ObligationsFiguredLoan>(
  async (reader, ids) => {
    const row = await reader.row(asStored(reader.db, ids));
    return row && { ...row, ids, state: row.state && unpackedState(row.state) };
  },
  (loan) => loan,
);
