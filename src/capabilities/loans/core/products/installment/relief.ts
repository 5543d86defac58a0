// How the payments to come of an installment loan are made easier: deferred, moved to other days, lowered by a plan.
import { ordinalAt } from '@tenor/engine/account/loan.ts';
import type { Position, State } from '@tenor/engine/installment/state.ts';
import { checkDueDays, type DueDays } from '@tenor/engine/time/due-dates.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { expectedDays } from '#capabilities/products/index.ts';
import { Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { readDays } from '../../loan/agreement-fields.ts';
import { loanErrors } from '../../loan/errors.ts';
import type { AskedDueDays, NewFact, Relief } from '../../loan/relief.ts';
import { reAgeOf } from './re-age.ts';

/** None once the loan is paid off. */
const datesAhead = ({ position: p, through }: State): readonly Day[] =>
  p.paidOffOn === null ? p.dueDates.slice(p.next).filter((date) => date > through) : [];

const ordinalOf = (p: Position, date: Day): number => ordinalAt(p, p.dueDates.indexOf(date, p.next));

const addable = ({ position: { dueDates } }: State): number => Math.max(0, dueDatesMax - dueDates.length);

export const relief: Relief<State> = {
  mustHave() {},
  deferrable: (state) =>
    datesAhead(state)
      .slice(0, -1)
      .filter((date) => !state.position.deferred.includes(ordinalOf(state.position, date))),
  addable,
  plannable: datesAhead,
  hasPlan: ({ position: p }) => p.plan !== null && p.paidOffOn === null && ordinalAt(p, p.next) <= p.plan.to,
  async dueDateChange(_reader, _loan, state, asked) {
    const { series } = state.position;
    const frequency = asked.dueDatesFrequency ?? null;
    const isSingle = series.frequency === 'singleTerm';
    if (asked.reamortize === true && state.position.charge !== undefined) {
      throw refuseField('reamortize', 'computes nothing: the charge of the loan was fixed at its start', 'false');
    }
    if (isSingle !== (frequency === 'singleTerm')) throw otherTerm(isSingle);
    return isSingle ? toAnotherDay(state, asked) : byAnotherSeries(state, { ...asked, frequency });
  },
  firstMovable(state) {
    const ahead = datesAhead(state);
    return state.position.series.frequency === 'singleTerm' ? ahead[0] : ahead[1];
  },
  reAge: (reader, row, state, asked) => reAgeOf(reader, row, state, asked, addable(state)),
};

/** As many as a loan can be agreed with. */
const dueDatesMax = 1_200;

const otherTerm = (isSingle: boolean): Refusal =>
  isSingle
    ? refuseField('dueDatesFrequency', 'must be singleTerm: the loan has a single due date', 'singleTerm')
    : refuseField('dueDatesFrequency', 'is not for this loan: it has a series of due dates', 'monthly, for one');

/** No loan can run longer than these years. */
const daysAheadMax = 36_600;

function toAnotherDay(state: State, { specificDays, reamortize }: AskedDueDays): NewFact {
  const [due] = datesAhead(state);
  const date = parseCivilDate(`${specificDays[0]}`);
  const day = date === undefined ? undefined : dayOf(date);
  const [first, last] = [state.through + 1, state.through + daysAheadMax];
  if (specificDays.length !== 1 || day === undefined || day < first || day > last) {
    const expected = `one date from ${dateOf(first)} to ${dateOf(last)}`;
    throw wrongDays('A single due date moves to one other date to come.', expected);
  }
  if (due === undefined) throw nothingToDo('no due date is left that could change');
  if (day === due) throw nothingToDo(`${dateOf(day)} is the due date already`);
  const rest = { frequency: 'singleTerm', days: [], startDate: null } as const;
  return { kind: 'dueDateChange', ...rest, dueDate: day, reamortize: reamortize ?? false };
}

interface AskedSeries extends AskedDueDays {
  readonly frequency: DueDays['frequency'] | null;
}

function byAnotherSeries(state: State, { specificDays, reamortize, ...asked }: AskedSeries): NewFact {
  const { series } = state.position;
  const frequency = asked.frequency ?? series.frequency;
  const { days, startDate, problem: unread } = readDays(frequency, specificDays);
  const problem = unread ?? checkDueDays({ frequency, days, startDate });
  if (problem !== undefined) throw wrongDays(problem, expectedDays[frequency]);
  if (datesAhead(state).length < 2) throw nothingToDo('only the running period is left, and it keeps its due date');
  if (frequency === series.frequency && startDate === null && `${days}` === `${series.days}`) {
    throw nothingToDo('these are the due days already');
  }
  return { kind: 'dueDateChange', frequency, days, startDate, dueDate: null, reamortize: reamortize ?? false };
}

/** Clients know the refusal InvalidSpecificDays. */
const wrongDays = (message: string, expected: string): Refusal =>
  refuseFields(loanErrors.InvalidSpecificDays, [{ path: 'specificDays', message, expected }]);

const nothingToDo = (reason: string): Refusal =>
  new Refusal(loanErrors.NothingToDo, `There is nothing to do: ${reason}.`, { data: { reason } });
