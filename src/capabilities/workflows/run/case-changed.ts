// All workflows of a case go on as it changes: what the former owner had open goes to the new one.
import type { Tx } from '#platform/db/realm-database.ts';
import { goOn } from './advance.ts';
import { handOver } from './hand-over.ts';
import { loadRun, runningOn } from './load.ts';
import type { OwnerOfCase } from './open-items.ts';
import type { RunContext } from './run.ts';
import { ownerIdOf, type Whose } from './whose.ts';
import { write } from './write.ts';

interface Changed {
  readonly before: OwnerOfCase;
  /** Who has given it to another owner; undefined: whoever has asked for it. */
  readonly by?: readonly string[];
}

/** `but` is the workflow that has changed the case, which goes on by itself. */
export async function caseChanged(
  ctx: RunContext,
  tx: Tx,
  whose: Whose,
  { before, by }: Changed,
  but?: string,
): Promise<void> {
  for (const workflow of await runningOn(tx, ownerIdOf(whose), whose.ofCase)) {
    if (workflow.id === but) continue;
    const run = await loadRun(ctx, tx, workflow, whose);
    handOver(run, before, by);
    await goOn(run);
    write(run);
  }
}
