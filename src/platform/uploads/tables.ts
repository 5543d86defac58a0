// Tables of the import; migrations/0009-import.sql makes them.
import { as, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';
import type { LineResult, Outcome } from '../import/import-kind.ts';

const importChunks = defineTable('import_chunks', byKey('upload_id'), {
  upload_id: 'text',
  number: 'int',
  company_id: 'company',
  first_line: 'int',
  lines: 'int',
  sealed: 'bytes?',
  recorded_at: 'bigint',
});

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
    import_chunks: Stored<typeof importChunks>;
    import_results: Stored<typeof importResults>;
  }
}

export const importTables = tablesByName(importChunks, importResults);
