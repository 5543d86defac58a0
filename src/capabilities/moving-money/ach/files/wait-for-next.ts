// The entries of a file that the bank does not have wait for the next one; their payments stay pending.
import { entryTimes } from '@tenor/ach/times/entry-times.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';
import { carrierById } from '../../orders/companies-providers/carrier.ts';
import { bankTimesOf } from '../../orders/providers/ach/settings.ts';
import { achFileErrors } from './errors.ts';
import { noFile } from './show-file.ts';
import { keysOf } from './waiting.ts';

/** Errors: NotFound, AchFileSettled. */
export async function waitForNext(ctx: CommandContext, tx: Tx, { id, carrier_id }: FileRow): Promise<void> {
  const carrier = await carrierById(tx, ctx, carrier_id);
  if (carrier?.files === undefined) throw noFile(id);
  const bank = bankTimesOf(carrier.files);
  // The next one, also at the very cut-off.
  const after = addSeconds(ctx.now, 1);
  const { leavesBy } = entryTimes(bank, { on: dayOf(dateInZone(after, bank.zone)), wantsSameDay: false }, after);
  await settleNoMore(tx, id);
  tx.write(
    tx.db
      .updateTable('ach_entries')
      .set((eb) => ({ file_id: null, trace: null, voided_trace: eb.ref('trace'), leaves_at: leavesBy }))
      .where('file_id', '=', id),
  );
}

/** They settle on no day until they stand in another file. Errors: AchFileSettled. */
async function settleNoMore(tx: Tx, fileId: string): Promise<void> {
  const entries = await tx.rows(
    tx.db.selectFrom('ach_entries').select(['person_id', 'attempt_id']).where('file_id', '=', fileId),
  );
  const keys = keysOf(
    entries.map((row) => row.person_id),
    entries.map((row) => row.attempt_id),
  );
  const stopped = await tx.affected(
    tx.db
      .updateTable('payment_attempts')
      .from(keys)
      .set({ act_at: null })
      .where('state', '=', 'accepted')
      .whereRef('payment_attempts.person_id', '=', 'v.of_person')
      .whereRef('payment_attempts.id', '=', 'v.of_attempt'),
  );
  if (stopped === entries.length) return;
  throw new Refusal(achFileErrors.AchFileSettled, `Entries of the file ${fileId} have settled, or came back.`, {
    data: { path: 'achFileUploadId' },
  });
}
