// For which day a read asks, and as it was known when.
import type { LoanState } from '@tenor/engine/account/state.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { type Computed, lifeOn, loanOn } from './computed-loan.ts';
import { termsOf } from './held-loan.ts';

export interface AsOf {
  readonly day: Day;
  readonly knownAt: Instant | undefined;
}

/** A hundred years: nothing is agreed beyond, and every sum stays exact. */
const daysAheadMax = 36_600;

interface AskedDay {
  readonly path: string;
  readonly date: CivilDate | undefined;
  readonly knownAt?: Instant | undefined;
}

/** Without a date it is today, or the day on which one knew no more. Errors: InvalidRequest. */
export function asOf(row: LoanRow, now: Instant, { path, date, knownAt }: AskedDay): AsOf {
  const today = todayOf(row, now);
  if (date === undefined) {
    return { day: knownAt === undefined ? today : Math.min(today, todayOf(row, knownAt)), knownAt };
  }
  const day = dayOf(date);
  if (day <= today + daysAheadMax) return { day, knownAt };
  const message = 'lies too far ahead';
  throw refuseFields(errors.InvalidRequest, [
    { path, message, expected: `a date up to ${dateOf(today + daysAheadMax)}` },
  ]);
}

/** The books of a loan on a day. */
export interface Books {
  readonly terms: LoanTerms;
  readonly state: LoanState;
  /** The same loan on another day, from the same facts; only where all of its life was read. */
  on(day: Day): LoanState;
}

/** Undefined for a loan that has no books yet. The records hold what was replayed, not all of its life. */
export async function stateAsOf(
  reader: Reader,
  held: HeldLoan,
  { day, knownAt }: AsOf,
): Promise<LoanState | undefined> {
  if (held.row.state === null) return undefined;
  const computed = knownAt === undefined ? loanOn(reader, held, day) : lifeOn(reader, held, day, knownAt);
  return (await computed).state;
}

/** With everything that ever happened in its records; undefined for a loan that has no books yet. */
export async function lifeAsOf(reader: Reader, held: HeldLoan, { day, knownAt }: AsOf): Promise<Books | undefined> {
  if (held.row.state === null) return undefined;
  const { state, facts }: Computed = await lifeOn(reader, held, day, knownAt);
  const terms = termsOf(held.row);
  return { terms, state, on: (other) => held.product.replay(terms, facts, { through: other, knownAt }) };
}
