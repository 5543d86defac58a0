// What has become by now of what statements asked for: as the obligations of their periods say it.
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { obligationsOfHeld } from '../../core/charges/obligations.ts';
import { listObligations } from '../../core/charges/present-obligations.ts';
import { obligationId } from '../../core/loan/derived-id.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { Fulfilled } from './present.ts';
import type { StatementRow } from './tables.ts';

interface Asked {
  readonly now: Instant;
  readonly micros: number;
}

const nothing: Fulfilled = {
  fulfilledAmount: zeroCents,
  remainingAmount: zeroCents,
  overpaymentsAmount: zeroCents,
};

/** Read once for all of a page. */
export async function fulfilledOf(
  reader: Reader,
  held: HeldLoan,
  rows: readonly StatementRow[],
  { now, micros }: Asked,
): Promise<(row: StatementRow) => Fulfilled> {
  const dates = rows.map(({ due_on }) => due_on).sort();
  const [fromDate, toDate] = [dates[0], dates.at(-1)];
  if (fromDate === undefined || toDate === undefined) return () => nothing;
  const found = await listObligations(obligationsOfHeld(reader, held, now), micros, { fromDate, toDate });
  const byId = new Map(found.obligations.map((one) => [one.id, one]));
  const kind = held.product.hasDraws ? 'statement' : 'instalment';
  return ({ ordinal }) => {
    const one = byId.get(obligationId(held.row.id, { kind, key: String(ordinal) }));
    if (one === undefined) return nothing;
    const { fulfilledAmount, remainingAmount, overpaymentsAmount } = one;
    return { fulfilledAmount, remainingAmount, overpaymentsAmount };
  };
}
