// Replays a line from its facts.

import { type Frame, type ReplayOptions, replayIn } from '../account/replay.ts';
import { finished, type Steps } from '../values/steps.ts';
import { accrueAll } from './accrual.ts';
import { applyFact } from './apply.ts';
import { nextCalendarDay, workCalendarDay } from './calendar-day.ts';
import type { LineFact } from './facts.ts';
import { beforeActivation, copyOf, type Line, lineAt } from './line.ts';
import { passPeriods } from './period.ts';
import type { LineRecords, LineState } from './records.ts';
import type { LinePosition, Returned } from './state.ts';
import type { LineTerms } from './terms.ts';
import { prepare } from './timeline.ts';

type LineReplayOptions = ReplayOptions<LinePosition, LineRecords>;

export const replayLine = (terms: LineTerms, facts: readonly LineFact[], options: LineReplayOptions): LineState =>
  finished(replayingLine(terms, facts, options));

export function replayingLine(
  terms: LineTerms,
  facts: readonly LineFact[],
  options: LineReplayOptions,
): Steps<LineState> {
  const prepared = prepare(facts, options.knownAt);
  return replayIn(frameOf(prepared.returned), terms, prepared.facts, options);
}

/** Interest is brought up to a day only where it is needed: a purchase touches one draw. */
function frameOf(returned: readonly Returned[]): Frame<LineTerms, LinePosition, Line, LineFact> {
  return {
    nextDay: nextCalendarDay,
    // What a day changes, the interest of the days before it was earned without.
    startDay(line, day) {
      const isDaily = line.terms.interest.accrual === 'compoundDaily';
      if (isDaily && line.position.paidOffOn === null) accrueAll(line, day);
    },
    calendar: workCalendarDay,
    apply: applyFact,
    open(terms, position, { returnedItems }) {
      const p = position === null ? beforeActivation(terms) : copyOf(position);
      const known = returned.filter(({ key }) => returnedItems.some((item) => item.key === key));
      if (known.length > 0) p.returned = [...p.returned, ...known];
      return lineAt(terms, p);
    },
    finish(line, through) {
      if (line.position.paidOffOn !== null) passPeriods(line, through);
      accrueAll(line, through);
    },
  };
}
