// How a tape comes to its end, in the commit of whoever ends it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { tapeTable } from '../states.ts';
import type { LoanTapeRow } from '../tables.ts';
import { tellTape } from './events.ts';

interface Ending {
  readonly now: Instant;
  readonly emit: Emit;
}

/** The tape is locked. Errors: InvalidRequest. */
export function endTape(
  { now, emit }: Ending,
  tx: Tx,
  tape: LoanTapeRow,
  verb: 'fail' | 'cancel',
  more: Partial<Pick<LoanTapeRow, 'error_message' | 'proof'>> = {},
): LoanTapeRow {
  const changes = {
    state: tapeTable.move(tape.state, verb).to,
    due_at: null,
    holder: null,
    secrets_sealed: null,
    finished_at: now,
    updated_at: now,
    error_message: more.error_message ?? null,
    proof: more.proof ?? tape.proof,
  };
  const stored = { ...changes, proof: changes.proof === null ? null : JSON.stringify(changes.proof) };
  tx.write(tx.db.updateTable('loan_tapes').set(stored).where('id', '=', tape.id));
  const ended = { ...tape, ...changes };
  tellTape(emit, tx.realm.companyId, ended);
  return ended;
}
