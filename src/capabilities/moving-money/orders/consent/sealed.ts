import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const consentSealed: readonly SealedTable[] = [
  {
    table: 'payment_authorizations',
    key: ['person_id', 'id'],
    byPerson: ['evidence_sealed'],
    hashes: { account_hash: 'a keyed hash, whose secret is a sealed setting' },
  },
  {
    table: 'stopped_accounts',
    key: ['person_id', 'account_hash'],
    hashes: { account_hash: 'a keyed hash, whose secret is a sealed setting' },
  },
];
