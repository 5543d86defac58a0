// How much a company lets move: in one payment, in a day, and by one instrument in a day. Orders that were refused or
// taken back do not count.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';

interface Asked {
  readonly personId: string;
  readonly instrumentId: string;
  readonly amount: Cents;
}

const daySeconds = 86_400;

/** For debits and credits; what takes an order back only lessens what was moved. Errors: InvalidRequest. */
export async function mustBeWithinLimits(
  tx: Tx,
  now: Instant,
  { personId, instrumentId, amount }: Asked,
): Promise<void> {
  const { paymentLimits } = await settingsOf(tx);
  if (paymentLimits == null) return;
  const { perPayment, perDay, perInstrumentPerDay } = paymentLimits;
  mustFit(amount, perPayment, 'in one payment');
  const since = addSeconds(now, -daySeconds);
  if (perInstrumentPerDay != null) {
    const moved = await movedSince(tx, since, { personId, instrumentId });
    mustFit(amount, perInstrumentPerDay, 'by one instrument within 24 hours', moved);
  }
  if (perDay == null) return;
  // One after the other, so that two at once do not both find room.
  await tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forUpdate());
  mustFit(amount, perDay, 'by the company within 24 hours', await movedSince(tx, since));
}

async function movedSince(tx: Tx, since: Instant, by?: Omit<Asked, 'amount'>): Promise<number> {
  let moved = tx.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('created_at', '>', since)
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', 'not in', ['refused', 'voided']);
  if (by !== undefined) moved = moved.where('person_id', '=', by.personId).where('instrument_id', '=', by.instrumentId);
  return Number((await tx.row(moved))?.sum ?? 0);
}

function mustFit(amount: Cents, limit: Cents | null | undefined, what: string, moved = 0): void {
  if (limit == null || moved + amount <= limit) return;
  const left = Math.max(0, limit - moved) as Cents;
  const message = `The company moves at most ${formatCents(limit)} ${what}; ${formatCents(left)} of it is left.`;
  throw refuseField('amount', message, left === 0 ? 'a payment on another day' : `at most ${formatCents(left)}`);
}
