// The periods of a loan, as they are found.
import type { Day } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type DateFilter, mustBeWhole } from '../loan/date-filter.ts';
import type { LoanPeriod } from '../loan/plan-schemas.ts';
import type { HeldLoan } from '../loan/product.ts';

export async function listPeriods(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  filter: DateFilter,
): Promise<LoanPeriod[]> {
  mustBeWhole(filter);
  const { fromDate, toDate, dueDate } = filter;
  return (await held.product.periods(reader, held, today)).filter(
    (period) =>
      (dueDate === undefined || period.dueDate === dueDate) &&
      (fromDate === undefined || period.endDate >= fromDate) &&
      (toDate === undefined || period.startDate <= toDate),
  );
}

export async function readPeriod(reader: Reader, held: HeldLoan, today: Day, id: string): Promise<LoanPeriod> {
  const period = (await held.product.periods(reader, held, today)).find((one) => one.id === id);
  if (period !== undefined) return period;
  throw new Refusal(errors.NotFound, `This loan has no period ${id}.`, { data: { path: 'loanPeriodId' } });
}
