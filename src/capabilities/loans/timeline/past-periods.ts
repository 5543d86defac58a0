// The periods of a loan from before its migration.
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanRow } from '../loan/tables.ts';

const all = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
  db
    .selectFrom('loan_past_periods')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .orderBy('start_date'),
);

/** Earliest first. */
export const pastPeriodsOf = (reader: Reader, { person_id, id }: Pick<LoanRow, 'person_id' | 'id'>) =>
  reader.rows(all(reader.db, { personId: person_id, loanId: id }));
