// Writes what has changed of a payment instrument.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { InstrumentRow } from './tables.ts';

interface Changes extends Partial<Omit<InstrumentRow, 'person_id' | 'id' | 'company_id'>> {
  readonly number_sealed?: Buffer | null;
  readonly number_token?: string | null;
  readonly link_token_sealed?: Buffer | null;
  readonly balance_sealed?: Buffer | null;
  readonly balance_next_at?: number | null;
  readonly balance_asked_at?: Instant;
}

export function writeInstrument(
  tx: Tx,
  { person_id, id }: Pick<InstrumentRow, 'person_id' | 'id'>,
  { failure, account_link, ...columns }: Changes,
): void {
  tx.write(
    tx.db
      .updateTable('payment_instruments')
      .set({
        ...columns,
        ...(failure === undefined ? {} : { failure: failure && JSON.stringify(failure) }),
        ...(account_link === undefined ? {} : { account_link: account_link && JSON.stringify(account_link) }),
      })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}
