// Writes postings, and the balances with them. Rows are only added; a balance is the sum of its postings at each commit.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { uuid } from '#platform/random.ts';
import type { Account, Entry } from './postings.ts';

export interface PostedEvent {
  readonly event: string;
  readonly day: CivilDate;
  readonly entries: readonly Entry[];
}

interface About {
  readonly carrierId: string;
  readonly attemptId: string;
  readonly at: Instant;
  position(): number;
}

export function post(tx: Tx, { carrierId, attemptId, at, position }: About, events: readonly PostedEvent[]): void {
  const postings = events.flatMap(({ event, day, entries }) =>
    entries.map(([account, amount_cents]) => ({
      ...{ id: uuid(), position: position(), carrier_id: carrierId, attempt_id: attemptId },
      ...{ event, day, account, amount_cents, posted_at: at },
    })),
  );
  if (postings.length === 0) return;
  if (postings.reduce((sum, { amount_cents }) => sum + amount_cents, 0) !== 0) {
    throw new Error(`The postings of ${attemptId} are not zero together.`);
  }
  tx.write(tx.db.insertInto('cash_postings').values(postings));
  const sums = new Map<Account, number>();
  for (const { account, amount_cents } of postings) sums.set(account, (sums.get(account) ?? 0) + amount_cents);
  // Always in the same order, so that two commits do not wait for each other.
  for (const account of [...sums.keys()].sort()) {
    const amount_cents = sums.get(account) as number;
    tx.write(
      tx.db
        .insertInto('cash_balances')
        .values({ carrier_id: carrierId, account, amount_cents })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'carrier_id', 'account'] as never).doUpdateSet((eb) => ({
            amount_cents: eb('cash_balances.amount_cents', '+', eb.ref('excluded.amount_cents')),
          })),
        ),
    );
  }
}

/** The balances of each provider of the company. */
export const balancesOf = (reader: Reader) =>
  reader.rows(
    reader.db
      .selectFrom('cash_balances')
      .select(['carrier_id', 'account', 'amount_cents'])
      .orderBy('carrier_id')
      .orderBy('account'),
  );
