// Where a hard-deleted object stood in its list: a cursor that names it goes on working.
import type { Tx } from '#platform/db/realm-database.ts';

interface DeletedPosition {
  readonly subjectId: string;
  readonly id: string;
  readonly position: number;
  /** Its values of all fields by which the list may be sorted. */
  readonly sortValues: Readonly<Record<string, unknown>>;
}

/** What it could be found by goes; a cursor that names one of them is refused from then on. */
export function forgetPositions(tx: Tx, subjectId: string): void {
  tx.write(tx.db.deleteFrom('deleted_positions').where('subject_id', '=', subjectId));
}

export function keepPosition(tx: Tx, { subjectId, id, position, sortValues }: DeletedPosition): void {
  const row = { subject_id: subjectId, id, position, sort_values: JSON.stringify(sortValues) };
  tx.write(tx.db.insertInto('deleted_positions').values(row));
}
