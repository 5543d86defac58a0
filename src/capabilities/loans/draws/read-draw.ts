// One draw, as it is today; and its limit on a day.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import { askedDay } from '../timeline/asked-day.ts';
import { agreementOf, findDraw, presentDraw, readingsOf } from './draw.ts';
import { booksToday } from './line.ts';
import type { Draw, DrawLimit } from './schemas.ts';

export async function readDraw(reader: Reader, held: HeldLoan, reference: string, now: Instant): Promise<Draw> {
  const [row, books] = await Promise.all([findDraw(reader, held, reference), booksToday(reader, held, now)]);
  return presentDraw(held.row, row, readingsOf(books).get(row.id));
}

interface OfDraw {
  readonly personId: string;
  readonly loanId: string;
  readonly drawId: string;
  readonly date: CivilDate;
}

/** The last change of the limit by the day; none was ever taken back. */
const limitFact = prepared((db, placeholder: PlaceholderOf<{ [K in keyof OfDraw]: OfDraw[K] }>) =>
  db
    .selectFrom('loan_facts')
    .select(sql<Cents | null>`fact->'amount'`.as('amount'))
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('kind', '=', 'drawLimit')
    .where(sql<string>`fact->>'draw'`, '=', placeholder('drawId'))
    .where('effective_on', '<=', placeholder('date'))
    .orderBy('effective_on', 'desc')
    .orderBy('number', 'desc')
    .limit(1),
);

/** Before the first change it is what was agreed. Errors: NotFound, InvalidRequest. */
export async function readDrawLimit(
  reader: Reader,
  held: HeldLoan,
  reference: string,
  { now, effectiveDate }: { readonly now: Instant; readonly effectiveDate: CivilDate | undefined },
): Promise<DrawLimit> {
  const row = await findDraw(reader, held, reference);
  const { day } = askedDay(held.row, now, { path: 'effectiveDate', date: effectiveDate });
  const keys = { personId: row.person_id, loanId: row.loan_id, drawId: row.id, date: dateOf(day) };
  const changed = await reader.row(limitFact(reader.db, keys));
  const creditLimitAmount = changed === undefined ? (agreementOf(row).creditLimitAmount ?? null) : changed.amount;
  return { creditLimitAmount, caseId: null };
}
