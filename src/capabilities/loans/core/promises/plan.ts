// A promise to pay as it is shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { todayOf } from '../loan/today.ts';
import { type PromisePlan, type PromiseRow, promises } from './base/promise.ts';

export function presentPromise(row: PromiseRow, now: Instant): PromisePlan {
  const { periods, described } = row;
  const today = dateOf(todayOf(row, now));
  const sum = (field: 'amount' | 'paid') => periods.reduce((all, period) => all + period[field], 0) as Cents;
  return promises.show(row, {
    totalAmount: sum('amount'),
    paidAmount: sum('paid'),
    frequency: (described?.frequency ?? null) as PromisePlan['frequency'],
    specificDays: described?.specificDays ? [...described.specificDays] : null,
    duration: described?.duration ?? null,
    amount: (described?.amount ?? null) as Cents | null,
    periods: periods.map(({ id, dueDate, amount, paid }) => ({
      id,
      dueDate,
      amount: amount as Cents,
      paidAmount: paid as Cents,
      isFulfilled: paid >= amount,
      isOverdue: row.is_overdue && paid < amount && dueDate < today,
    })),
  });
}
