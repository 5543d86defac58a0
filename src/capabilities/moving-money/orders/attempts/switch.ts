// The switch that stops all orders of a company. What is ordered meanwhile is taken and waits.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';

/** Locked until the commit: once payments were stopped, no order begins to be sent. */
export async function isStopped(tx: Tx): Promise<boolean> {
  return (await tx.row(lockedSwitch(tx.db, {})))?.stopped_at != null;
}

const lockedSwitch = prepared((db) => db.selectFrom('money_switches').select('stopped_at').forShare());

/** Every company has its row from the start. */
export function addSwitch(tx: Tx): void {
  tx.write(tx.db.insertInto('money_switches').values({ stopped_at: null, reason: null }));
}

export function setSwitch(tx: Tx, stopped: Stopped | null): void {
  const set = { stopped_at: stopped?.at ?? null, reason: stopped?.reason ?? null };
  tx.write(tx.db.updateTable('money_switches').set(set));
}

const restored = 'restored from a backup';
const older = 'older than a provider';

/** Why payments are stopped where a provider knows of orders that this database does not. */
export const olderThan = (carrierId: string): string => `${older}: ${carrierId} knows of orders that are not here`;

/** They were stopped since the database may be an earlier one, and nobody has let them go on since. */
export const wasRestored = (reason: string): boolean => reason.startsWith(restored) || reason.startsWith(older);

/**
 * Lets payments go on. What was ordered since a restore may have been ordered before as well, under the same key: it is
 * asked for first, like any order of which nobody knows.
 */
export async function letGoOn(tx: Tx, now: Instant): Promise<void> {
  const stopped = await stoppedSince(tx);
  if (stopped !== undefined && wasRestored(stopped.reason)) {
    const asIfSent = {
      state: 'unknown',
      first_sent_at: now,
      last_sent_at: now,
      act_at: now,
      held_until: null,
    } as const;
    const waiting = tx.db.updateTable('payment_attempts').where('state', '=', 'ready');
    tx.write(waiting.set(asIfSent).where('held_until', 'is not', null));
  }
  setSwitch(tx, null);
}

/**
 * Run with a restore, in its transaction. What the backup still had to send may have been sent since, so it is asked for
 * like any order of which nobody knows, and nothing goes out until somebody has looked.
 */
export const stopAfterRestore = (mode: Mode, madeAt: string): readonly string[] => [
  `update ${mode}.money_switches set stopped_at = now(),
   reason = '${restored} of ${new Date(madeAt).toISOString()}' || coalesce(', and before: ' || reason, '')`,
  `update ${mode}.payment_attempts
   set state = 'unknown', first_sent_at = created_at, last_sent_at = now(), act_at = created_at, held_until = null
   where state = 'ready' and (held_until is not null or act_at is null or act_at <= now())
     and id not in (select attempt_id from ${mode}.ach_entries where leaves_at > now())`,
  // What was to stand in a file by now may stand in one that is not in the backup: no other file takes it.
  `update ${mode}.ach_entries set leaves_at = null where leaves_at <= now()`,
  // A file of the backup may have left since: a person looks, and releases it.
  `update ${mode}.ach_files set state = 'built', released_at = null, due_at = null, holder = null,
   reason = 'restored from a backup: look whether the bank has this file'
   where direction = 'out' and state in ('built', 'released', 'uploading')`,
  // Files that were made since have used numbers that are not in the backup.
  `update ${mode}.ach_numbers set last_trace = (last_trace + 1000000) % 9999999, file_day = current_date,
   files_of_day = 18`,
  // Whoever asked when the backup was made asks no more: what providers have since is asked for at once.
  `update ${mode}.payment_provider_work set due_at = 0`,
];

export interface Stopped {
  readonly at: Instant;
  readonly reason: string;
}

export async function stoppedSince(reader: Reader): Promise<Stopped | undefined> {
  const row = await reader.row(reader.db.selectFrom('money_switches').select(['stopped_at', 'reason']));
  return row?.stopped_at == null ? undefined : { at: row.stopped_at, reason: row.reason ?? '' };
}

/** How many orders had begun to be sent. */
export async function ordersUnderWay(reader: Reader): Promise<number> {
  const row = await reader.row(
    reader.db
      .selectFrom('payment_attempts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'sending'),
  );
  return Number(row?.n ?? 0);
}
