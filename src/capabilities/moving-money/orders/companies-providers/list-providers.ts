// Providers as they are shown: never with what they are reached by.

import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import type { HttpSettings } from '../providers/http/settings.ts';
import { presentOriginator } from './ach-originator.ts';
import { PaymentProvider } from './schemas.ts';
import type { ProviderRow } from './tables.ts';

export const providerList = defineList({ table: 'payment_providers' });

export const listProviders = (reader: Reader, query: PageInput): Promise<Page<PaymentProvider>> =>
  providerList.page(
    reader,
    reader.db.selectFrom('payment_providers').selectAll().where('deleted_at', 'is', null),
    query,
    { each: (row) => presented(reader, row) },
  );

const present = presenter<typeof PaymentProvider, ProviderRow>(PaymentProvider);

export const presented = ({ realm }: Pick<Reader, 'realm'>, row: ProviderRow): PaymentProvider =>
  present(row, {
    kind: row.kind as PaymentProvider['kind'],
    http: row.kind === 'http' ? (shownSettings(row) as PaymentProvider['http']) : null,
    ach: row.kind === 'ach' ? presentOriginator(row.settings as unknown as AchSettings) : null,
    previousCredentialsUntil: row.previous_secrets_until,
    noticesPath: row.kind === 'http' ? `/api/payment-notices/${row.company_id}/${row.id}?mode=${realm.mode}` : null,
  });

const shownSettings = ({ settings }: ProviderRow): HttpSettings => settings as unknown as HttpSettings;
