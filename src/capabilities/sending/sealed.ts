import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { heardPart } from './inbound/keep-heard.ts';
import { letterPart } from './letters/letters.ts';
import { contentPart } from './message.ts';

export const sendingSealed: readonly SealedTable[] = [
  {
    table: 'messages',
    key: ['id'],
    byCompany: { columns: { content_sealed: ({ id }) => contentPart(id) } },
    hashes: { to_hash: 'finds the messages to an address; its key stays when the encryption key changes' },
  },
  { table: 'heard_messages', key: ['key'], byCompany: { columns: { content_sealed: ({ key }) => heardPart(key) } } },
  { table: 'letters', key: ['id'], byCompany: { columns: { content_sealed: ({ id }) => letterPart(id) } } },
];
