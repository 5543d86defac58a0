// What cases seal with the keys of people.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const caseSealed: readonly SealedTable[] = [
  { table: 'cases', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
  { table: 'case_tasks', key: ['person_id', 'id'], byPerson: ['reason_sealed'] },
  { table: 'case_notes', key: ['person_id', 'id'], byPerson: ['content_sealed'] },
];
