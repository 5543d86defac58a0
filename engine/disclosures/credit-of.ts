// A loan as the credit of an annual percentage rate.

import type { ScheduleRow } from '../installment/schedule-of.ts';
import type { Terms } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import type { CashFlow, Credit } from './apr.ts';

/**
 * The borrower gets the principal and the planned advances, pays the amounts of the schedule, and an origination fee at
 * the start if it is deducted or charged separately. A financed fee is part of the payments.
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
