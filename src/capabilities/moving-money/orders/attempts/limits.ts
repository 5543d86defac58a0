// How much a company lets move: in one payment, in a day, and by one instrument in a day; and of money out, for each
// kind of it in a day. Orders that were refused or taken back do not count.
import { type Cents, cents, formatCents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { PayoutKind } from '../order/order.ts';
import { movedInCommit, once, type Which } from './moved.ts';
import type { AttemptState } from './states.ts';
import { takeTurn } from './turn.ts';

interface Ordered {
  readonly personId: string;
  readonly instrumentId: string;
  readonly amount: Cents;
  /** Only for money out. */
  readonly payoutKind: PayoutKind | undefined;
}

const daySeconds = 86_400;
const gone: readonly AttemptState[] = ['refused', 'voided'];

/** What goes out in a day where the company has set nothing, whoever has approved it: what is above is a mistake, or theft. */
const usualPayouts = { reimbursementsPerDay: cents(5_000_000), advancesPerDay: cents(100_000_000) } as const;
const limitOf = { reimbursement: 'reimbursementsPerDay', advance: 'advancesPerDay' } as const;

/** For debits and credits; what takes an order back only lessens what was moved. Errors: InvalidRequest. */
export async function mustBeWithinLimits(tx: Tx, now: Instant, ordered: Ordered): Promise<void> {
  const { personId, instrumentId, amount, payoutKind } = ordered;
  const { paymentLimits, payoutLimits } = await once(tx, 'settings', () => settingsOf(tx));
  const { perPayment, perDay, perInstrumentPerDay } = paymentLimits ?? {};
  const byInstrument = { person_id: personId, instrument_id: instrumentId };
  mustFit(amount, perPayment, 'in one payment');
  const limits: Limit[] = [
    { limit: perInstrumentPerDay, what: 'by one instrument within 24 hours', which: byInstrument },
    { limit: perDay, what: 'by the company within 24 hours', which: {} },
  ];
  if (payoutKind !== undefined) {
    const name = limitOf[payoutKind];
    const limit = payoutLimits?.[name] ?? usualPayouts[name];
    limits.unshift({ limit, what: `out as ${payoutKind}s within 24 hours`, which: { payout_kind: payoutKind } });
  }
  const set = limits.filter(({ limit }) => limit != null);
  if (set.some(({ which }) => which.person_id === undefined)) takeTurn(tx);
  const since = addSeconds(now, -daySeconds);
  const sums = await Promise.all(set.map(({ which }) => movedInCommit(tx, { which, since, gone })));
  // Nothing is waited for from here on: others of this commit are counted, or count this one.
  for (const [i, { limit, what }] of set.entries()) mustFit(amount, limit, what, sums[i]?.cents);
  for (const sum of sums) sum.cents += amount;
}

interface Limit {
  readonly limit: Cents | null | undefined;
  readonly what: string;
  readonly which: Which;
}

function mustFit(amount: Cents, limit: Cents | null | undefined, what: string, moved = 0): void {
  if (limit == null || moved + amount <= limit) return;
  const left = Math.max(0, limit - moved) as Cents;
  const message = `The company moves at most ${formatCents(limit)} ${what}; ${formatCents(left)} of it is left.`;
  throw refuseField('amount', message, left === 0 ? 'a payment on another day' : `at most ${formatCents(left)}`);
}
