// What a statement said when it went out, as it was recorded: the fact stays when the books change later.
import type { LineFactOf } from '@tenor/engine/line/facts.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { lineFacts } from '../../core/products/lines.ts';
import { factOf, storedFact } from '../../core/timeline/stored-facts.ts';
import type { Bill } from './schemas.ts';

const sentFact = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string; ordinal: number }>) =>
  db
    .selectFrom('loan_facts')
    .select(storedFact.as('fact'))
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('kind', '=', 'statementSent')
    .where(sql<number>`(fact->>'obligation')::int`, '=', placeholder('ordinal'))
    .orderBy('number')
    .limit(1),
);

export async function sentStatement(
  reader: Reader,
  held: HeldLoan,
  ordinal: number,
  knownAt: Instant | undefined,
): Promise<Bill['sent']> {
  const { person_id: personId, id: loanId } = held.row;
  const row = await reader.row(sentFact(reader.db, { personId, loanId, ordinal }));
  const fact = row && lineFacts([factOf(row.fact)])[0];
  const isKnown = knownAt === undefined || (fact?.recordedAt !== undefined && compare(fact.recordedAt, knownAt) <= 0);
  return fact === undefined || !isKnown ? null : presentSent(fact as LineFactOf<'statementSent'>);
}

export const presentSent = ({ on, minimum, newBalance }: LineFactOf<'statementSent'>): NonNullable<Bill['sent']> => ({
  date: dateOf(on),
  minimumPaymentAmount: minimum,
  newBalanceAmount: newBalance,
});
