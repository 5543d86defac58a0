// An account that was tried, and that its bank does not have or has refused.
import { giveUpInstrument } from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OrderReport, Taking } from '../../orders/attempts/taker.ts';
import { failureRule } from '../../orders/order/failure-reasons.ts';

interface Tried {
  readonly personId: string;
  readonly instrumentId: string;
}

/** Whether nothing can come of an account with such a return. */
export const isUseless = (reason: OrderReport['reason']): boolean =>
  failureRule(reason ?? 'other').instrument === 'inactive';

/** Emits `payment.instrument.updated` and `payment.instrument.deactivated`. */
export async function giveUpAccount(
  work: Taking,
  tx: Tx,
  { personId, instrumentId }: Tried,
  reason: OrderReport['reason'],
): Promise<void> {
  await giveUpInstrument(work, tx, personId, instrumentId, failureOf(reason));
}

/** The failure in the words that the instrument shows. */
export function failureOf(said: OrderReport['reason']) {
  const reason = said ?? 'other';
  const { short, long } = failureRule(reason);
  return { reason, short, long };
}
