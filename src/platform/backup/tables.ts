// When the database was backed up; migrations/0001-platform.sql makes the table.
import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onlyGrowing } from '#platform/db/tables.ts';

/** When the database was backed up. */
const backups = defineTable('backups', onlyGrowing, {
  made_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    backups: Stored<typeof backups>;
  }
}

export const backupTables = tablesByName(backups);
