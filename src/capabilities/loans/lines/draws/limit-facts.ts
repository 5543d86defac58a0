// The change of a credit limit that holds on a day: of a line, or of one of its draws.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { FactDetails, LoanRow } from '../../core/loan/tables.ts';

type Asked = {
  readonly personId: string;
  readonly loanId: string;
  readonly kind: string;
  /** Empty: the limit is that of the line. */
  readonly drawId: string;
  readonly date: CivilDate;
};

/** The newest one holds, because a change of a limit is never taken back. */
const lastFact = prepared((db, placeholder: PlaceholderOf<Asked>) =>
  db
    .selectFrom('loan_facts')
    .select(['details', sql<Cents | null>`fact->'amount'`.as('amount')])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('kind', '=', placeholder('kind'))
    .where(sql<string>`coalesce(fact->>'draw', '')`, '=', placeholder('drawId'))
    .where('effective_on', '<=', placeholder('date'))
    .orderBy('effective_on', 'desc')
    .orderBy('number', 'desc')
    .limit(1),
);

interface LimitFact {
  readonly amount: Cents | null;
  readonly details: FactDetails | null;
}

/** Undefined: the limit is still what was agreed. */
export const limitFactOf = (
  reader: Reader,
  { person_id: personId, id: loanId }: Pick<LoanRow, 'person_id' | 'id'>,
  day: Day,
  drawId = '',
): Promise<LimitFact | undefined> => {
  const kind = drawId === '' ? 'limit' : 'drawLimit';
  return reader.row(lastFact(reader.db, { personId, loanId, kind, drawId, date: dateOf(day) }));
};
