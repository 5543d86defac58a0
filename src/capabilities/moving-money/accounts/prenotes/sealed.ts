import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const prenotesSealed: readonly SealedTable[] = [
  {
    table: 'prenotes',
    key: ['person_id', 'instrument_id', 'number'],
    hashes: { account_hash: 'a keyed hash, whose secret is a sealed setting' },
  },
];
