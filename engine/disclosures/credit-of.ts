// A loan as the annual percentage rate sees it.

import type { ScheduleRow } from '../installment/schedule-of.ts';
import type { Terms } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { CashFlow, Credit } from './apr.ts';

/**
 * The borrower gets the principal and the planned advances, pays what the schedule says, and an origination fee that
 * is taken at the start: deducted, or charged apart. One that is financed is in the payments.
 */
export function creditOf(terms: Terms, rows: readonly ScheduleRow[], activatedOn: Day): Credit {
  const { origination } = terms.fees;
  const isPrepaid = origination?.charged === 'deducted' || origination?.charged === 'apart';
  const prepaid: readonly CashFlow[] = isPrepaid ? [{ on: activatedOn, amount: origination.amount }] : [];
  return {
    advances: [{ on: activatedOn, amount: terms.principal }, ...terms.payments.plannedAdvances],
    payments: [...prepaid, ...rows.map(({ on, amount }) => ({ on, amount: cents(amount) }))],
  };
}
