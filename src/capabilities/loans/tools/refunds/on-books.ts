// What the books make of refunds: the fact of each, what may still be given back, and how each is shown with its steps.

import type { FactOf } from '@tenor/engine/account/facts.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import type { BookStep, State } from '../../core/loan/books.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import { mustHavePart } from '../../core/loan/not-for.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { stateFromStart } from '../../core/timeline/compute-state.ts';
import { atFault, type Refund, type RefundRow, refundLists, refundStates, refunds } from './refund.ts';

export const factOfRefund = (row: RefundRow): FactOf<'refund'> => ({
  kind: 'refund',
  id: row.id,
  on: dayOf(row.effective_on),
  version: row.version,
  amount: row.amount,
  atFault: atFault[row.at_fault],
  reamortize: row.reamortizes,
});

/** What may still be given back; null for a draft, whose terms are not fixed. Errors: NotForLines. */
export async function stillEligible(reader: Reader, { row, product }: HeldLoan): Promise<Cents | null> {
  const all = mustHavePart(product, 'refunds').eligible(row.terms);
  if (all === null) return null;
  const sum = await reader.row(
    reader.db
      .selectFrom('loan_refunds')
      .select((eb) => eb.fn.sum<string | null>('amount').as('refunded'))
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.id)
      .where('status', '=', refundStates.to('make')),
  );
  return Math.max(0, all - Number(sum?.refunded ?? 0)) as Cents;
}

/** With what the books of the day make of each. */
export async function listRefunds(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  input: PageInput,
): Promise<Page<Refund> & { readonly extra: { readonly remainingEligibleRefundAmount: Cents | null } }> {
  const remainingEligibleRefundAmount = await stillEligible(reader, held);
  const found = await refundLists.ofLoan.page(reader, keysOf(held.row), input, {
    async show(rows) {
      const state = rows.length === 0 ? undefined : (await stateFromStart(reader, held, today)).state;
      return rows.map((row) => presentRefund(row, state));
    },
  });
  return { ...found, extra: { remainingEligibleRefundAmount } };
}

/** `state` has the steps since the refund. */
export function presentRefund(row: RefundRow, state: State | undefined): Refund {
  const step = stepOf(state, `refund:${row.id}`);
  return refunds.show(row, {
    principalAmount: step?.principal ?? zeroCents,
    interestAmount: step?.interest ?? zeroCents,
    feesAmount: step?.fees ?? zeroCents,
    reimbursementAmount: step?.over ?? zeroCents,
    serviceCreditAmount: stepOf(state, `faultShare:${row.id}`)?.amount ?? zeroCents,
  });
}

const stepOf = (state: State | undefined, cause: string): BookStep | undefined =>
  state?.records.steps.findLast((step) => step.cause === cause);
