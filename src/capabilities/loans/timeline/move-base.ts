// Checkpoints: one at the last due date that is over, so that a change of the last weeks is not replayed from the start.
// Those that a change of the past has made wrong go.
import { replay } from '@tenor/engine/replay.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { type HoleOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { LoanRow, StoredState } from '../tables.ts';
import type { Replayed } from './change-loan.ts';
import { asStored, termsOf } from './held-loan.ts';

export interface Moved {
  readonly row: LoanRow;
  /** To be called once the row is written: whoever has lost the race must not get further than that. */
  writeCheckpoints(tx: Tx): void;
}

export function moveBase(before: LoanRow, row: LoanRow, found: Replayed): Moved {
  const { footing, after, all, earliest } = found;
  const isWrong = before.base !== null && before.base.through >= earliest;
  const standing = isWrong ? (footing.from ?? null) : before.base;
  const over = lastOver(after.position.dueDates, after.through);
  const isNew = over !== undefined && (standing === null || over > standing.through);
  const from = footing.from === undefined ? {} : { from: footing.from };
  const base = isNew ? asStored(replay(termsOf(row), all, { through: over, ...from })) : standing;
  return {
    row: base === before.base ? row : { ...row, ...baseOf(base) },
    writeCheckpoints(tx) {
      if (isWrong) tx.write(dropCheckpoints(tx.db, { personId: row.person_id, loanId: row.id, day: dateOf(earliest) }));
      if (isNew && base !== null) writeCheckpoint(tx, row, base);
    },
  };
}

const writeCheckpoint = (tx: Tx, { person_id, id: loan_id }: LoanRow, base: StoredState): void =>
  tx.write(
    insertCheckpoint(tx.db, {
      person_id,
      loan_id,
      through: dateOf(base.through),
      rules: base.rules,
      state: JSON.stringify(base),
    }),
  );

/** The day itself is not over: facts may still come for it. */
const lastOver = (dueDates: readonly Day[], today: Day): Day | undefined => dueDates.findLast((day) => day < today);

const insertCheckpoint = preparedInsert('loan_checkpoints', ['person_id', 'loan_id', 'through', 'rules', 'state']);

const dropCheckpoints = prepared((db, hole: HoleOf<{ personId: string; loanId: string; day: string }>) =>
  db
    .deleteFrom('loan_checkpoints')
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .where('through', '>=', hole('day') as never),
);

const baseOf = (base: StoredState | null) => ({
  base: base === null ? null : asStored(base),
  base_through: base === null ? null : dateOf(base.through),
});
