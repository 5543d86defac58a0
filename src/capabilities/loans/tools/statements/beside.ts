// What is said of purchases and draws is read when a statement is shown: it stands in one place, and goes with its person.
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanKeys, oneOf } from '../../core/loan/named-loans.ts';
import type { StatementRow } from './tables.ts';

export interface PurchaseWords {
  readonly description: string | undefined;
  readonly merchantName: string | undefined;
}

export interface Beside {
  readonly purchases: ReadonlyMap<string, PurchaseWords>;
  readonly nicknames: ReadonlyMap<string, string>;
}

export async function readBeside(reader: Reader, keys: LoanKeys, { figures: said }: StatementRow): Promise<Beside> {
  const bought = Object.values(said.ids).flatMap(({ purchaseId }) => purchaseId ?? []);
  const draws = said.figures.draws.map(({ draw }) => draw);
  const [purchases, named] = await Promise.all([
    bought.length === 0 ? [] : reader.rows(purchasesOf(reader, keys, bought)),
    draws.length === 0 ? [] : reader.rows(drawsOf(reader, keys, draws)),
  ]);
  const wordsOf = ({ description, merchantName }: (typeof purchases)[number]['details']): PurchaseWords => ({
    description: description ?? undefined,
    merchantName: merchantName ?? undefined,
  });
  return {
    purchases: new Map(purchases.map(({ id, details }) => [id, wordsOf(details)])),
    nicknames: new Map(named.map(({ id, nickname }) => [id, nickname])),
  };
}

const purchasesOf = ({ db }: Reader, { personId }: LoanKeys, ids: readonly string[]) =>
  db.selectFrom('purchases').select(['id', 'details']).where('person_id', '=', personId).where('id', '=', oneOf(ids));

const drawsOf = ({ db }: Reader, { personId }: LoanKeys, ids: readonly string[]) =>
  db.selectFrom('draws').select(['id', 'nickname']).where('person_id', '=', personId).where('id', '=', oneOf(ids));
