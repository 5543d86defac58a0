// Many loans of a realm at once, for work that no request asked for.
import type { Fact } from '@tenor/engine/facts.ts';
import { sql } from 'kysely';
import { indexRatesOf } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { IndexKnown } from '../tables.ts';
import { followsIndex, type HeldLoan, isSinceBase } from '../timeline/held-loan.ts';

export interface LoanIds {
  readonly person_id: string;
  readonly id: string;
}

export const isOneOf = (loans: readonly LoanIds[]) =>
  sql<boolean>`(person_id, id) in (select * from unnest(${loans.map((one) => one.person_id)}::text[], ${loans.map((one) => one.id)}::text[]))`;

/** As they are once somebody holds their rows. */
export async function holdLoans(reader: Reader, loans: readonly LoanIds[]): Promise<HeldLoan[]> {
  const found = await reader.rows(
    reader.db
      .selectFrom('loans')
      .selectAll('loans')
      .select((eb) =>
        eb
          .selectFrom('loan_facts')
          .select(sql<Fact[] | null>`jsonb_agg(fact order by number)`.as('facts'))
          .whereRef('loan_facts.person_id', '=', 'loans.person_id')
          .whereRef('loan_facts.loan_id', '=', 'loans.id')
          .where(isSinceBase)
          .as('facts'),
      )
      .where(isOneOf(loans)),
  );
  const following = found.filter(followsIndex).map((row) => row.loan_type_id);
  const indexes = new Map<string, IndexKnown>();
  for (const typeId of new Set(following)) indexes.set(typeId, await indexRatesOf(reader, typeId));
  return found.map(({ facts, ...row }) => ({
    row,
    facts: facts ?? [],
    index: followsIndex(row) ? (indexes.get(row.loan_type_id) ?? []) : [],
  }));
}
