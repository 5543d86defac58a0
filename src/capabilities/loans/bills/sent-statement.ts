// What a statement said when it went out, as it was recorded: the fact stays when the books change later.
import type { LineFactOf } from '@tenor/engine/line/facts.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../loan/product.ts';
import { lineFacts } from '../products/lines.ts';
import { allFacts } from '../timeline/held-loan.ts';
import type { Bill } from './schemas.ts';

export async function sentStatement(
  reader: Reader,
  held: HeldLoan,
  ordinal: number,
  knownAt: Instant | undefined,
): Promise<Bill['sent']> {
  const facts = lineFacts(await allFacts(reader, held));
  const fact = facts.find((one) => one.kind === 'statementSent' && one.obligation === ordinal);
  const isKnown = knownAt === undefined || (fact?.recordedAt !== undefined && compare(fact.recordedAt, knownAt) <= 0);
  return fact === undefined || !isKnown ? null : presentSent(fact as LineFactOf<'statementSent'>);
}

export const presentSent = ({ on, minimum, newBalance }: LineFactOf<'statementSent'>): NonNullable<Bill['sent']> => ({
  date: dateOf(on),
  minimumPaymentAmount: minimum,
  newBalanceAmount: newBalance,
});
