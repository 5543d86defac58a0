// What the events of a plan tell.
import type { Emit } from '#platform/events/emit.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { PlanRow } from './tables.ts';

export const toldOfPlan = ({ external_id }: LoanRow, { id, instrument_id, status }: PlanRow) => ({
  loanExternalId: external_id,
  autopayPlanId: id,
  paymentInstrumentId: instrument_id,
  status,
});

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
