// A loan with its figures: what it owes today is read from them. The whole loan is read only where they do not tell of
// the day: something has come due, the index or the rules have changed, or the product accrues in no even way.
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type DayFigures, tellOf } from '../loan/day-figures.ts';
import { type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { standingOf } from '../loan/standing.ts';
import { figuresOf } from '../loan/stored-figures.ts';
import { figureColumns, type LoanFigures, type LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { hasOtherIndex, loanOfPath, loanWithItsFacts } from './loan.ts';

export const figuredColumns = [
  'version',
  'loan_type_id',
  'zone',
  'lease',
  'next_action_at',
  'index_known',
  'started_on',
  ...figureColumns,
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof LoanRow)[];

export interface FiguredLoan extends Pick<LoanRow, (typeof figuredColumns)[number]> {
  readonly ids: LoanKeys;
  readonly year_mark: LoanFigures['yearMark'] | null;
}

const withFigures = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
      .select(figuredColumns)
      .select(sql<FiguredLoan['year_mark']>`figures->'yearMark'`.as('year_mark'))
      .where('loans.person_id', '=', placeholder('personId'))
      .where('loans.id', '=', placeholder('loanId')),
  loanKeyTypes,
);

export const figuredLoan = loanOfPath<FiguredLoan>(
  async (reader, ids) => {
    const row = await reader.row(withFigures(reader.db, ids));
    return row && { ...row, ids };
  },
  (loan) => loan,
);

export async function wholeLoan(reader: Reader, { ids }: Pick<FiguredLoan, 'ids'>): Promise<HeldLoan> {
  const held = await loanWithItsFacts(reader, ids);
  if (held === undefined) throw new Error(`The loan ${ids.loanId} is not there any more.`);
  return held;
}

interface FiguresToday {
  readonly day: Day;
  readonly figures: DayFigures;
}

/** Undefined if they do not tell of today. */
export async function figuresToday(
  reader: Reader,
  loan: Omit<FiguredLoan, 'year_mark'> & { readonly state?: LoanRow['state'] },
  now: Instant,
): Promise<FiguresToday | undefined> {
  const day = todayOf(loan, now);
  const figures = figuresOf(loan, loan.state?.next);
  if (figures === null || !tellOf(figures, day)) return undefined;
  return (await hasOtherIndex(reader, loan)) ? undefined : { day, figures };
}
