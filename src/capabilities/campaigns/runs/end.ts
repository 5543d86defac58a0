// How a run comes to its end, in the commit of whoever ends it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { runTable } from '../states.ts';
import type { RunRow } from '../tables.ts';
import { tellRun } from './events.ts';

interface Ending {
  readonly now: Instant;
  readonly emit: Emit;
}

type Verb = 'succeed' | 'fail' | 'cancel';

/** The run is locked. Errors: InvalidRequest. */
export function endRun(
  { now, emit }: Ending,
  tx: Tx,
  run: RunRow,
  verb: Verb,
  more: Partial<Pick<RunRow, 'error_message'>> = {},
): RunRow {
  const changes = {
    state: runTable.move(run.state, verb).to,
    needs_release: false,
    due_at: null,
    holder: null,
    finished_at: now,
    updated_at: now,
    ...more,
  };
  tx.write(tx.db.updateTable('campaign_runs').set(changes).where('id', '=', run.id));
  const ended = { ...run, ...changes };
  tellRun(emit, tx.realm.companyId, ended);
  return ended;
}
