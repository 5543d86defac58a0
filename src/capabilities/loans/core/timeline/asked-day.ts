// The day that a read asks for, and the instant at which the answer must be what was known.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { State } from '../loan/books.ts';
import type { Books, HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { type Computed, stateFromStart, stateOn } from './compute-state.ts';
import { asState, termsOf } from './held-loan.ts';

export interface AskedDay {
  readonly day: Day;
  readonly knownAt: Instant | undefined;
}

interface DayQuestion {
  readonly path: string;
  readonly date: CivilDate | undefined;
  readonly knownAt?: Instant | undefined;
}

/** Without a date: today, or with `knownAt` the day of that instant. Errors: InvalidRequest. */
export function askedDay(
  { row, product }: Pick<HeldLoan, 'row' | 'product'>,
  now: Instant,
  { path, date, knownAt }: DayQuestion,
): AskedDay {
  const today = todayOf(row, now);
  if (date === undefined) {
    return { day: knownAt === undefined ? today : Math.min(today, todayOf(row, knownAt)), knownAt };
  }
  const day = dayOf(date);
  const last = today + product.daysAheadMax(row.state === null ? null : asState(product, row.state).position);
  if (day <= last) return { day, knownAt };
  const message = 'lies too far ahead';
  throw refuseFields(errors.InvalidRequest, [{ path, message, expected: `a date up to ${dateOf(last)}` }]);
}

/** Undefined for a loan that has no books yet. The records contain what was replayed, not the whole life. */
export async function stateAsked(
  reader: Reader,
  held: HeldLoan,
  { day, knownAt }: AskedDay,
): Promise<State | undefined> {
  if (held.row.state === null) return undefined;
  const computed = knownAt === undefined ? stateOn(reader, held, day) : stateFromStart(reader, held, day, knownAt);
  return (await computed).state;
}

/** The records contain the whole life; undefined for a loan that has no books yet. */
export async function booksAsked(
  reader: Reader,
  held: HeldLoan,
  { day, knownAt }: AskedDay,
): Promise<Books | undefined> {
  if (held.row.state === null) return undefined;
  const { state, facts }: Computed = await stateFromStart(reader, held, day, knownAt);
  const terms = termsOf(held.row);
  return { terms, state, on: (other) => inSlices(held.product.replaying(terms, facts, { through: other, knownAt })) };
}
