// The billing periods of a line: those that a statement has ended, the running one, and the next.
import { datesToCome } from '@tenor/engine/line/cycle.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineObligation } from '@tenor/engine/line/state.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { BookObligation } from '../../loan/books.ts';
import { periodId } from '../../loan/derived-id.ts';
import type { LoanPeriod } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { isTakenOver } from '../../loan/taken-over.ts';
import { stateFromStart } from '../../timeline/compute-state.ts';
import { pastPeriodsOf, presentPastPeriod } from '../../timeline/past-periods.ts';
import { ownState } from './own-books.ts';

interface Period {
  readonly ordinal: number;
  readonly periodStart: Day;
  readonly statementOn: Day;
  readonly dueOn: Day;
}

export async function allPeriods(reader: Reader, held: HeldLoan, today: Day): Promise<LoanPeriod[]> {
  const { row } = held;
  const past = row.state === null || isTakenOver(row) ? await pastPeriodsOf(reader, row) : [];
  const before = past.map((period, i) => presentPastPeriod(row.id, period, i + 1));
  if (row.state === null) return before;
  const { state } = await stateFromStart(reader, held, today);
  const known = new Set(before.map(({ id }) => id));
  const since = periodsOf(ownState(state)).map((period) => presentPeriod(row.id, period));
  return [...before, ...since.filter(({ id }) => !known.has(id))];
}

function periodsOf({ position: p, records }: LineState): Period[] {
  if (p.standing === 'pending') return [];
  const [running, next] = datesToCome(p, 2) as [LineDates, LineDates];
  return [
    ...records.bills,
    { ordinal: p.ordinal, periodStart: p.periodStart, ...running },
    { ordinal: p.ordinal + 1, periodStart: running.statementOn, ...next },
  ];
}

type LineDates = Pick<Period, 'statementOn' | 'dueOn'>;

const presentPeriod = (loanId: string, { ordinal, periodStart, statementOn, dueOn }: Period): LoanPeriod => ({
  id: periodId(loanId, ordinal),
  periodId: periodId(loanId, ordinal),
  object: 'loanPeriod',
  startDate: dateOf(periodStart),
  endDate: dateOf(statementOn - 1),
  statementDate: dateOf(statementOn),
  dueDate: dateOf(dueOn),
});

/** The state knows the periods since its checkpoint; of those before, the obligations of their statements do. */
export function periodOn(state: LineState, day: Day, known: readonly BookObligation[]): number | undefined {
  const statements = (known as readonly LineObligation[]).filter(({ kind }) => kind === 'statement');
  const before = statements.map(({ ordinal, periodStart, on }) => ({ ordinal, periodStart, statementOn: on }));
  return [...periodsOf(state), ...before].find((one) => one.periodStart <= day && day < one.statementOn)?.ordinal;
}

export function startOfPeriod({ position: p, records }: LineState, ordinal: number): Day | undefined {
  if (ordinal === p.ordinal) return p.periodStart;
  const known = [...records.obligations, ...p.obligations];
  return known.find((one) => one.kind === 'statement' && one.ordinal === ordinal)?.periodStart;
}
