// The periods of a loan from before its migration.
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { periodId } from '../loan/derived-id.ts';
import type { LoanPeriod } from '../loan/plan-schemas.ts';
import type { LoanPastPeriodRow, LoanRow } from '../loan/tables.ts';

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

export const presentPastPeriod = (
  loanId: string,
  { start_date, end_date, due_date }: Omit<LoanPastPeriodRow, 'company_id'>,
  number: number,
): LoanPeriod => ({
  id: periodId(loanId, number),
  periodId: periodId(loanId, number),
  object: 'loanPeriod',
  startDate: start_date,
  endDate: end_date,
  statementDate: addDays(end_date, 1),
  dueDate: due_date,
});
