import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const trialSealed: readonly SealedTable[] = [
  {
    table: 'trial_deposits',
    key: ['person_id', 'id'],
    byPerson: ['amounts_sealed'],
    hashes: { account_hash: 'a keyed hash, whose secret is a sealed setting' },
  },
];
