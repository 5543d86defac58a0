// The clocks of test realms; migrations/0001-platform.sql makes the table.
import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

const testClocks = defineTable('test_clocks', bySubject('company_id'), {
  company_id: 'company',
  now_at: 'instant?',
  operation_id: 'text?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    test_clocks: Stored<typeof testClocks>;
  }
}

export const testClockTables = tablesByName(testClocks);
