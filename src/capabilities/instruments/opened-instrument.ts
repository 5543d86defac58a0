// An instrument with its number, for whoever orders a debit or writes down what one rests on. Nothing shows or logs it.
import type { Sealer } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type Holder, openHolder, openNumber } from './instrument.ts';
import type { AccountHolderType, AccountType, CardType, InstrumentType } from './rules/instrument-values.ts';
import { paymentInstruments } from './tables.ts';

export interface OpenedInstrument {
  readonly id: string;
  readonly type: InstrumentType;
  readonly isExternal: boolean;
  /** The number of an account, or the token of a card from its provider; null: not known. */
  readonly number: string | null;
  readonly lastFour: string | null;
  readonly routingNumber: string | null;
  readonly accountType: AccountType | null;
  readonly holderType: AccountHolderType | null;
  readonly holderName: string | null;
  readonly cardType: CardType | null;
  readonly address: Holder['address'];
}

const whole = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('payment_instruments')
      .select(columnsWithout(paymentInstruments, 'number_token'))
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

/** A deleted one too: what was ordered with it may still be asked for. */
export async function openedInstrument(
  reader: Reader,
  sealer: Sealer,
  personId: string,
  id: string,
): Promise<OpenedInstrument | undefined> {
  const row = await reader.row(whole(reader.db, { personId, id }));
  if (row === undefined) return undefined;
  const { accountHolderName, address } = openHolder(sealer, row);
  return {
    id: row.id,
    type: row.instrument_type,
    isExternal: row.is_external,
    number: row.number_sealed && openNumber(sealer, row.id, row.number_sealed),
    lastFour: row.last_four,
    routingNumber: row.routing_number,
    accountType: row.account_type,
    holderType: row.account_holder_type,
    holderName: accountHolderName,
    cardType: row.card_type,
    address,
  };
}
