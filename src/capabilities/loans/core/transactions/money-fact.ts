// A transaction on the timeline: its present fact, and the fact that undoes it.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { type Instant, instantOfMicros, microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { LoanRow, TransactionRow } from '../loan/tables.ts';
import { factId as undoId } from '../timeline/fact-id.ts';
import { detailsOf, isReimbursement } from './transaction.ts';

export type MoneyFact = FactOf<'payment'> | FactOf<'serviceCredit'> | FactOf<'reimbursement'>;

/** Facts of one day count in the order in which they were recorded, also those that were moved from another day. */
export function factOf(row: TransactionRow, id: string, on: Day): MoneyFact {
  const base = { id, on, at: cameAt(row), amount: row.amount as Cents };
  const { enablePrepayments, component, time, drawId } = detailsOf(row);
  // A line says of its money whether it is for a draw; an installment loan has none.
  const draw = drawId === undefined ? {} : { draw: drawId };
  if (isReimbursement(row)) return { ...base, kind: 'reimbursement' };
  if (row.transaction_type === 'serviceCredit') {
    return { ...base, ...(time === null ? {} : { time }), kind: 'serviceCredit', component, ...draw };
  }
  const status = row.status === 'succeeded' ? 'succeeded' : 'pending';
  return { ...base, ...momentOf(row), kind: 'payment', status, enablePrepayments, agencyFee: 0 as Cents, ...draw };
}

/**
 * A payment that is collected counts when it was authorized: nothing of its place follows from when the provider
 * accepted it.
 */
function momentOf(row: TransactionRow): { readonly time?: number; readonly number?: number } {
  const { time, order } = detailsOf(row);
  return time === null ? {} : { time, number: order + 1 };
}

/** When it was recorded. Within one instant (a test clock may not move) the order of the timeline decides. */
const cameAt = (row: TransactionRow): Instant =>
  instantOfMicros(microsOfInstant(row.created_at) + BigInt(detailsOf(row).order));

/** The id of the fact after the transaction was moved to another day. */
export function nextFactId({ id, fact_id }: TransactionRow): string {
  const [, number = '1'] = (fact_id ?? id).split('.');
  return `${id}.${Number(number) + 1}`;
}

interface Undoing {
  readonly reason: FactOf<'undo'>['reason'];
  readonly today: Day;
  readonly nsfFee: boolean;
  /** How many facts the same change records before it. */
  readonly more?: number;
}

/** Undoes the present fact of a transaction, as if it had never been. */
export const undoOf = (
  loan: LoanRow,
  row: Pick<TransactionRow, 'fact_id' | 'effective_on'>,
  { reason, today, nsfFee, more = 0 }: Undoing,
): FactOf<'undo'> => ({
  kind: 'undo',
  id: undoId(loan, 'undo', more),
  of: row.fact_id as string,
  on: dayOf(row.effective_on),
  reason,
  happenedOn: today,
  amount: null,
  nsfFee,
});
