// One draw, as it is today; and its limit on a day.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { askedDay } from '../../core/timeline/asked-day.ts';
import { agreementOf, findDraw, presentDraw, readingsOf } from './draw.ts';
import { limitFactOf } from './limit-facts.ts';
import { booksToday } from './line.ts';
import type { Draw, DrawLimit } from './schemas.ts';

export async function readDraw(reader: Reader, held: HeldLoan, reference: string, now: Instant): Promise<Draw> {
  const [row, books] = await Promise.all([findDraw(reader, held, reference), booksToday(reader, held, now)]);
  return presentDraw(held.row, row, readingsOf(books).get(row.id));
}

/** Before the first change it is what was agreed. Errors: NotFound, InvalidRequest. */
export async function readDrawLimit(
  reader: Reader,
  held: HeldLoan,
  reference: string,
  { now, effectiveDate }: { readonly now: Instant; readonly effectiveDate: CivilDate | undefined },
): Promise<DrawLimit> {
  const row = await findDraw(reader, held, reference);
  const { day } = askedDay(held, now, { path: 'effectiveDate', date: effectiveDate });
  const changed = await limitFactOf(reader, held.row, day, row.id);
  const creditLimitAmount = changed === undefined ? (agreementOf(row).creditLimitAmount ?? null) : changed.amount;
  return { creditLimitAmount, caseId: null };
}
