// A promise to pay as it is stored and told, and what has come of it by now.

import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { movedTo } from '../../loan/thing.ts';
import { startOfDay, todayOf } from '../../loan/today.ts';
import { factOf, storedFact } from '../../timeline/stored-facts.ts';
import { promiseStatusChanged } from './events.ts';
import { standingOf } from './kept.ts';
import { type PromiseRow, promiseStates, promises, verbTo } from './promise.ts';

type OfLoan = Pick<LoanRow, 'person_id' | 'id'>;

/** Following more would make each change of money dearer; the outcome of older ones stays. */
export const followedMax = 20;

/** The promises that were not canceled, the newest first. */
export const promisesOf = (reader: Reader, { person_id, id }: OfLoan): Promise<PromiseRow[]> =>
  reader.rows(
    promises
      .of(reader, { personId: person_id, loanId: id })
      .where('status', '<>', promiseStates.to('cancel'))
      .orderBy('position', 'desc')
      .limit(followedMax),
  );

interface Recorded {
  readonly number: number;
  readonly fact: Fact;
}

/** Facts of money, and what undoes it, that were recorded after another fact. */
export async function moneyRecorded(reader: Reader, { person_id, id }: OfLoan, after: number): Promise<Recorded[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('loan_facts')
      .select(['number', storedFact.as('fact')])
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('number', '>', after)
      .where('kind', 'in', ['payment', 'undo'])
      .orderBy('number'),
  );
  return rows.map(({ number, fact }) => ({ number, fact: factOf(fact) }));
}

interface Bringing {
  readonly now: Instant;
  readonly emit: Emit;
}

/** The plan as what was recorded says now, told if its status is another one; the same object if nothing is. */
export function brought(
  { now, emit }: Bringing,
  loan: LoanRow,
  before: PromiseRow,
  recorded: readonly Recorded[],
): PromiseRow {
  const facts = recorded.filter(({ number }) => number > before.after_fact).map(({ fact }) => fact);
  const paidOffOn = loan.state?.position.paidOffOn ?? null;
  const { status, isOverdue, periods, lookOn } = standingOf(before, facts, { today: todayOf(loan, now), paidOffOn });
  const found = {
    ...before,
    is_overdue: isOverdue,
    periods,
    act_at: lookAt(loan, lookOn),
  };
  if (status === before.status) return isDeepStrictEqual(found, before) ? before : found;
  const { to } = promiseStates.move(before.status, verbTo[status]);
  const row = movedTo(found, to, now);
  tellPromise(emit, loan, row, before.status);
  return row;
}

/** When the day looks at it. */
export const lookAt = ({ zone }: Pick<LoanRow, 'zone'>, day: Day | null): Instant | null =>
  day === null ? null : startOfDay(day, zone);

export function tellPromise(emit: Emit, loan: LoanRow, row: PromiseRow, previous: PromiseRow['status'] | null): void {
  const told = {
    loanExternalId: loan.external_id,
    promiseToPayPlanId: row.id,
    promiseStatus: row.status,
    previousPromiseStatus: previous,
    amount: row.periods.reduce((sum, { amount }) => sum + amount, 0) as Cents,
    currency: 'USD',
    startDate: row.start_date,
    endDate: row.end_date,
  };
  emit(promiseStatusChanged, row.person_id, told, { about: { loanId: row.loan_id } });
}
