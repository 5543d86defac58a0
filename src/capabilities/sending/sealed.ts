import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { contentPart } from './message.ts';

export const sendingSealed: readonly SealedTable[] = [
  {
    table: 'messages',
    key: ['id'],
    byCompany: { columns: { content_sealed: ({ id }) => contentPart(id) } },
    hashes: { to_hash: 'finds the messages to an address; its key stays when the encryption key changes' },
  },
];
