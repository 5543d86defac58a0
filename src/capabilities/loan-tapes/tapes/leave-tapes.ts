// Leaves tapes at their own hosts, or at those of their types.
import { workNow } from '#platform/business-clock.ts';
import { machineNow } from '#platform/clock.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { leavingFiles } from '#platform/file-places/leaving-files.ts';
import type { TapeTypeRow } from '../tables.ts';
import { findTapeType } from '../types/tape-type.ts';
import { loanTapeChanged, tellTape } from './events.ts';
import { recipientOf } from './recipient.ts';
import { waitingTapes } from './waiting-tapes.ts';

export const leavingTapes = leavingFiles({
  rows: waitingTapes,
  inVain: 'a loan tape was not left',
  async destinationOf({ vault }, reader, row) {
    const type = (await findTapeType(reader, row.loan_tape_type_id)) as TapeTypeRow;
    const recipient = recipientOf(vault, row, type);
    return recipient && { ...recipient, secrets: { ...recipient.credentials } };
  },
  async conclude({ clock, position }, tx, row, { kind, reason, isOver }) {
    const now = await workNow(tx, clock);
    // Nobody needs them any more, once it was left or is not tried again.
    const secrets = isOver ? null : row.secrets_sealed;
    if (kind !== 'done') return { last_failure: reason || null, secrets_sealed: secrets, updated_at: now };
    const telling = { realm: tx.realm, now, position, declared: [loanTapeChanged] };
    await recordingByHand(telling, tx, async (emit) => tellTape(emit, tx.realm.companyId, row));
    return { left_at: machineNow(clock), last_failure: null, secrets_sealed: secrets, updated_at: now };
  },
});
