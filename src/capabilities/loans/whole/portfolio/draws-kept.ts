// What is kept of draws besides the books of their lines, as it is now.
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanIds, oneOf } from '../../core/loan/named-loans.ts';
import type { DrawOfBooks } from '../../core/loan/product.ts';

interface Kept {
  readonly externalId: string | null;
  readonly nickname: string;
}

interface WithDraws {
  readonly row: LoanIds;
  readonly draws: readonly DrawOfBooks[];
}

/** By the id of a draw of these loans. */
export async function drawsKept(reader: Reader, loans: readonly WithDraws[]): Promise<(id: string) => Kept> {
  const people = [...new Set(loans.filter(({ draws }) => draws.length > 0).map(({ row }) => row.person_id))];
  if (people.length === 0) return () => nothingKept;
  const rows = await reader.rows(
    reader.db
      .selectFrom('draws')
      .select(['id', 'external_id as externalId', 'nickname'])
      .where('person_id', '=', oneOf(people)),
  );
  const found = new Map<string, Kept>(rows.map(({ id, ...kept }) => [id, kept]));
  return (id) => found.get(id) ?? nothingKept;
}

const nothingKept: Kept = { externalId: null, nickname: '' };
