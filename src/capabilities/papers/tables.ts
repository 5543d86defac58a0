import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';

const companyLogos = defineTable('company_logos', reference, {
  company_id: 'company',
  content_id: 'uuid',
  updated_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    company_logos: Stored<typeof companyLogos>;
  }
}

export const paperTables = tablesByName(companyLogos);
