// What the events of a plan tell.
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { autopayPaymentId } from '../../core/loan/derived-id.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { ExpectedPayment } from './expected.ts';
import type { PlanRow } from './tables.ts';

export const toldOfPlan = ({ external_id }: LoanRow, { id, instrument_id, status }: PlanRow) => ({
  loanExternalId: external_id,
  autopayPlanId: id,
  paymentInstrumentId: instrument_id,
  status,
});

export const toldOfPayment = (loan: LoanRow, row: PlanRow, one: Pick<ExpectedPayment, ToldOfPayment>) => ({
  ...toldOfPlan(loan, row),
  autopayPaymentId: idOfPayment(row.id, one),
  date: dateOf(one.plannedOn),
  amount: one.amount,
});
type ToldOfPayment = 'due' | 'ordinal' | 'plannedOn' | 'amount';

/** Its id in every computation of it. */
export const idOfPayment = (
  planId: string,
  { due, ordinal }: { readonly due: Pick<ExpectedPayment['due'], 'on'>; readonly ordinal: number },
): string => autopayPaymentId(planId, `${dateOf(due.on)} ${ordinal}`);

export function tellPlan(
  { emit }: { readonly emit: Emit },
  loan: LoanRow,
  row: PlanRow,
  kinds: readonly EventKind[],
  more: { readonly reason?: string } = {},
): void {
  const told = { ...toldOfPlan(loan, row), ...more };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: loan.id } });
}
