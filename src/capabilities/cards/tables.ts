import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';
import type { Activity, CardStatus, CardType, FulfillmentStatus, UsageType } from './card-values.ts';

export const cardIssuers = defineTable('card_issuers', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  program: 'text?',
  status: as<Activity>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
});

export const cards = defineTable('cards', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  issuer_id: 'text?',
  type: as<CardType | null>('text?'),
  status: as<CardStatus>('text'),
  usage_type: as<UsageType | null>('text?'),
  fulfillment_status: as<FulfillmentStatus | null>('text?'),
  card_number_last_four: 'text?',
  expiration_month: 'int?',
  expiration_year: 'int?',
  network: 'text?',
  details_sealed: 'bytes?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type CardRow = RowOf<typeof cards>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    card_issuers: Stored<typeof cardIssuers>;
    cards: Stored<typeof cards>;
  }
}

export const cardTables = tablesByName(cardIssuers, cards);
