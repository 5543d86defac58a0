// What cases seal with the keys of people.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { detailsOf } from './case.ts';
import { detailsPart } from './company/company-case.ts';
import { contentPart } from './company/notes.ts';
import { reasonPart } from './company/task.ts';
import { courtCaseTokens } from './search-people.ts';
import type { CaseRow } from './tables.ts';

export const caseSealed: readonly SealedTable[] = [
  {
    table: 'cases',
    key: ['person_id', 'id'],
    byPerson: ['details_sealed'],
    tokens: {
      columns: ['search_tokens'],
      reads: ['details_sealed'],
      make: (row, sealer, token) => ({ search_tokens: courtCaseTokens(token, detailsOf(sealer, row as CaseRow)) }),
    },
  },
  { table: 'case_tasks', key: ['person_id', 'id'], byPerson: ['reason_sealed'] },
  { table: 'case_notes', key: ['person_id', 'id'], byPerson: ['content_sealed'] },
  {
    table: 'company_cases',
    key: ['id'],
    byCompany: { columns: { details_sealed: ({ id }) => detailsPart(id) } },
  },
  {
    table: 'company_case_notes',
    key: ['id'],
    byCompany: { columns: { content_sealed: ({ id }) => contentPart(id) } },
  },
  {
    table: 'company_case_tasks',
    key: ['id'],
    byCompany: { columns: { reason_sealed: ({ id }) => reasonPart(id) } },
  },
];
