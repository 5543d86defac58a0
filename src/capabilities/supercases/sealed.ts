// What supercases seal with the keys of companies.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { contentPart } from './notes.ts';

export const supercaseSealed: readonly SealedTable[] = [
  {
    table: 'supercase_notes',
    key: ['id'],
    byCompany: { columns: { content_sealed: ({ id }) => contentPart(id) } },
  },
];
