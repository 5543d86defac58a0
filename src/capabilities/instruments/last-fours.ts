// The last four digits of the accounts and cards of a borrower that can be paid with, which the borrower knows.
import type { Reader } from '#platform/db/realm-database.ts';

export async function lastFoursOf(reader: Reader, personId: string): Promise<string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('payment_instruments')
      .select('last_four')
      .where('person_id', '=', personId)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .where('last_four', 'is not', null),
  );
  return rows.flatMap(({ last_four: lastFour }) => (lastFour === null ? [] : [lastFour]));
}
