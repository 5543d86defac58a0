// An import is canceled: what was stored stays, the rest is not begun. Its operation ends here and at once; the worker
// that still has a chunk in hand finds at its commit that the operation is no longer its own, and keeps nothing of it.

import type { CommandContext } from '#platform/command/context.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { cancelOperation, type OperationView, readOperation } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';
import { outcomesOf, uploadOf } from './results.ts';
import '../uploads/tables.ts';

/** Canceling once more is nothing. Errors: NotFound, ImportEnded. */
export async function cancelImport(
  ctx: CommandContext,
  tx: Tx,
  kind: { readonly kind: string },
  importId: string,
): Promise<OperationView> {
  const { uploadId, lines } = await uploadOf(tx, kind.kind, importId);
  const found = (await readOperation(tx, importId)) as OperationView;
  if (found.state === operationStates.to('cancel')) return found;
  operationStates.mustAllow(found.state, 'cancel', { id: importId });
  // First these and then the operation, as its workers do: so nobody waits in a circle. A chunk that a worker has in
  // hand is waited for here.
  tx.write(tx.db.deleteFrom('import_chunks').where('upload_id', '=', uploadId));
  // From here on no worker counts anything any more.
  if (!(await cancelOperation(tx, importId, ctx.machineNow()))) throw new LostRace('The import ended meanwhile.');
  const result = { lines, ...(await outcomesOf(tx, uploadId)) };
  tx.write(
    tx.db
      .updateTable('operations')
      .set({ result: JSON.stringify(result) })
      .where('id', '=', importId),
  );
  return (await readOperation(tx, importId)) as OperationView;
}
