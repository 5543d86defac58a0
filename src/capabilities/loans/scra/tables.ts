import type { Rate } from '@tenor/engine/values/rate.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { thingOfLoans } from '../loan/thing.ts';
import type { ScraCapStatus } from './words.ts';

const scraCaps = defineTable('scra_caps', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  status: as<ScraCapStatus>('text'),
  service_id: 'text',
  annual_rate: as<Rate>('text'),
  start_on: 'date',
  end_on: 'date?',
  capped_from: 'date',
  notice_on: 'date',
  fact_id: 'text',
  canceled_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type ScraCapRow = RowOf<typeof scraCaps>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    scra_caps: Stored<typeof scraCaps>;
  }
}

export const caps = thingOfLoans(scraCaps, {
  name: 'SCRA cap',
  path: 'scraCapId',
  changes: [
    'status',
    'service_id',
    'annual_rate',
    'start_on',
    'end_on',
    'capped_from',
    'notice_on',
    'fact_id',
    'canceled_at',
    'updated_at',
  ],
});

export const scraTables = tablesByName(scraCaps);
