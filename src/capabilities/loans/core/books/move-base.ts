// The base of a loan is its state at the last due date that has passed, or on the day before a tail begins, so that a
// change in the last weeks is not replayed from the start. The first base of each year stays as a checkpoint, and of
// those that a tail moved one in a hundred facts or so. A change of the past deletes the checkpoints that it makes wrong.
import type { Place } from '@tenor/engine/account/order.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Steps } from '@tenor/engine/values/steps.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { State } from '../loan/books.ts';
import { packedState } from '../loan/packed-state.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { LoanRow, StoredState } from '../loan/tables.ts';
import { asStored, baseDayOf, factsMax, termsOf } from '../timeline/held-loan.ts';
import type { Replayed } from './replayed.ts';

/** What happens to a loan's checkpoints. */
export interface MovedBase {
  /** Checkpoints from this day on are wrong; null: none is. */
  readonly wrongFrom: Day | null;
  readonly added: StoredState | null;
}

export function* moveBase(
  { row: held, product }: HeldLoan,
  row: LoanRow,
  found: Replayed,
  beginning: Place | undefined,
): Steps<{ row: LoanRow; base: MovedBase }> {
  const { start, after, all, earliest } = found;
  const baseDay = baseDayOf(held);
  const isWrong = baseDay !== undefined && baseDay >= earliest;
  const known = isWrong ? start.from?.through : baseDay;
  const since = known ?? after.position.startedOn;
  const over = lastOver(product, after, beginning);
  const isNew = over > since && over >= (start.from?.through ?? over);
  const base = isNew
    ? asStored(product, yield* product.replaying(termsOf(row), all, { through: over, from: start.from }))
    : null;
  const before = start.from === undefined ? null : asStored(product, start.from);
  const moved = base ?? (isWrong ? before : undefined);
  return {
    row: moved === undefined ? row : { ...row, ...baseOf(moved) },
    base: {
      wrongFrom: isWrong ? earliest : null,
      added: base !== null && stays(row, over, since, beginning) ? base : null,
    },
  };
}

/**
 * Some months more are replayed in microseconds, and so are a hundred facts; a checkpoint is what a month of a loan's
 * postings takes.
 */
const stays = ({ facts_count }: LoanRow, through: Day, before: Day, tail: Place | undefined): boolean =>
  (tail !== undefined && facts_count % factsOfCheckpoint < factsMax) || yearOf(before) !== yearOf(through);

/** A tail moves at least once in `factsMax` facts: so at least one of the states before it stays of so many facts. */
const factsOfCheckpoint = 128;

const yearOf = (day: Day): string => dateOf(day).slice(0, 4);

/** A due date has not passed on its own day: facts may still come for it. */
function lastOver(product: LoanProduct, { position, through }: State, beginning: Place | undefined): Day {
  const turn = product.lastTurn(position, through);
  return Math.max(turn, (beginning?.on ?? turn) - 1);
}

export function writeCheckpoints(tx: Tx, moved: readonly { readonly row: LoanRow; readonly base: MovedBase }[]): void {
  for (const { row, base } of moved) {
    if (base.wrongFrom === null) continue;
    const wrongFrom = dateOf(base.wrongFrom);
    tx.write(dropCheckpoints(tx.db, { personId: row.person_id, loanId: row.id, wrongFrom }));
  }
  const rows = moved.flatMap(({ row, base: { added } }) => (added === null ? [] : checkpointOf(row, added)));
  for (const insert of insertCheckpoints(tx.db, rows)) tx.write(insert);
}

const checkpointOf = ({ person_id, id: loan_id }: LoanRow, base: StoredState) => ({
  person_id,
  loan_id,
  through: dateOf(base.through),
  rules: base.rules,
  state: packedState(base),
});

const insertCheckpoints = preparedInserts('loan_checkpoints', ['person_id', 'loan_id', 'through', 'rules', 'state']);

const dropCheckpoints = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; wrongFrom: CivilDate }>) =>
    db
      .deleteFrom('loan_checkpoints')
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('through', '>=', placeholder('wrongFrom')),
);

const baseOf = (base: StoredState | null) => ({
  base,
  base_through: base === null ? null : dateOf(base.through),
});
