import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const communicationSealed: readonly SealedTable[] = [
  { table: 'outgoing_messages', key: ['person_id', 'id'], byPerson: ['content_sealed'] },
];
