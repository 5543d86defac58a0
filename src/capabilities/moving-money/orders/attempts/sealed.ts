import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { messagePart } from './receive-report.ts';

export const attemptsSealed: readonly SealedTable[] = [
  {
    table: 'payment_attempts',
    key: ['person_id', 'id'],
    byPerson: ['body_sealed'],
    hashes: { account_token: 'a keyed hash, whose secret is a sealed setting' },
  },
  {
    table: 'provider_messages',
    key: ['carrier_id', 'event_id'],
    byCompany: { columns: { told_sealed: ({ carrier_id, event_id }) => messagePart(carrier_id, event_id) } },
  },
];
