import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

const creditRefunds = defineTable('credit_refunds', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  since: as<CivilDate>('date'),
  look_at: 'instant?',
  told_at: 'instant?',
});

export type CreditRow = RowOf<typeof creditRefunds>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    credit_refunds: Stored<typeof creditRefunds>;
  }
}

export const refundingTables = tablesByName(creditRefunds);
