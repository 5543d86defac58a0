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
  const { paymentLimits, payoutLimits } = await once(tx, 'settings', () => settingsOf(tx));
  const since = addSeconds(now, -daySeconds);
  const { perPayment, perDay, perInstrumentPerDay } = paymentLimits ?? {};
  const byInstrument = { person_id: personId, instrument_id: instrumentId };
  mustFit(amount, perPayment, 'in one payment');
  const bounds: Bound[] = [
    { limit: perInstrumentPerDay, what: 'by one instrument within 24 hours', which: byInstrument },
    { limit: perDay, what: 'by the company within 24 hours', which: {} },
  ];
  if (payoutKind !== undefined) {
    const limit = payoutLimits?.[limitOf[payoutKind]];
    bounds.unshift({ limit, what: `out as ${payoutKind}s within 24 hours`, which: { payout_kind: payoutKind } });
  }
  const bounded = bounds.filter(({ limit }) => limit != null);
  const sums = await Promise.all(bounded.map(({ which }) => movedInCommit(tx, since, which)));
  // Nothing is waited for from here on: others of this commit are counted, or count this one.
  for (const [i, { limit, what }] of bounded.entries()) mustFit(amount, limit, what, sums[i]?.moved);
  for (const sum of sums) sum.moved += amount;
}

interface Bound {
  readonly limit: Cents | null | undefined;
  readonly what: string;
  readonly which: Which;
}

async function movedInCommit(tx: Tx, since: Instant, which: Which): Promise<Moved> {
  if (which.person_id === undefined) await once(tx, 'turn', () => oneAfterTheOther(tx));
  return once(tx, JSON.stringify(which), () => movedSince(tx, since, which));
}

const limitOf = { reimbursement: 'reimbursementsPerDay', advance: 'advancesPerDay' } as const;

/** One commit after the other, so that two at once do not both find room. */
const oneAfterTheOther = (tx: Tx): Promise<unknown> =>
  tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forUpdate());

/** What a commit has asked for. Several orders of one commit are checked before any of them is stored: so it counts on. */
const asked = new WeakMap<Tx, Map<string, Promise<unknown>>>();

function once<T>(tx: Tx, name: string, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(tx) ?? new Map<string, Promise<unknown>>();
  asked.set(tx, known);
  const answer = (known.get(name) as Promise<T> | undefined) ?? ask();
  known.set(name, answer);
  return answer;
}

interface Moved {
  moved: number;
}

type Which = { readonly [column in 'person_id' | 'instrument_id' | 'payout_kind']?: string };

async function movedSince(tx: Tx, since: Instant, which: Which): Promise<Moved> {
  let moved = tx.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('created_at', '>', since)
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', 'not in', ['refused', 'voided']);
  for (const [column, value] of Object.entries(which)) moved = moved.where(column as keyof Which, '=', value as never);
  return { moved: Number((await tx.row(moved))?.sum ?? 0) };
}

function mustFit(amount: Cents, limit: Cents | null | undefined, what: string, moved = 0): void {
  if (limit == null || moved + amount <= limit) return;
  const left = Math.max(0, limit - moved) as Cents;
  const message = `The company moves at most ${formatCents(limit)} ${what}; ${formatCents(left)} of it is left.`;
  throw refuseField('amount', message, left === 0 ? 'a payment on another day' : `at most ${formatCents(left)}`);
}
