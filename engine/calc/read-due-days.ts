// Which days are due days, in the terms and in a change of them. `day: 15` is short for `days: [15]`.

import type { DueDays, Frequency } from '../time/due-dates.ts';
import { checkDueDays, frequencies } from '../time/due-dates.ts';
import type { Day } from '../values/day.ts';
import { at, choice, defaulting, fault, InputError, list, maybe, orNull, type Reader, whole } from './input.ts';
import { day } from './read-values.ts';

const frequency: Reader<Frequency> = choice(...frequencies);

/** A weekday or a day of the month; in a list also a number of weeks. */
const dayNumber = whole(1, 31);
const dayOrWeeks = whole(1, 52);

/** `otherwise` is the frequency when none is given. */
export const dueDaysFields = (otherwise: Frequency) => ({
  frequency: defaulting(frequency, otherwise),
  days: maybe(list('a list of days such as [15]', dayOrWeeks)),
  day: maybe(dayNumber),
  startDate: orNull(day),
});

interface WrittenDueDays {
  readonly frequency: Frequency;
  readonly days: readonly number[] | undefined;
  readonly day: number | undefined;
  readonly startDate: Day | null;
}

export function dueDaysOf({ frequency, days, day, startDate }: WrittenDueDays, path: string): DueDays {
  if (days !== undefined && day !== undefined) throw fault(at(path, 'day'), 'is short for days: give one of the two.');
  const dueDays = { frequency, days: days ?? (day === undefined ? [] : [day]), startDate };
  if (dueDays.days.length === 0 && frequency !== 'singleTerm')
    throw fault(at(path, 'days'), `is missing: it must be ${daysMeant[frequency]}.`);
  const wrong = checkDueDays(dueDays);
  if (wrong === undefined) return dueDays;
  const culprit =
    startDate !== null && checkDueDays({ ...dueDays, startDate: null }) === undefined ? 'startDate' : 'days';
  const blamed = at(path, culprit === 'days' && day !== undefined ? 'day' : culprit);
  throw new InputError(blamed, `${blamed} is wrong. ${wrong}`);
}

const daysMeant: Readonly<Record<Exclude<Frequency, 'singleTerm'>, string>> = {
  weekly: 'a list of one weekday, where Monday is 1',
  everyTwoWeeks: 'a list of one weekday, where Monday is 1',
  everyNWeeks: 'a list of a weekday and the number of weeks, such as [5, 4]',
  twiceMonthly: 'a list of two days of the month, such as [1, 15]',
  monthly: 'a list of one day of the month, such as [15]; 31 is the last day',
  quarterly: 'a list of one day of the month, such as [15]; 31 is the last day',
  halfYearly: 'a list of one day of the month, such as [15]; 31 is the last day',
  yearly: 'a list of one day of the month, such as [15]; 31 is the last day',
};
