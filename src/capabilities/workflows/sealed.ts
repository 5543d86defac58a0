// What workflows seal with the keys of people.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const workflowSealed: readonly SealedTable[] = [
  { table: 'workflows', key: ['person_id', 'id'], byPerson: ['forms_sealed'] },
  { table: 'workflow_items', key: ['person_id', 'id'], byPerson: ['preview_sealed', 'details_sealed'] },
  { table: 'workflow_moves', key: ['person_id', 'id'], byPerson: ['words_sealed'] },
];
