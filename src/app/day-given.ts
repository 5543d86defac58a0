// A day on the command line.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Given } from './command.ts';
import { WrongUse } from './wrong-use.ts';

/** The day that the option `--through` names; undefined if it was not given. Errors: WrongUse. */
export function dayGiven(given: Given[string]): CivilDate | undefined {
  if (typeof given !== 'string') return undefined;
  const date = /^\d{4}-\d\d-\d\d$/.test(given) ? parseCivilDate(given) : undefined;
  if (date === undefined) throw new WrongUse('--through must be a day such as 2027-05-14.');
  return date;
}
