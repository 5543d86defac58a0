// Lets a file leave: by rule up to what the company has set, else by a person.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { MachineClock } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { FileRow } from '../ach-entries/tables.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import { fileUpdate } from './file.ts';
import { achFileStates } from './states.ts';

export const uploadJob = 'ach.upload';
/** Nobody has taken it for so long: its job was lost, and it is put in again. */
export const lookAgainMicros = 10_000_000;

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
    held_until: work.clock.micros() + lookAgainMicros,
  };
  tx.write(fileUpdate(tx.db, file.id).set(changes));
  enqueueUpload(work, tx, file);
  return { ...file, ...changes };
}

/** The job is of this claim: of one that was taken over it does nothing. */
export function enqueueUpload(
  { position }: Pick<Releasing, 'position'>,
  tx: Tx,
  { id, claim }: Pick<FileRow, 'id' | 'claim'>,
): void {
  const payload = { fileId: id, claim };
  writeOutbox(tx, [{ subjectId: tx.realm.companyId, position: position(), job: uploadJob, payload }]);
}
