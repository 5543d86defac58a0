// What somebody brings may be written by them. In live mode a second person says that it is the bank's before anything of
// it gives money back or moves an account; what only takes back is shown by the next statement, and is taken at once.
import type { Entry } from '@tenor/ach/read/read-file.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OrderWork } from '../../orders/attempts/order-work.ts';
import { achFileWaits, tellOfReading } from './events.ts';
import { readingUpdate } from './keep-file.ts';
import { readingRows } from './reading-rows.ts';
import type { ReadingRow } from './tables.ts';

/** A return of a return puts a payment back; a notification of change moves what is paid out to another account. */
export const givesOrMoves = ({ addenda: [first] }: Entry): boolean => first?.is !== 'returned';

/** True: nothing of it is taken before a second person has said so. */
export async function waitsForSecond(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  reading: ReadingRow,
  doesGiveOrMove: boolean,
): Promise<boolean> {
  const { id: file_id, received_by_type: asked_by_type, received_by_id: asked_by_id, fetched_from } = reading;
  // What lies with the bank is the bank's.
  const isOfBank = fetched_from !== null || asked_by_type === null;
  if (!doesGiveOrMove || work.realm.mode === 'test' || isOfBank) return false;
  const decision = await tx.row(
    tx.db.selectFrom('ach_decisions').select('outcome').where('file_id', '=', file_id).forUpdate(),
  );
  if (decision !== undefined) return decision.outcome !== 'done';
  const none = { reason: null, outcome: null, decided_by_type: null, decided_by_id: null, decided_at: null };
  const asked = { asks: 'apply', asked_by_type, asked_by_id, asked_at: now } as const;
  tx.write(tx.db.insertInto('ach_decisions').values({ file_id, ...asked, ...none }));
  tx.write(readingUpdate(tx, file_id).set(readingRows.ended));
  await tellOfReading({ ...work, now }, tx, reading, achFileWaits);
  return true;
}
