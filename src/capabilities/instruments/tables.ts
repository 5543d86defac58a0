import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type {
  AccountHolderType,
  AccountType,
  CardType,
  InstrumentStatus,
  InstrumentType,
} from './rules/instrument-values.ts';

export const paymentInstruments = defineTable('payment_instruments', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  instrument_type: as<InstrumentType>('text'),
  is_external: 'bool',
  status: as<InstrumentStatus>('text'),
  verified: 'bool',
  pending_at: 'instant?',
  active_at: 'instant?',
  inactive_at: 'instant?',
  inactive_reason: 'text?',
  number_sealed: 'bytes?',
  number_token: as<string | null>('bigint?'),
  number_mask: 'text?',
  last_four: 'text?',
  routing_number: 'text?',
  account_type: as<AccountType | null>('text?'),
  account_holder_type: as<AccountHolderType | null>('text?'),
  holder_sealed: 'bytes?',
  institution_name: 'text?',
  card_type: as<CardType | null>('text?'),
  expiration_month: 'int?',
  expiration_year: 'int?',
  network_name: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

/** The row without the number, which nothing that shows an instrument needs. */
export type InstrumentRow = Omit<RowOf<typeof paymentInstruments>, 'number_sealed' | 'number_token'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_instruments: Stored<typeof paymentInstruments>;
  }
}

export const instrumentTables = tablesByName(paymentInstruments);
