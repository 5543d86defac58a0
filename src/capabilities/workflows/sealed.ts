// What workflows seal: with the keys of borrowers, and in cases of the company with its own.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { formsPart } from './run/facts.ts';
import { wordsPart } from './run/run.ts';
import { detailsPart, previewPart } from './show.ts';

const key = ['owner_id', 'id'];
const where = 'owner_id';

export const workflowSealed: readonly SealedTable[] = [
  {
    table: 'workflows',
    key,
    byPerson: ['forms_sealed'],
    byCompany: { columns: { forms_sealed: ({ id }) => formsPart(id) }, where },
  },
  {
    table: 'workflow_items',
    key,
    byPerson: ['preview_sealed', 'details_sealed'],
    byCompany: {
      columns: { preview_sealed: ({ id }) => previewPart(id), details_sealed: ({ id }) => detailsPart(id) },
      where,
    },
  },
  {
    table: 'workflow_moves',
    key,
    byPerson: ['words_sealed'],
    byCompany: { columns: { words_sealed: ({ id }) => wordsPart(id) }, where },
  },
];
