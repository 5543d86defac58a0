// The funding account with a provider: until when its news have been read, and when its day is proved next.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import type { CashDayRow } from './tables.ts';

/** Money begins to move with this provider: from now on each of its banking days is proved. */
export async function openCashDay(
  { position }: { position(): number },
  tx: Tx,
  carrierId: string,
  proveAt: Instant,
): Promise<void> {
  const known = await tx.row(tx.db.selectFrom('cash_days').select('prove_at').where('carrier_id', '=', carrierId));
  if (known === undefined) {
    const values = { id: newId('FB'), position: position(), carrier_id: carrierId, prove_at: proveAt };
    tx.write(
      tx.db
        .insertInto('cash_days')
        .values({ ...values, place: null, read_until: null, bank_through: null })
        .onConflict((conflict) => conflict.columns(['company_id', 'carrier_id'] as never).doNothing()),
      redraw('cash_days_pkey'),
    );
  } else if (known.prove_at === null) {
    tx.write(ofCarrier(tx, carrierId).set({ prove_at: proveAt }).where('prove_at', 'is', null));
  }
}

const ofCarrier = ({ db }: Tx, carrierId: string) => db.updateTable('cash_days').where('carrier_id', '=', carrierId);

type Noted = Partial<Pick<CashDayRow, 'place' | 'read_until' | 'prove_at' | 'last_number'>>;

export const noteRead = (tx: Tx, carrierId: string, noted: Noted): void =>
  tx.write(ofCarrier(tx, carrierId).set(noted));

/** Until when all that the provider had to tell was taken, and until which day the statements of its bank were read. */
export function readSoFar(
  reader: Reader,
  carrierId: string,
): Promise<Pick<CashDayRow, 'read_until' | 'bank_through'> | undefined> {
  return reader.row(
    reader.db.selectFrom('cash_days').select(['read_until', 'bank_through']).where('carrier_id', '=', carrierId),
  );
}
