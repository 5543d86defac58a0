// What records seal with the keys of people.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const recordSealed: readonly SealedTable[] = [
  { table: 'notes', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
];
