// The cards that end on a date, the last day of their month: pages for work that writes to their borrowers.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
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
