// Tables of the import; migrations/0009-import.sql makes them.
import { byKey, type Company, type Json, type TableClasses } from '#platform/db/tables.ts';
import type { LineResult, Outcome } from '../import/import-kind.ts';

interface ImportChunkRow {
  upload_id: string;
  number: number;
  company_id: Company;
  first_line: number;
  lines: number;
  sealed: Buffer | null;
  recorded_at: number;
}

export interface ImportResultRow {
  upload_id: string;
  id: string;
  company_id: Company;
  line: number;
  outcome: Outcome;
  result: Json<LineResult>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    import_chunks: ImportChunkRow;
    import_results: ImportResultRow;
  }
}

export const importTables: TableClasses = {
  import_chunks: byKey('upload_id'),
  import_results: byKey('upload_id'),
};
