// Lets a file leave: by rule up to what the company has set, else by a person.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import { fileUpdate } from './file.ts';
import { achFileStates } from './states.ts';
import { uploadRows } from './upload-rows.ts';

interface Releasing {
  readonly clock: Pick<MachineClock, 'micros'>;
  position(): number;
}

/** What a backup was made of may have left since: a person looks first. */
export function releaseByRule(work: Releasing, tx: Tx, now: Instant, file: FileRow, { releaseMax }: AchSettings): void {
  const { entries, debitAmount, creditAmount } = releaseMax;
  const isWithin =
    file.entries <= (entries ?? file.entries) &&
    file.debit_cents <= (debitAmount ?? file.debit_cents) &&
    file.credit_cents <= (creditAmount ?? file.credit_cents);
  if (isWithin && file.reason === null && file.state === 'built') release(work, tx, now, file, null);
}

export function release(work: Releasing, tx: Tx, now: Instant, file: FileRow, by: Actor | null): FileRow {
  const changes = {
    state: achFileStates.move(file.state, 'release', { id: file.id }).to,
    released_at: now,
    released_by_type: by?.type ?? null,
    released_by_id: by === null || by.type === 'system' ? null : by.id,
    ...uploadRows.putIn(work.clock),
  };
  tx.write(fileUpdate(tx.db, file.id).set(changes));
  uploadRows.enqueue(tx, work.position, file);
  return { ...file, ...changes };
}
