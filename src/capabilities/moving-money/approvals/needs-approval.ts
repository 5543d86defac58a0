// Whether an order of money out waits for a second person. What a borrower got shortly before without one counts with
// it: who splits an amount does not get below the limit.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { PayoutKind } from '../orders/order.ts';

export interface Payout {
  readonly kind: PayoutKind;
  readonly personId: string;
  readonly instrumentId: string;
  readonly amount: Cents;
}

const usual = { reimbursementsAbove: cents(50_000), firstAdvancesAbove: cents(0) } as const;
const countedSeconds = 10 * 86_400;

export async function needsApproval(reader: Reader, now: Instant, payout: Payout): Promise<boolean> {
  const { paymentApprovals: rules } = await settingsOf(reader);
  if (payout.kind === 'advance') {
    const above = rules?.firstAdvancesAbove ?? usual.firstAdvancesAbove;
    return payout.amount > above && !(await wasUsed(reader, payout));
  }
  const before = await withoutApproval(reader, addSeconds(now, -countedSeconds), payout);
  return before + payout.amount > (rules?.reimbursementsAbove ?? usual.reimbursementsAbove);
}

/** Money has gone this way, and has not come back. */
async function wasUsed(reader: Reader, { personId, instrumentId }: Payout): Promise<boolean> {
  const used = reader.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('person_id', '=', personId)
    .where('instrument_id', '=', instrumentId)
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', '=', 'confirmed')
    .limit(1);
  return (await reader.row(used)) !== undefined;
}

async function withoutApproval(reader: Reader, since: Instant, { personId, kind }: Payout): Promise<number> {
  const out = reader.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('person_id', '=', personId)
    .where('payout_kind', '=', kind)
    .where('created_at', '>', since)
    .where('state', 'not in', ['refused', 'voided', 'returned'])
    .where('subject_id', 'not in', (eb) =>
      eb
        .selectFrom('payment_approvals')
        .select('subject_id')
        .where('person_id', '=', personId)
        .where('status', '=', 'approved'),
    );
  return Number((await reader.row(out))?.sum ?? 0);
}
