import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Selectable } from 'kysely';
import { bySubject, type Company, type TableClasses } from '#platform/db/tables.ts';
import type {
  AccountHolderType,
  AccountType,
  CardType,
  InstrumentStatus,
  InstrumentType,
} from './rules/instrument-values.ts';

interface PaymentInstrumentsTable {
  person_id: string;
  id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  instrument_type: InstrumentType;
  is_external: boolean;
  status: InstrumentStatus;
  verified: boolean;
  pending_at: Instant | null;
  active_at: Instant | null;
  inactive_at: Instant | null;
  inactive_reason: string | null;
  number_sealed: Buffer | null;
  number_token: string | null;
  number_mask: string | null;
  last_four: string | null;
  routing_number: string | null;
  account_type: AccountType | null;
  account_holder_type: AccountHolderType | null;
  holder_sealed: Buffer | null;
  institution_name: string | null;
  card_type: CardType | null;
  expiration_month: number | null;
  expiration_year: number | null;
  network_name: string | null;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

/** The row without the number, which nothing that shows an instrument needs. */
export type InstrumentRow = Omit<Selectable<PaymentInstrumentsTable>, 'number_sealed' | 'number_token'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_instruments: PaymentInstrumentsTable;
  }
}

export const instrumentTables: TableClasses = { payment_instruments: bySubject('person_id') };
