// What time and the issuer bring to a card: its end nears, it ends, the issuer has renewed it.
import { timezoneOf } from '#capabilities/access/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { cardExpiring, instrumentUpdated, toldOfInstrument } from '../events.ts';
import { instrumentRows } from '../instrument.ts';
import { cardEnd, firstLook, nearEnd } from '../rules/card-end.ts';
import type { Month } from '../rules/numbers.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';
import { type Changing, deactivate, living, ownerOf } from './failing.ts';

/**
 * Looks at a card that is due; the caller holds its person. Emits `payment.instrument.expiring`, or what deactivating
 * emits.
 */
export async function bringCard(ctx: Changing, tx: Tx, place: Pick<InstrumentRow, 'person_id' | 'id'>, zone: string) {
  const rows = instrumentRows(tx).where('person_id', '=', place.person_id);
  const row = await tx.row(rows.where('id', '=', place.id));
  if (row?.look_at == null || row.look_at > ctx.now) return;
  const { expiration_month: month, expiration_year: year } = row;
  if (row.deleted_at !== null || instrumentStates.isFinal(row.status) || month === null || year === null) {
    return writeInstrument(tx, row, { look_at: null });
  }
  const end = cardEnd({ year, month }, zone);
  if (end <= ctx.now) return deactivate(ctx, tx, row, { reason: 'expired' });
  if (nearEnd(end) > ctx.now) return writeInstrument(tx, row, { look_at: nearEnd(end) });
  writeInstrument(tx, row, { look_at: end });
  ctx.emit(cardExpiring, row.person_id, toldOfInstrument(await ownerOf(tx, row.person_id), row));
}

/**
 * The issuer has renewed it, and its token goes on: what asked for an update is forgotten. `month` is its new end, where
 * that is known. False: the card is of no use any more. Emits `payment.instrument.updated`.
 */
export async function renewCard(
  ctx: Changing,
  tx: Tx,
  personId: string,
  id: string,
  month: Month | undefined,
): Promise<boolean> {
  const row = await living(tx, personId, id);
  if (row === undefined || instrumentStates.isFinal(row.status)) return false;
  const zone = (await timezoneOf(tx)) as string;
  const end = month !== undefined && cardEnd(month, zone) > ctx.now ? month : undefined;
  const renewed = end && {
    expiration_month: end.month,
    expiration_year: end.year,
    look_at: firstLook(end.month, end.year, zone),
  };
  writeInstrument(tx, row, { ...renewed, failure: null, updated_at: ctx.now });
  ctx.emit(instrumentUpdated, personId, toldOfInstrument(await ownerOf(tx, personId), row));
  return true;
}
