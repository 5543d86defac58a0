import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { tapeSecretsPart } from './tapes/recipient.ts';
import { secretsPart } from './types/recipient.ts';

export const tapeSealed: readonly SealedTable[] = [
  {
    table: 'loan_tape_types',
    key: ['id'],
    byCompany: { columns: { secrets_sealed: ({ id }) => secretsPart(id) } },
  },
  {
    table: 'loan_tapes',
    key: ['id'],
    byCompany: { columns: { secrets_sealed: ({ id }) => tapeSecretsPart(id) } },
  },
];
