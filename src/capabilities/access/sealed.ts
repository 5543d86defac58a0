// API keys are stored as hashes; a change of the encryption key leaves them as they are.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const accessSealed: readonly SealedTable[] = [
  { table: 'api_keys', key: ['id'], hashes: { key_hash: 'keys are random, and their secret is a sealed setting' } },
];
