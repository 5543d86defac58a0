// Contents of any length and, if they lie in the database, their chunks; migrations/0001-platform.sql makes the tables.
import { as, defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { StoreName } from './blob-store.ts';

const blobs = defineTable('blobs', bySubject('owner_id'), {
  owner_id: 'text',
  id: 'uuid',
  company_id: 'company',
  store: as<StoreName>('text'),
  sealed: 'bytes?',
  length: 'bigint?',
  goes_at: 'bigint?',
});

const blobChunks = defineTable('blob_chunks', bySubject('owner_id'), {
  owner_id: 'text',
  blob_id: 'uuid',
  number: 'int',
  company_id: 'company',
  bytes: 'bytes',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    blobs: Stored<typeof blobs>;
    blob_chunks: Stored<typeof blobChunks>;
  }
}

export const blobTables = tablesByName(blobs, blobChunks);
