import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { secretsPart } from './secrets.ts';

export const campaignSealed: readonly SealedTable[] = [
  {
    table: 'campaigns',
    key: ['id'],
    byCompany: { columns: { secrets_sealed: ({ id }) => secretsPart(id) } },
  },
  { table: 'campaign_rows', key: ['run_id', 'line'], byPerson: ['values_sealed'] },
];
