// The interest that had accrued when the year began. A loan stores it, so that the interest accrued in the year is one
// subtraction, however old the loan is.
import { isDeepStrictEqual } from 'node:util';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import type { Exact } from '@tenor/engine/interest/exact.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { State } from '../loan/books.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanFigures } from '../loan/tables.ts';
import type { AskedDay } from '../timeline/asked-day.ts';
import { stateFromStart, stateOn } from '../timeline/compute-state.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { firstDifference } from '../timeline/index-facts.ts';
import type { Replayed } from './replayed.ts';

type YearMark = NonNullable<LoanFigures['yearMark']>;

/** January 1st, or the day on which the loan began or was migrated, if that was later. */
export const yearMarkDay = (through: Day, startedOn: Day): Day =>
  Math.max(dayOf(`${dateOf(through).slice(0, 4)}-01-01` as CivilDate), startedOn);

/** The figures with the mark of the year that the books have reached; the same object, if nothing changes in it. */
export function withYearMark(
  figures: LoanFigures,
  held: HeldLoan,
  { after, all, start, earliest }: Pick<Replayed, 'after' | 'all' | 'start' | 'earliest'>,
): LoanFigures {
  const { product, row } = held;
  const { position, through } = after;
  if (position.standing === 'pending') return figures;
  const day = yearMarkDay(through, position.startedOn);
  const kept = figures.yearMark;
  const isStanding = kept?.day === day && kept.rules === after.rules;
  if (isStanding && earliest > day) return figures;
  const { from } = start;
  if (from !== undefined && from.through > day) return withoutMark(figures);
  // After a jump of years it would be a replay of them all; a read computes it until the next year begins.
  if (day - (from?.through ?? position.startedOn) > daysReplayedMax) return withoutMark(figures);
  const mark = markOf(
    held,
    day === through ? after : product.replay(termsOf(row), all, { through: day, ...(from && { from }) }),
  );
  return isStanding && isDeepStrictEqual(mark, kept) ? figures : { ...figures, yearMark: mark };
}

/** At most two years are replayed for the mark. */
const daysReplayedMax = 732;

const withoutMark = ({ yearMark: _, ...figures }: LoanFigures): LoanFigures => figures;

const markOf = ({ product, row }: HeldLoan, state: State): YearMark => {
  const { rules, through, position } = state;
  const { whole, part } = product.amounts(termsOf(row), state).accruedTotal;
  return { day: through, rules, scale: position.scale, accrued: { whole, part } };
};

/** All interest that had accrued by the day on which the year of the state begins. */
export async function accruedBeforeYear(
  reader: Reader,
  held: HeldLoan,
  { through, position }: State,
  { knownAt }: AskedDay,
): Promise<{ readonly accrued: Exact; readonly scale: number }> {
  const day = yearMarkDay(through, position.startedOn);
  if (knownAt === undefined && isKept(held, day)) return held.row.figures.yearMark as YearMark;
  const computed = knownAt === undefined ? stateOn(reader, held, day) : stateFromStart(reader, held, day, knownAt);
  return markOf(held, (await computed).state);
}

function isKept({ row, index }: HeldLoan, day: Day): boolean {
  const mark = row.figures.yearMark;
  if (mark?.day !== day || mark.rules !== rulesVersion) return false;
  const changed = firstDifference(row.index_known ?? [], index);
  return changed === undefined || changed > day;
}
