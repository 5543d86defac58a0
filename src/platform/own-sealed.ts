// The sealed columns of the platform's own tables.
import { blobPart } from './blobs/keep-blobs.ts';
import { replyPart, requestPart } from './command/idempotency.ts';
import type { SealedTable } from './encryption/sealed-table.ts';
import { chunkPart } from './uploads/receive-lines.ts';

export const platformSealed: readonly SealedTable[] = [
  {
    table: 'idempotency',
    key: ['key_hash'],
    byCompany: {
      columns: {
        body: ({ key_hash }) => replyPart(key_hash),
        request_sealed: ({ key_hash }) => requestPart(key_hash),
      },
    },
    hashes: { key_hash: 'the client draws the keys, and they mean nothing elsewhere' },
  },
  {
    table: 'import_chunks',
    key: ['upload_id', 'number'],
    byCompany: { columns: { sealed: ({ upload_id, number }) => chunkPart(upload_id, number) } },
  },
  {
    table: 'blobs',
    key: ['owner_id', 'id'],
    byPerson: ['sealed'],
    byCompany: { columns: { sealed: ({ id }) => blobPart(id) }, where: 'owner_id' },
  },
  {
    table: 'blob_chunks',
    key: ['owner_id', 'blob_id', 'number'],
    hashes: { bytes: 'sealed with the key of its content, which is sealed in blobs' },
  },
];
