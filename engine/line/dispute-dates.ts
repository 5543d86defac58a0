// By when the lender must answer a dispute (12 CFR 1026.13(c)). The dates are shown; nothing happens on them.

import type { Day } from '../values/day.ts';
import { datesToCome } from './cycle.ts';
import type { LineState } from './records.ts';

interface DisputeDates {
  readonly acknowledgeBy: Day;
  readonly decideBy: Day;
}

/** The state is that of the day of the notice: two complete cycles follow the running one; never more than 90 days. */
export function disputeDatesOf({ position, through }: Pick<LineState, 'position' | 'through'>): DisputeDates {
  const [, , third] = datesToCome(position, 3);
  return { acknowledgeBy: through + 30, decideBy: Math.min(third!.statementOn - 1, through + 90) };
}
