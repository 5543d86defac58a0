import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const contentPart = (id: string): string => `bank-statement.${id}.content`;
export const pagePart = (id: string): string => `bank-statement.${id}.page`;
export const linePart = (id: string): string => `bank-line.${id}`;

export const statementsSealed: readonly SealedTable[] = [
  {
    table: 'bank_statements',
    key: ['id'],
    byCompany: {
      columns: {
        content_sealed: ({ id }) => contentPart(id as string),
        page_sealed: ({ id }) => pagePart(id as string),
      },
    },
  },
  {
    table: 'bank_lines',
    key: ['id'],
    byCompany: { columns: { detail_sealed: ({ id }) => linePart(id as string) } },
  },
];
