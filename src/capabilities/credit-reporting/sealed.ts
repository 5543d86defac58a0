import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { secretsPart } from './agencies/secrets.ts';

export const creditSealed: readonly SealedTable[] = [
  {
    table: 'credit_agencies',
    key: ['id'],
    byCompany: { columns: { secrets_sealed: ({ id }) => secretsPart(id) } },
  },
  { table: 'credit_reports', key: ['file_id', 'loan_id'], byPerson: ['said_sealed'] },
];
