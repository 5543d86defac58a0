// What the platform's own tables hold sealed.
import { replyPart, requestPart } from '../command/idempotency.ts';
import { chunkPart } from '../import/receive-lines.ts';
import type { SealedTable } from './sealed-table.ts';

export const platformSealed: readonly SealedTable[] = [
  {
    table: 'idempotency',
    key: ['subject_id', 'key_hash'],
    byCompany: { columns: { body: () => replyPart, request_sealed: () => requestPart } },
    hashes: {
      key_hash: 'the client draws the keys, and they mean nothing elsewhere',
      request_hash: 'of rows kept before requests were sealed; forgotten after their day',
    },
  },
  {
    table: 'import_chunks',
    key: ['upload_id', 'number'],
    byCompany: { columns: { sealed: ({ upload_id, number }) => chunkPart(upload_id, number) } },
  },
];
