// The statement days and due days of a line from JSON. `statementDay: 8` is short for `statementDays: [8]`.

import type { CycleTerms } from '../../line/terms.ts';
import { at, choice, defaulting, fault, list, maybe, object, orNull, type Reader, refine, whole } from '../input.ts';
import { day } from '../read-values.ts';

const dayNumber = whole(1, 31);
const dayNumbers = list('a list of days such as [15]', dayNumber);

const written = object('an object such as {"statementDay": 8, "dueDay": 4}', {
  frequency: defaulting(choice('weekly', 'everyTwoWeeks', 'twiceMonthly', 'monthly'), 'monthly'),
  statementDays: maybe(dayNumbers),
  statementDay: maybe(dayNumber),
  dueDays: maybe(dayNumbers),
  dueDay: maybe(dayNumber),
  dueAfterDays: orNull(whole(1, 366)),
  startDate: orNull(day),
});

/** Whether these days can be those of a line is asked later: that depends on other terms. */
export const cycleTerms: Reader<CycleTerms> = refine(written, (given, path) => {
  const { frequency, dueAfterDays, startDate } = given;
  const statementDays = daysOf(given.statementDays, given.statementDay, path, 'statementDay');
  const dueDays = daysOf(given.dueDays, given.dueDay, path, 'dueDay');
  const shared = { frequency, dueAfterDays, startDate };
  if (statementDays !== null && dueDays !== null)
    return { ...shared, fixed: 'both', days: [...statementDays, ...dueDays] };
  const days = statementDays ?? dueDays;
  if (days === null) throw fault(path, 'must say the statementDay, the dueDay, or both.');
  if (dueAfterDays === null)
    throw fault(
      at(path, 'dueAfterDays'),
      'is missing: with one of the two days it must be the number of days from the statement to the due date.',
    );
  return { ...shared, fixed: dueDays === null ? 'statementDay' : 'dueDay', days };
});

function daysOf(
  days: readonly number[] | undefined,
  day: number | undefined,
  path: string,
  name: string,
): readonly number[] | null {
  if (days !== undefined && day !== undefined)
    throw fault(at(path, name), `is short for ${name}s: give one of the two.`);
  if (days?.length === 0) throw fault(at(path, `${name}s`), 'must have at least one day.');
  return days ?? (day === undefined ? null : [day]);
}
