// The due dates that a list is asked for, and the instant at which the answer must be what was known.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { Type } from 'typebox';
import { errors, refuseFields } from '#platform/errors.ts';
import { DateOnly, DateTime, Described } from '#platform/input/schemas.ts';

export const dueDateQuery = {
  fromDate: Type.Optional(Described(DateOnly, { description: 'With toDate, both included.' })),
  toDate: Type.Optional(Described(DateOnly, { description: 'With fromDate.' })),
  dueDate: Type.Optional(Described(DateOnly, { description: 'Exactly this due date.' })),
};

export const knownAtQuery = Type.Optional(
  Described(DateTime, { description: 'As it would have been answered then, with what was known by then.' }),
);

export interface DateFilter {
  readonly fromDate?: CivilDate;
  readonly toDate?: CivilDate;
  readonly dueDate?: CivilDate;
}

/** Both dates are given, or none. Errors: InvalidRequest. */
export function mustBeWhole({ fromDate, toDate }: DateFilter): void {
  if ((fromDate === undefined) !== (toDate === undefined)) {
    const [path, other] = fromDate === undefined ? ['fromDate', 'toDate'] : ['toDate', 'fromDate'];
    throw refuseFields(errors.InvalidRequest, [
      { path, message: `is required with ${other}`, expected: 'both dates, or none' },
    ]);
  }
  if (fromDate === undefined || toDate === undefined || fromDate <= toDate) return;
  throw refuseFields(errors.InvalidRequest, [
    { path: 'toDate', message: 'lies before fromDate', expected: `a date from ${fromDate} on` },
  ]);
}

export const isWithin = (date: CivilDate, { fromDate, toDate, dueDate }: DateFilter): boolean =>
  (dueDate === undefined || date === dueDate) &&
  (fromDate === undefined || date >= fromDate) &&
  (toDate === undefined || date <= toDate);
