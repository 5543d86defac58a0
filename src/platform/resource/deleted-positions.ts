// Where a hard-deleted object was in its list, so that a cursor that names it still works.
import type { Tx } from '#platform/db/realm-database.ts';

interface DeletedPosition {
  readonly subjectId: string;
  readonly id: string;
  readonly position: number;
  /** Its values of all fields by which the list may be sorted. */
  readonly sortValues: Readonly<Record<string, unknown>>;
}

/** Deletes the positions of a subject; a cursor that names one of its objects is refused from then on. */
export function forgetPositions(tx: Tx, subjectId: string): void {
  tx.write(tx.db.deleteFrom('deleted_positions').where('subject_id', '=', subjectId));
}

export function keepPosition(tx: Tx, { subjectId, id, position, sortValues }: DeletedPosition): void {
  const row = { subject_id: subjectId, id, position, sort_values: JSON.stringify(sortValues) };
  tx.write(tx.db.insertInto('deleted_positions').values(row));
}
