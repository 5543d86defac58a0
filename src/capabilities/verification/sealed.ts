import type { SealedTable } from '#platform/encryption/sealed-table.ts';

const kept = 'a keyed hash, whose secret is a sealed setting';

export const verificationSealed: readonly SealedTable[] = [
  { table: 'verifications', key: ['person_id', 'id'], hashes: { code_hash: kept } },
  { table: 'contact_codes', key: ['person_id', 'id'], hashes: { code_hash: kept } },
];
