// Cancels an import: lines that were stored stay, the rest is not begun. The operation ends at once; a worker that
// still computes a chunk finds at its commit that it has lost the operation, and keeps nothing of the chunk.

import type { CommandContext } from '#platform/command/context.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { cancelOperation, type OperationView, readOperation } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';
import { endUpload } from '../uploads/end-chunks.ts';
import { outcomesOf, uploadOf } from './results.ts';

/** Canceling a canceled import again changes nothing. Errors: NotFound, ImportEnded. */
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
  // First the chunks and then the operation, in the order of its workers, so that no two transactions wait for each
  // other. This statement waits for a chunk that a worker has locked.
  endUpload(tx, uploadId);
  // After this, no worker counts any more lines.
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
