import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';
import type { StoredLink } from './account-link.ts';
import type {
  AccountHolderType,
  AccountType,
  CardType,
  InstrumentStatus,
  InstrumentType,
} from './rules/instrument-values.ts';

/** Why it failed, and the words for it; never the text of a bank. */
export interface Failure {
  readonly reason: string;
  readonly short: string;
  readonly long: string;
}

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
  failure: json<Failure | null>('json?'),
  debits_blocked_at: 'instant?',
  account_link: json<StoredLink | null>('json?'),
  link_token_sealed: 'bytes?',
  look_at: 'instant?',
  avs_result: 'text?',
  balance_sealed: 'bytes?',
  balance_next_at: 'bigint?',
  balance_asked_at: 'instant?',
  corrected_at: 'instant?',
  credits_blocked_at: 'instant?',
});

/** What a bank has corrected since. */
const formerNumbers = defineTable('former_numbers', bySubject('person_id'), {
  person_id: 'text',
  instrument_id: 'text',
  number: 'int',
  company_id: 'company',
  numbers_sealed: 'bytes?',
  code: 'text?',
  replaced_at: 'instant',
});

/** The operator's list, without a company: only what is read beside all companies finds it. */
const routingNumbers = defineTable('routing_numbers', reference, {
  routing_number: 'text',
  name: 'text',
  new_routing_number: 'text?',
});

/** The row without what nothing that shows an instrument needs. */
export type InstrumentRow = Omit<
  RowOf<typeof paymentInstruments>,
  'number_sealed' | 'number_token' | 'link_token_sealed' | 'balance_sealed' | 'balance_next_at' | 'balance_asked_at'
>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_instruments: Stored<typeof paymentInstruments>;
    former_numbers: Stored<typeof formerNumbers>;
    routing_numbers: Stored<typeof routingNumbers>;
  }
}

export const instrumentTables = tablesByName(paymentInstruments, formerNumbers, routingNumbers);
