// An advance as it is stored, found and told, and when the day looks at it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { LoanContext } from '../../../core/books/replayed.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { startOfDay } from '../../../core/loan/today.ts';
import { type AdvanceRow, isScheduled } from './advance.ts';

/**
 * The day after the one for which it is scheduled, unless its money is on its way; and the day after the one for which
 * the schedule counts on it.
 */
export function actAtOf(row: AdvanceRow, { zone }: Pick<LoanRow, 'zone'>): Instant | null {
  const waits = isScheduled(row.status) && row.details.disbursementId === undefined;
  const days = [...(waits ? [row.advance_on] : []), ...(row.planned_on === null ? [] : [row.planned_on])].map(dayOf);
  return days.length === 0 ? null : startOfDay(Math.min(...days) + 1, zone);
}

export function tellAdvance(
  { emit }: Pick<LoanContext, 'emit'>,
  loan: LoanRow,
  row: AdvanceRow,
  kinds: readonly EventKind[],
  before: AdvanceRow | null,
): void {
  const told = {
    loanExternalId: loan.external_id,
    advanceId: row.id,
    advanceExternalId: row.external_id,
    advanceStatus: row.status,
    previousAdvanceStatus: before?.status ?? null,
    amount: row.amount as Cents,
    currency: 'USD',
    advanceDate: row.advance_on,
    cancelReason: row.details.cancelReason,
  };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: row.loan_id } });
}
