// When a tape is made next by itself. The number of the type chooses the minute, so that all its versions have the same one.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { nextRun } from '#capabilities/campaigns/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { TapeTypeRow } from '../tables.ts';

type Scheduled = Pick<TapeTypeRow, 'type_id' | 'schedule' | 'status'>;

/** Null: nothing makes it by itself. Errors: InvalidRequest. */
export async function nextRunOf(reader: Reader, type: Scheduled, after: Instant): Promise<Instant | null> {
  const { type_id: typeId, schedule, status } = type;
  if (schedule === null) return null;
  const next = nextRun(schedule, { id: String(typeId), after, zone: (await timezoneOf(reader)) ?? 'UTC' });
  return status === 'active' ? next : null;
}

/** What is due already is due by the next version, too. Errors: InvalidRequest. */
export async function nextRunAfter(
  reader: Reader,
  type: Scheduled,
  { now, follows }: { readonly now: Instant; readonly follows: TapeTypeRow | undefined },
): Promise<Instant | null> {
  const next = await nextRunOf(reader, type, now);
  if (next === null || follows?.type_id !== type.type_id) return next;
  const replaced = await lockReplaced(reader, follows);
  const missed = replaced?.schedule === type.schedule ? replaced.next_run_at : null;
  return missed !== null && missed <= now ? missed : next;
}

/**
 * The day may have made the tape since the version was found: it locks the version that is due, so the same one is locked
 * here. A draft takes the place of the active version.
 */
function lockReplaced(reader: Reader, { id, type_id: typeId, status }: TapeTypeRow) {
  const versions = reader.db.selectFrom('loan_tape_types').select(['schedule', 'next_run_at']).forNoKeyUpdate();
  return reader.row(
    status === 'draft'
      ? versions.where('type_id', '=', typeId).where('status', '=', 'active')
      : versions.where('id', '=', id),
  );
}
