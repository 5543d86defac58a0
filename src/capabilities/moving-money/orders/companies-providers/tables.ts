import { as, defaulted, defineTable, json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator, reference } from '#platform/db/tables.ts';
import type { InstrumentType } from '../providers/provider.ts';

export const paymentProviders = defineTable('payment_providers', reference, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  instrument_type: as<InstrumentType>('text'),
  kind: 'text',
  settings: json<Readonly<Record<string, unknown>>>(),
  secrets_sealed: 'bytes?',
  previous_secrets_sealed: 'bytes?',
  previous_secrets_until: 'instant?',
  replaced_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export type ProviderRow = RowOf<typeof paymentProviders>;

export const paymentProviderWork = defineTable('payment_provider_work', onCoordinator, {
  company_id: 'company',
  provider_id: 'text',
  due_at: 'bigint',
  place: 'text?',
  failures: defaulted('int'),
  last_failure: 'text?',
  last_reached_at: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_providers: Stored<typeof paymentProviders>;
    payment_provider_work: Stored<typeof paymentProviderWork>;
  }
}
