// Promises to pay: found, listed, shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Bool, DateOnly, Described, StringEnum } from '#platform/input/schemas.ts';
import { promiseStatuses } from '../loan/promise-words.ts';
import { listsOf } from '../loan/thing.ts';
import { todayOf } from '../loan/today.ts';
import type { PromiseRow } from '../promised/tables.ts';
import { promises } from '../promised/tables.ts';
import type { PromisePlan } from './schemas.ts';

const filters = {
  status: {
    schema: Type.Array(StringEnum(promiseStatuses), { maxItems: 5, description: 'Any of these.' }),
    where: (asked: readonly string[] | undefined) =>
      asked === undefined || asked.length === 0 ? undefined : sql<boolean>`status in (${sql.join(asked)})`,
  },
  isOverdue: Bool,
  startDateAfter: {
    schema: Described(DateOnly, { description: 'Only those that start on a later day.' }),
    where: (asked: string | undefined) => (asked === undefined ? undefined : sql<boolean>`start_date > ${asked}`),
  },
  endDateBefore: {
    schema: Described(DateOnly, { description: 'Only those that end on an earlier day.' }),
    where: (asked: string | undefined) => (asked === undefined ? undefined : sql<boolean>`end_date < ${asked}`),
  },
};

export const promiseLists = listsOf(promises, {
  filters,
  sortOfCompany: { startDate: 'start_date', endDate: 'end_date' },
});

export function presentPromise(row: PromiseRow, now: Instant): PromisePlan {
  const { periods, described, timestamps: at } = row;
  const today = dateOf(todayOf(row, now));
  const sum = (field: 'amount' | 'paid') => periods.reduce((all, period) => all + period[field], 0) as Cents;
  return {
    id: row.id,
    object: 'promiseToPayPlan',
    companyId: row.company_id,
    loanId: row.loan_id,
    mainBorrowerId: row.person_id,
    status: row.status,
    isOverdue: row.is_overdue,
    startDate: row.start_date,
    endDate: row.end_date,
    totalAmount: sum('amount'),
    paidAmount: sum('paid'),
    graceDays: row.grace_days,
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
    cancelReason: row.cancel_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    activeAt: at.activeAt ?? null,
    keptAt: at.keptAt ?? null,
    brokenAt: at.brokenAt ?? null,
    canceledAt: at.canceledAt ?? null,
  };
}
