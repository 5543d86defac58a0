// A loan that is not active yet has only a plan: its schedule if it were activated today.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { TermsRefused } from '@tenor/engine/account/terms.ts';
import { type ScheduleRow, scheduleOf } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import { termsOf } from './terms-of-loan.ts';

const mayBegin = ({ status, timestamps }: LoanRow): boolean =>
  timestamps.originatedAt !== undefined && status !== 'canceled' && status !== 'declined';

/** Empty for a draft, for a loan that will never begin, and for one whose dates have passed meanwhile. */
export function plannedSchedule({ row, index }: HeldLoan, day: Day): ScheduleRow[] {
  if (!mayBegin(row)) return [];
  try {
    return scheduleOf(
      termsOf(row),
      day,
      indexFacts(index).filter(({ on }) => on <= day),
    );
  } catch (error) {
    if (error instanceof TermsRefused) return [];
    throw error;
  }
}

/** The agreed advances that are still to come, as the schedule needs them. */
export const advancesAhead = ({ payments }: Terms, through: Day): FactOf<'advance'>[] =>
  payments.plannedAdvances
    .map(({ on, amount }, i) => ({
      kind: 'advance' as const,
      id: `planned-${i}`,
      on,
      amount,
      afterwards: 'keepPayment' as const,
    }))
    .filter(({ on }) => on > through);
