// Writes postings, and the balances with them. Rows are only added; a balance is the sum of its postings at each commit.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { uuid } from '#platform/random.ts';
import type { Entry } from './postings.ts';

export interface PostedEvent {
  readonly event: string;
  readonly day: CivilDate;
  readonly entries: readonly Entry[];
}

interface About {
  readonly carrierId: string;
  readonly at: Instant;
  position(): number;
}

interface AboutOrder extends About {
  readonly attemptId: string;
  /** The names that the bank may use for it: our key, and the provider's id. */
  readonly orderKey?: string | null;
  readonly providerRef?: string | null;
}

interface AboutLine extends About {
  readonly lineId: string | null;
}

/** Postings of one commit, written at its end: others of the company wait for the balances. */
export type Posting = ReturnType<typeof postingsOf>[number];

/** Postings for an order. */
export const postingsOf = (
  { attemptId, orderKey = null, providerRef = null, ...about }: AboutOrder,
  events: readonly PostedEvent[],
) => posted(about, { attempt_id: attemptId, line_id: null, order_key: orderKey, provider_ref: providerRef }, events);

/** Postings for a line of the bank, or for what somebody has decided about it. */
export const postingsOfLine = ({ lineId, ...about }: AboutLine, events: readonly PostedEvent[]): Posting[] =>
  posted(about, { attempt_id: null, line_id: lineId, order_key: null, provider_ref: null }, events);

interface Named {
  readonly attempt_id: string | null;
  readonly line_id: string | null;
  readonly order_key: string | null;
  readonly provider_ref: string | null;
}

function posted({ carrierId, at, position }: About, named: Named, events: readonly PostedEvent[]) {
  const postings = events.flatMap(({ event, day, entries }) =>
    entries.map(([account, amount_cents]) => ({
      id: uuid(),
      position: position(),
      carrier_id: carrierId,
      ...named,
      event,
      day,
      account,
      amount_cents,
      posted_at: at,
    })),
  );
  if (postings.reduce((sum, { amount_cents }) => sum + amount_cents, 0) !== 0) {
    throw new Error(`The postings of ${named.attempt_id ?? named.line_id} are not zero together.`);
  }
  return postings;
}

const insertPostings = preparedInserts('cash_postings', [
  'carrier_id',
  'id',
  'position',
  'attempt_id',
  'line_id',
  'order_key',
  'provider_ref',
  'event',
  'day',
  'account',
  'amount_cents',
  'posted_at',
]);

/** Each balance is changed once, in the same order everywhere, so that two commits do not wait for each other. */
export function writePostings(tx: Tx, postings: readonly Posting[]): void {
  if (postings.length === 0) return;
  for (const insert of insertPostings(tx.db, postings)) tx.write(insert);
  const balances = Map.groupBy(postings, ({ carrier_id, account }) => `${carrier_id} ${account}`);
  for (const name of [...balances.keys()].sort()) {
    const of = balances.get(name) as [Posting, ...Posting[]];
    const [{ carrier_id, account }] = of;
    const amount_cents = of.reduce((sum, one) => sum + one.amount_cents, 0);
    tx.write(
      tx.db
        .insertInto('cash_balances')
        .values({ carrier_id, account, amount_cents })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'carrier_id', 'account'] as never).doUpdateSet((eb) => ({
            amount_cents: eb('cash_balances.amount_cents', '+', eb.ref('excluded.amount_cents')),
          })),
        ),
    );
  }
}
