import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const cardSealed: readonly SealedTable[] = [
  { table: 'cards', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
];
