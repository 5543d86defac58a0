// Uploaded chunks that are not done yet; migrations/0001-platform.sql makes the table.
import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';

const importChunks = defineTable('import_chunks', byKey('upload_id'), {
  upload_id: 'text',
  number: 'int',
  company_id: 'company',
  first_line: 'int',
  lines: 'int',
  sealed: 'bytes?',
  recorded_at: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    import_chunks: Stored<typeof importChunks>;
  }
}

export const uploadTables = tablesByName(importChunks);
