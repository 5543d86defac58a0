// The tail of a loan: the facts from which its next change is computed. It begins at the newest checkpoint, which
// follows the due dates; in a period with many facts it begins after one of them, so that each further fact costs the
// same.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { inOrder, type Place } from '@tenor/engine/account/order.ts';
import { factsAfter, placeOf } from '@tenor/engine/account/tail.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Steps } from '@tenor/engine/values/steps.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { packedState } from '../loan/packed-state.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow, LoanTail, StoredState } from '../loan/tables.ts';
import { asStored, baseDayOf, factsMax, termsOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

/** This many of the last facts can be corrected without a replay from an older checkpoint. */
const factsKept = 8;
/** A loan with fewer facts than these in its whole life is read as quickly without a tail. */
const factsOfLongLoan = 64;

/** The facts of the index are not stored, so they are not included. */
const storedFacts = ({ start, fresh }: Replayed): readonly Fact[] => [...start.facts, ...fresh];

/** The fact after which the tail must begin; undefined while there are few facts. */
export function beginningByCount(found: Replayed): Place | undefined {
  const facts = storedFacts(found);
  if (facts.length <= factsMax) return undefined;
  const since = found.start.from?.through ?? Number.MIN_SAFE_INTEGER;
  const known = facts.filter((fact) => isPlace(fact) && fact.on >= since && fact.on <= found.after.through);
  const place = known.sort(inOrder).at(-1 - factsKept);
  return place && placeOf(place);
}

/** An undo comes last on its day, a change of the origination fee counts from the start: no tail begins at either. */
const isPlace = ({ kind }: Fact): boolean => kind !== 'undo' && kind !== 'feeChange';

/** `row` is the loan after the change, with its new checkpoint. */
export function* moveTail(
  { tail, index, product }: HeldLoan,
  row: LoanRow,
  found: Replayed,
  beginning: Place | undefined,
): Steps<LoanTail | null> {
  const baseDay = baseDayOf(row);
  if (beginning !== undefined && isAfter(baseDay, beginning.on)) {
    const { all, start } = found;
    const state = yield* product.replaying(termsOf(row), all, {
      through: beginning.on,
      last: beginning,
      from: start.from,
    });
    const ahead = factsAfter(storedFacts(found), beginning, product.reach);
    return { through: beginning.on, ahead, state: asStored(product, state), index };
  }
  const isKept = tail !== null && found.start.from?.last !== undefined && isAfter(baseDay, tail.through);
  if (isKept) return tail;
  if (baseDay === undefined || row.facts_count < factsOfLongLoan) return null;
  // Where the facts since the base were not read, the tail begins with the next base.
  const isRead = (found.start.from?.through ?? baseDay) <= baseDay;
  return !isRead || (tail?.state === null && tail.through === baseDay) ? tail : tailOfBase(baseDay, found);
}

const isAfter = (baseDay: Day | undefined, on: Day): boolean => baseDay === undefined || on > baseDay;

const tailOfBase = (through: Day, found: Replayed): LoanTail => ({
  through,
  ahead: storedFacts(found).filter(({ on, kind }) => on > through || kind === 'feeChange'),
  state: null,
  index: [],
});

interface MovedTail {
  readonly held: HeldLoan;
  readonly row: LoanRow;
  readonly tail: LoanTail | null;
}

export function writeTails(tx: Tx, moved: readonly MovedTail[]): void {
  const changed = moved.filter(({ held, tail }) => tail !== held.tail);
  const rows = changed.flatMap(({ row, tail }) => (tail === null ? [] : rowOf(row, tail)));
  for (const put of putTails(tx.db, rows)) tx.write(put);
  for (const { row, tail } of changed) {
    if (tail === null) tx.write(dropTail(tx.db, { personId: row.person_id, loanId: row.id }));
  }
}

const rowOf = ({ person_id, id: loan_id, facts_count }: LoanRow, { state, ...tail }: LoanTail) => {
  const { position: _, ...place } = state ?? {};
  return {
    person_id,
    loan_id,
    facts_count,
    tail: JSON.stringify({ ...tail, state: state === null ? null : place }),
    state: state && packedState(state as StoredState),
  };
};

const putTails = preparedInserts('loan_tails', ['person_id', 'loan_id', 'facts_count', 'tail', 'state'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['person_id', 'loan_id']).doUpdateSet({
      facts_count: sql`excluded.facts_count`,
      tail: sql`excluded.tail`,
      state: sql`excluded.state`,
    }),
  ),
);

const dropTail = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
  db
    .deleteFrom('loan_tails')
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId')),
);
