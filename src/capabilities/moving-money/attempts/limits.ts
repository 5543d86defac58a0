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
  const { paymentLimits } = await once(tx, 'settings', () => settingsOf(tx));
  if (paymentLimits == null) return;
  const { perPayment, perDay, perInstrumentPerDay } = paymentLimits;
  mustFit(amount, perPayment, 'in one payment');
  const since = addSeconds(now, -daySeconds);
  const ofInstrument =
    perInstrumentPerDay == null
      ? undefined
      : await once(tx, `${personId} ${instrumentId}`, () => movedSince(tx, since, { personId, instrumentId }));
  const ofCompany = perDay == null ? undefined : await once(tx, 'company', () => movedByCompany(tx, since));
  mustFit(amount, perInstrumentPerDay, 'by one instrument within 24 hours', ofInstrument?.moved);
  mustFit(amount, perDay, 'by the company within 24 hours', ofCompany?.moved);
  for (const one of [ofInstrument, ofCompany]) if (one !== undefined) one.moved += amount;
}

/** What a commit has asked for. Several orders of one commit are checked before any of them is stored: so it counts on. */
const asked = new WeakMap<Tx, Map<string, Promise<unknown>>>();

function once<T>(tx: Tx, name: string, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(tx) ?? new Map<string, Promise<unknown>>();
  asked.set(tx, known);
  const answer = (known.get(name) as Promise<T> | undefined) ?? ask();
  known.set(name, answer);
  return answer;
}

/** One commit after the other, so that two at once do not both find room. */
async function movedByCompany(tx: Tx, since: Instant): Promise<Moved> {
  await tx.row(tx.db.selectFrom('money_switches').select('stopped_at').forUpdate());
  return movedSince(tx, since);
}

interface Moved {
  moved: number;
}

async function movedSince(tx: Tx, since: Instant, by?: Omit<Asked, 'amount'>): Promise<Moved> {
  let moved = tx.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('created_at', '>', since)
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', 'not in', ['refused', 'voided']);
  if (by !== undefined) moved = moved.where('person_id', '=', by.personId).where('instrument_id', '=', by.instrumentId);
  return { moved: Number((await tx.row(moved))?.sum ?? 0) };
}

function mustFit(amount: Cents, limit: Cents | null | undefined, what: string, moved = 0): void {
  if (limit == null || moved + amount <= limit) return;
  const left = Math.max(0, limit - moved) as Cents;
  const message = `The company moves at most ${formatCents(limit)} ${what}; ${formatCents(left)} of it is left.`;
  throw refuseField('amount', message, left === 0 ? 'a payment on another day' : `at most ${formatCents(left)}`);
}
