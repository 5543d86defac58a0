// A message about a payment to come is on its way: from now on the payment may take what it says.
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import type { PaymentToAnnounce } from './announce.ts';
import { withAnnounced } from './notices.ts';
import { standingPlan, writePlan } from './stored-plan.ts';
import { idOfPayment } from './tell-plan.ts';

type Announced = Pick<PaymentToAnnounce, 'personId' | 'loanId' | 'autopayPaymentId' | 'amount'>;

/** A notice of an amount that is another one by now says nothing of it. The borrower is locked. */
export async function noteAnnounced(
  { now }: { readonly now: Instant },
  tx: Tx,
  { personId, loanId, autopayPaymentId, amount }: Announced,
): Promise<void> {
  const held = await findLoan(tx, { personId, loanId });
  const row = held && (await standingPlan(tx, { personId, loanId }));
  if (held === undefined || row === undefined) return;
  const told = row.told.payments.find(
    ({ dueOn, ordinal }) => idOfPayment(row.id, { due: { on: dueOn }, ordinal }) === autopayPaymentId,
  );
  if (told === undefined || told.amount !== amount || told.sentAt !== null) return;
  const sentOn = dayOf(dateInZone(now, held.row.zone));
  const payments = withAnnounced(row.told.payments, { ...told, sentAt: now, sentOn });
  touchLoan(tx, held.row);
  writePlan(tx, row, { ...row, told: { ...row.told, payments }, updated_at: now });
}
