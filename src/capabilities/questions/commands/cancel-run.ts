// Cancels a run. The worker finds that its operation has ended, and ends the work of the server.
import type { CommandContext } from '#platform/command/context.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { cancelOperation, hasEnded, type OperationView, readOperation } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';
import { questionErrors } from '../errors.ts';
import type { RunRow } from '../tables.ts';

/** Errors: RunEnded. */
export async function cancelRun(ctx: CommandContext, tx: Tx, { id }: RunRow): Promise<OperationView> {
  const found = (await readOperation(tx, id)) as OperationView;
  if (found.state === operationStates.to('cancel')) return found;
  if (hasEnded(found)) throw new Refusal(questionErrors.RunEnded, `The run ${id} has ended: ${found.state}.`);
  if (!(await cancelOperation(tx, id, ctx.machineNow()))) throw new LostRace('The run ended meanwhile.');
  return (await readOperation(tx, id)) as OperationView;
}
