// How much a company lets move: in one payment, in a day, and by one instrument in a day; and of money out, for each
// kind of it in a day. Orders that were refused or taken back do not count.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { PayoutKind } from '../orders/order.ts';

interface Asked {
  readonly personId: string;
  readonly instrumentId: string;
  readonly amount: Cents;
  /** Of money out. */
  readonly payoutKind?: PayoutKind;
}

const daySeconds = 86_400;

/** For debits and credits; what takes an order back only lessens what was moved. Errors: InvalidRequest. */
export async function mustBeWithinLimits(
  tx: Tx,
  now: Instant,
  { personId, instrumentId, amount, payoutKind }: Asked,
): Promise<void> {
  const { paymentLimits, payoutLimits } = await settingsOf(tx);
  const since = addSeconds(now, -daySeconds);
  if (payoutKind !== undefined) {
    const limit = payoutLimits?.[limitOf[payoutKind]];
    if (limit != null) {
      await oneAfterTheOther(tx);
      const moved = await movedSince(tx, since, { payout_kind: payoutKind });
      mustFit(amount, limit, `out as ${payoutKind}s within 24 hours`, moved);
    }
  }
  if (paymentLimits == null) return;
  const { perPayment, perDay, perInstrumentPerDay } = paymentLimits;
  mustFit(amount, perPayment, 'in one payment');
  if (perInstrumentPerDay != null) {
    const moved = await movedSince(tx, since, {
      person_id: personId,
      instrument_id: instrumentId,
    });
    mustFit(amount, perInstrumentPerDay, 'by one instrument within 24 hours', moved);
  }
  if (perDay == null) return;
  await oneAfterTheOther(tx);
  mustFit(amount, perDay, 'by the company within 24 hours', await movedSince(tx, since));
}

const limitOf = { reimbursement: 'reimbursementsPerDay', advance: 'advancesPerDay' } as const;

/** So that two at once do not both find room. */
const oneAfterTheOther = (tx: Tx): Promise<unknown> =>
  tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forUpdate());

type Which = { readonly [column in 'person_id' | 'instrument_id' | 'payout_kind']?: string };

async function movedSince(tx: Tx, since: Instant, which: Which = {}): Promise<number> {
  let moved = tx.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('created_at', '>', since)
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', 'not in', ['refused', 'voided']);
  for (const [column, value] of Object.entries(which)) moved = moved.where(column as keyof Which, '=', value as never);
  return Number((await tx.row(moved))?.sum ?? 0);
}

function mustFit(amount: Cents, limit: Cents | null | undefined, what: string, moved = 0): void {
  if (limit == null || moved + amount <= limit) return;
  const left = Math.max(0, limit - moved) as Cents;
  const message = `The company moves at most ${formatCents(limit)} ${what}; ${formatCents(left)} of it is left.`;
  throw refuseField('amount', message, left === 0 ? 'a payment on another day' : `at most ${formatCents(left)}`);
}
