// Opens an instrument with its number, for the one who moves money by it. Nothing that is shown comes from here.
import { personSealers } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { openHolder, openNumber } from './instrument.ts';
import type { AccountHolderType, AccountType, CardType } from './rules/instrument-values.ts';
import { paymentInstruments } from './tables.ts';

const columns = columnsWithout(paymentInstruments, 'number_token');

interface OpenAccount {
  readonly kind: 'bankAccount';
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: AccountType;
  readonly holderName: string;
  readonly holderType: AccountHolderType;
}

interface OpenCard {
  readonly kind: 'card';
  readonly token: string;
  readonly cardType: CardType | null;
  readonly holderName: string | null;
}

/** Undefined: there is none, or no number of it is kept. */
export async function openInstrument(
  reader: Reader,
  vault: Vault,
  personId: string,
  id: string,
): Promise<OpenAccount | OpenCard | undefined> {
  const [row, sealers] = await Promise.all([
    reader.row(
      reader.db
        .selectFrom('payment_instruments')
        .select(columns)
        .where('person_id', '=', personId)
        .where('id', '=', id),
    ),
    personSealers(reader, vault, [personId]),
  ]);
  const sealer = sealers.get(personId);
  if (row?.number_sealed == null || sealer === undefined) return undefined;
  const number = openNumber(sealer, id, row.number_sealed);
  const { accountHolderName } = openHolder(sealer, row);
  if (row.instrument_type === 'card') {
    return { kind: 'card', token: number, cardType: row.card_type, holderName: accountHolderName };
  }
  return {
    kind: 'bankAccount',
    routingNumber: row.routing_number ?? '',
    accountNumber: number,
    accountType: row.account_type ?? 'checking',
    holderName: accountHolderName ?? '',
    holderType: row.account_holder_type ?? 'personal',
  };
}
