// The notice of a payment of autopay that varies (12 CFR 1005.10(d)): its row is made in the commit that finds that it
// does, so that it goes out at the hour of that day whatever the clock of a test realm does meanwhile.
import { cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type Announcing, noteAnnounced } from '#capabilities/loans/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type NoticeHour, nextHour, noticeHourOf } from './notice-hour.ts';
import { addPending } from './pending.ts';
import { settingsOfNotices } from './switched.ts';
import type { PendingRow } from './tables.ts';

const announcedSubject = 'autopayAmountChanged';
const announcedEvent = 'autopay.payment.announced';

export const announcesAutopay: Announcing = async ({ now }, tx, payment) => {
  const { personId, loanId, autopayPaymentId, paymentInstrumentId, date, amount, zone } = payment;
  const [hour, settings] = await Promise.all([noticeHourOf(tx), settingsOfNotices(tx)]);
  addPending(tx, now, [
    {
      person_id: personId,
      once_key: `${autopayPaymentId} ${amount}`,
      subject: announcedSubject,
      source: 'event',
      source_id: autopayPaymentId,
      channels: settings.get(announcedSubject)?.channels ?? null,
      loan_id: loanId,
      told: { event: announcedEvent, autopayPaymentId, paymentInstrumentId, date, amount },
      due_at: dueAt(now, hour, zone),
    },
  ]);
};

/** At the next such hour, or at once where that is on another day of the loan: it would be too late. */
function dueAt(now: Instant, hour: NoticeHour, zone: string): Instant {
  const { at } = nextHour(now, hour);
  return dateInZone(at, zone) === dateInZone(now, zone) ? at : now;
}

/** It is on its way: the payment may take what it says. */
export async function noteIfAnnounced(
  ctx: Parameters<typeof noteAnnounced>[0],
  tx: Tx,
  { subject, person_id: personId, loan_id: loanId, told }: PendingRow,
): Promise<void> {
  const { autopayPaymentId, amount } = told;
  if (subject !== announcedSubject || loanId === null || typeof autopayPaymentId !== 'string') return;
  await noteAnnounced(ctx, tx, { personId, loanId, autopayPaymentId, amount: cents(Number(amount)) });
}
