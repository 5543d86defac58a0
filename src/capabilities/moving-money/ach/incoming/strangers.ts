// Entries of a file that name no entry of ours. The first ones are a break each; a file with very many of them tells the
// rest in one, so that it cannot bury what a person has to look at.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { OrderWork } from '../../orders/attempts/order-work.ts';

export const strangersMax = 20;

/** How many were taken so far. */
export async function strangersIn(reader: Reader, fileId: string): Promise<number> {
  const counted = await reader.row(
    reader.db
      .selectFrom('provider_messages')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('file_id', '=', fileId)
      .where('outcome', '=', 'break')
      .where('attempt_id', 'is', null),
  );
  return Number(counted?.count ?? 0);
}

export async function tellOfStrangers(work: OrderWork, tx: Tx, now: Instant, fileId: string): Promise<void> {
  const strangers = await strangersIn(tx, fileId);
  if (strangers <= strangersMax) return;
  const detail = `${strangers} entries of the file ${fileId} name entries that we never sent; the first ${strangersMax} are breaks of their own.`;
  recordBreak(tx, { ...work, now }, { kind: 'returnUnknown', detail });
}
