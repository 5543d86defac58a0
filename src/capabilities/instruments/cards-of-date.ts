// The cards that end on a date, the last day of their month: pages for work that writes to their borrowers.
import { addDays, type CivilDate, daysInMonth } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface CardOfDate {
  readonly person_id: string;
  readonly id: string;
}

interface Asked {
  readonly date: CivilDate;
  readonly after: CardOfDate | undefined;
  readonly limit: number;
}

/** Cards that are charged, and count still. No card ends on another day of a month than the last. */
export async function cardsEndingOn(reader: Reader, { date, after, limit }: Asked): Promise<CardOfDate[]> {
  const [year, month] = date.split('-').map(Number) as [number, number];
  if (!isLastOfMonth(date)) return [];
  let query = reader.db
    .selectFrom('payment_instruments')
    .select(['person_id', 'id'])
    .where('expiration_year', '=', year)
    .where('expiration_month', '=', month)
    .where('status', '=', 'active')
    .where('is_external', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('person_id')
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) query = query.where(sql<boolean>`(person_id, id) > (${after.person_id}, ${after.id})`);
  return reader.rows(query);
}

const isLastOfMonth = (date: CivilDate): boolean => addDays(date, 1).endsWith('-01');

/** The first date from a day on, on which a card ends. */
export async function firstCardEnd(reader: Reader, from: CivilDate): Promise<CivilDate | null> {
  const [year, month] = from.split('-').map(Number) as [number, number];
  const first = await reader.row(
    reader.db
      .selectFrom('payment_instruments')
      .select(['expiration_year', 'expiration_month'])
      .where(sql<boolean>`(expiration_year, expiration_month) >= (${year}, ${month})`)
      .where('status', '=', 'active')
      .where('is_external', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('expiration_year')
      .orderBy('expiration_month')
      .limit(1),
  );
  if (first?.expiration_year == null || first.expiration_month == null) return null;
  return lastOfMonth({ year: first.expiration_year, month: first.expiration_month });
}

const lastOfMonth = (of: { readonly year: number; readonly month: number }): CivilDate =>
  `${of.year}-${String(of.month).padStart(2, '0')}-${daysInMonth(of)}` as CivilDate;
