// Programmes that end: deferred interest ("same as cash"), and promo rates that days past due bring to an end.

import { add } from '../interest/exact.ts';
import type { Day } from '../values/day.ts';
import { accrue, restartDisputes, setRates } from './accrual.ts';
import type { Line } from './line.ts';
import { oldestOverdue } from './obligations.ts';
import type { Draw } from './state.ts';
import type { Disqualification } from './terms.ts';

/** Nothing owed: the interest is dropped. Else all of it joins what has accrued. */
export function endProgramme(line: Line, d: Draw, day: Day): void {
  const isCharged = d.principalOwed + d.disputed > 0;
  accrue(line, d, day);
  if (d.memo !== null && isCharged) add(d.carried, d.memo.whole, d.memo.part, line.denominator);
  if (d.memo !== null && !d.hasGrace) restartDisputes(line, d);
  d.memo = null;
  d.endedPromos = [...d.endedPromos, { promo: null, on: day, isCharged }];
  if (!d.hasGrace) d.accruesSince = day;
}

const lastDayOf = ({ terms: { deferredInterest } }: Draw): Day =>
  deferredInterest!.endsOn + deferredInterest!.graceDays;

/** The next day on which a programme ends by its date or by days past due. */
export function nextProgrammeDay(line: Line, never: Day): Day {
  let next = never;
  const { position: p, terms } = line;
  const late = p.isDelinquent ? oldestOverdue(p, terms.delinquency)?.agesFrom : undefined;
  for (const d of p.draws) {
    if (d.memo !== null) next = Math.min(next, lastDayOf(d) + 1);
    if (late === undefined) continue;
    for (const { days } of disqualifying(line, d)) next = Math.min(next, late + days + 1);
  }
  return next;
}

interface Ending {
  readonly days: number;
  readonly promo: number | string | null;
}

/** The programmes of a draw that days past due may still end. */
function disqualifying({ position: p }: Line, d: Draw): Ending[] {
  const endings: Ending[] = [];
  const note = ({ disqualifyOverdueDays: days }: Disqualification, promo: Ending['promo']): void => {
    if (days !== null && !d.endedPromos.some((ended) => ended.promo === promo)) endings.push({ days, promo });
  };
  if (d.memo !== null) note(d.terms.deferredInterest!, null);
  d.terms.rates.promos.forEach(note);
  // To end one of another draw changes nothing (setRates).
  for (const { id, disqualifyOverdueDays } of p.rateFacts) {
    note({ disqualifyOverdueDays: disqualifyOverdueDays ?? null }, id);
  }
  return endings;
}

/** Ends what ends on the day; whether deferred interest was among it. */
export function endProgrammes(line: Line, day: Day): boolean {
  let isAny = false;
  const { position: p, terms } = line;
  const late = oldestOverdue(p, terms.delinquency);
  const daysLate = late === undefined ? 0 : day - late.agesFrom;
  for (const d of p.draws) {
    const wasDeferred = d.memo !== null;
    if (wasDeferred && lastDayOf(d) < day) endProgramme(line, d, day);
    endByDaysLate(line, d, daysLate, day);
    isAny ||= wasDeferred && d.memo === null;
  }
  return isAny;
}

function endByDaysLate(line: Line, d: Draw, daysLate: number, day: Day): void {
  for (const { days, promo } of disqualifying(line, d)) {
    if (daysLate <= days) continue;
    if (promo === null) endProgramme(line, d, day);
    else endPromo(line, d, promo, day);
  }
}

function endPromo(line: Line, d: Draw, promo: number | string, day: Day): void {
  d.endedPromos = [...d.endedPromos, { promo, on: day }];
  setRates(line, d);
}
