// The result of each line; migrations/0001-platform.sql makes the table.
import { as, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';
import type { LineResult, Outcome } from './import-kind.ts';

const importResults = defineTable('import_results', byKey('upload_id'), {
  upload_id: 'text',
  id: 'text',
  company_id: 'company',
  line: 'int',
  outcome: as<Outcome>('text'),
  result: json<LineResult>(),
});

export type ImportResultRow = Stored<typeof importResults>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    import_results: Stored<typeof importResults>;
  }
}

export const importTables = tablesByName(importResults);
