// All workflows of a case go on as it changes: what the former owner had open goes to the new one.
import type { CaseRow } from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { goOn } from './advance.ts';
import { handOver } from './hand-over.ts';
import { loadRun, runningOn } from './load.ts';
import type { RunContext } from './run.ts';
import { write } from './write.ts';

interface Changed {
  readonly owner: PersonRow;
  readonly before: CaseRow;
  readonly ofCase: CaseRow;
  /** Who has given it to another owner; undefined: whoever has asked for it. */
  readonly by?: readonly string[];
}

/** `but` is the workflow that has changed the case, which goes on by itself. */
export async function caseChanged(
  ctx: RunContext,
  tx: Tx,
  { owner, before, ofCase, by }: Changed,
  but?: string,
): Promise<void> {
  for (const workflow of await runningOn(tx, ofCase)) {
    if (workflow.id === but) continue;
    const run = await loadRun(ctx, tx, workflow, { owner, ofCase });
    handOver(run, before, by);
    await goOn(run);
    write(run);
  }
}
