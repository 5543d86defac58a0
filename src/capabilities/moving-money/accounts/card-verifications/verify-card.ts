// Has the provider of cards look at one: an order by which no money moves. Its subject is the card itself, so that its key
// is that of the card and a number.

import { cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { InstrumentOwner } from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { giveOrder } from '../../orders/attempts/give-order.ts';
import type { Ordering } from '../../orders/attempts/taker.ts';
import { carrierIfAny } from '../../orders/companies-providers/carrier.ts';

/** Whoever tries stolen tokens one after the other gets no further with a borrower on one day. */
const perBorrowerMax = 20;
const countedSeconds = 86_400;

interface Card {
  readonly personId: string;
  readonly instrumentId: string;
}

/** A new card. It waits, pending, where no provider looks at cards, or too many of the borrower were looked at. */
export async function verifyNewCard(
  ctx: CommandContext,
  tx: Tx,
  { person_id: personId }: InstrumentOwner,
  instrumentId: string,
): Promise<void> {
  if ((await verifiedToday(ctx, tx, personId)) < perBorrowerMax) {
    await orderVerification(ctx, tx, { personId, instrumentId }, 1, null);
  }
}

/** `sendAt` is a business instant; null: now. */
export async function orderVerification(
  ctx: Ordering,
  tx: Tx,
  { personId, instrumentId }: Card,
  number: number,
  sendAt: Instant | null,
): Promise<void> {
  const carrier = await carrierIfAny(tx, ctx, { instrumentType: 'card', deed: 'verify' });
  if (carrier === undefined) return;
  await giveOrder(ctx, tx, carrier, {
    ...({ subject: { kind: 'cardVerification', id: instrumentId }, personId, instrumentId, number } as const),
    ...({ rail: 'card', deed: 'verify', amount: cents(0), entryDate: null, isSameDay: false } as const),
    entry: { sec: null, isRecurring: false, description: 'CARDVERIFY', id: instrumentId, name: '' },
    authorizationId: null,
    of: null,
    sendAt,
  });
}

async function verifiedToday({ now }: CommandContext, tx: Tx, personId: string): Promise<number> {
  const row = await tx.row(
    tx.db
      .selectFrom('payment_attempts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('person_id', '=', personId)
      .where('deed', '=', 'verify')
      .where('created_at', '>', addSeconds(now, -countedSeconds)),
  );
  return Number(row?.count ?? 0);
}

/** Whether the provider has the first question about a card, and has not answered it. */
export async function isBeingVerified(reader: Reader, personId: string, instrumentId: string): Promise<boolean> {
  const open = reader.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('person_id', '=', personId)
    .where('subject_id', '=', instrumentId)
    .where('number', '=', 1)
    .where('state', 'in', ['ready', 'sending', 'unknown']);
  return (await reader.row(open)) !== undefined;
}
