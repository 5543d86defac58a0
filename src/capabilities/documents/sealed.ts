// What documents seal with the keys of people. Their contents are sealed where they lie (platform/blobs).
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const documentSealed: readonly SealedTable[] = [
  { table: 'documents', key: ['person_id', 'id'], byPerson: ['details_sealed', 'acceptance_sealed'] },
];
